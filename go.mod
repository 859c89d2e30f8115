module atm

go 1.26
