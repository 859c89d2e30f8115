package words

// westSlavicPleas are the pleas of Polish and Czech.
var westSlavicPleas = []pleas{
	{ // Polish
		script: latin,
		common: []string{" w ", " i ", " na ", " nie ", " się ", " do ", " z ", " to "},
		tell: []string{
			" daj znać", " daj mi znać", " dajcie znać", " proszę dać znać", " powiedz,", " powiedz ",
			" napisz,", " napisz ", " proszę powiedzieć", " proszę napisać", " poinformuj mnie", " wskaż,",
			" wskaż ", " muszę wiedzieć", " potrzebuję wiedzieć", " chciałbym wiedzieć", " określ,",
			" podaj,", " podaj ",
		},
		asked: []string{
			" któr", " czy ", " co ", " jak ", " jaki", " jaką", " gdzie ", " kto ", " kiedy ", " ile ",
			" gdy ", " a ja ", " to zacznę", " to ruszam", " kiedy będziesz gotow",
		},
		unless: []string{" jeśli ", " jeżeli ", " gdyby", " w razie", " czy chcesz coś", " czy potrzebujesz"},
		needing: pair{
			first: []string{
				" potrzebuję", " potrzebny mi", " potrzebna mi", " potrzebne mi", " mi potrzebn",
				" brakuje mi", " potrzebowałbym",
			},
			second: []string{
				" zanim ", " żeby ", " aby ", " by kontynuować", " od ciebie", " od was", " do kontynuacji",
				" do dalszej", " żebym ",
			},
		},
		unsure: pair{
			first: []string{
				" nie wiem", " nie jestem pewien", " nie jestem pewna", " nie jest jasne", " niejasne",
			},
			second: []string{
				" chcesz", " wolisz", " masz na myśli", " chodzi ci", " ci chodzi", " miałeś na myśli",
				" oczekujesz",
			},
		},
		blocked: pair{
			first: []string{
				" nie mogę kontynuować", " nie mogę iść dalej", " nie mogę ruszyć", " nie mogę dokończyć",
				" nie mogę zacząć", " nie ruszę",
			},
			second: []string{" bez ", " dopóki ", " zanim ", " póki "},
		},
		refusing: pair{
			first: []string{
				" nie zrobię", " nie chcę", " wolę nie", " wstrzymuję", " nie będę", " niczego nie zmieni",
				" niczego nie rusz",
			},
			second: []string{" bez twojej", " bez twojego", " dopóki nie", " zanim nie", " póki nie"},
		},
		promising: pair{
			first: []string{
				" potwierdzisz", " dasz ", " zdecydujesz", " wybierzesz", " prześlesz", " podasz ",
				" powiesz", " odpowiesz", " napiszesz", " po twojej", " po twoim", " będziesz gotow",
				" zaakceptujesz",
			},
			second: []string{
				" zaczn", " ruszam", " mogę", " kontynuuj", " zrobię", " przejdę", " uruchomię", " wezmę się",
				" gotow", " będę", " wdrożę", " dokończę",
			},
		},
		deciding: pair{
			first: []string{
				" nie chcę", " wolałbym, żebyś", " chciałbym, żebyś", " pozostawiam", " zostawiam",
			},
			second: []string{" zdecyd", " wybra", " wybier", " ciebie", " tobie", " decyzj"},
		},
		begging: []string{
			" twoje potwierdzenie", " twoja zgoda", " twoją zgodę", " twojej zgody", " twoją odpowiedź",
			" twojej decyzji", " twój wybór", " twoja odpowiedź", " ty decydujesz", " do ciebie należy",
			" należy do ciebie", " proszę o ", " zależy od ciebie",
		},
		orders: []string{
			" potwierdź", " zdecyduj ", " zdecyduj,", " zatwierdź", " wybierz jed", " wybierz wari",
			" wybierz opc", " prześlij mi", " wyślij mi", " podaj mi", " wklej tu", " odpowiedz ",
		},
	},
	{ // Czech
		script: latin,
		common: []string{" v ", " a ", " na ", " se ", " je ", " to ", " z ", " že "},
		tell: []string{
			" napište mi", " napiš mi", " napište", " řekněte mi", " řekni mi", " řekněte", " dejte vědět",
			" dej vědět", " dejte mi vědět", " dej mi vědět", " sdělte mi", " sděl mi", " potřebuji vědět",
			" potřebuju vědět", " upřesněte", " upřesni", " uveďte", " uveď",
		},
		asked: []string{
			" kter", " jestli mám", " jestli mohu", " jestli můžu", " jestli je to", " zda ", " co ", " jak ",
			" kde ", " kdo ", " kdy ", " kolik", " až ", " jakmile", " a já ", " jaký", " jaké", " jakou",
			" jestli souhlas",
		},
		unless: []string{" pokud ", " kdyby", " jestli ", " ještě ", " další"},
		needing: pair{
			first: []string{" potřebuji", " potřebuju", " potřeboval", " chybí mi", " mi chybí"},
			second: []string{
				" než ", " abych ", " k pokračování", " pro pokračování", " od vás", " od tebe", " před ",
				" k tomu, abych",
			},
		},
		unsure: pair{
			first: []string{" nevím", " nejsem si jist", " není jasné", " není mi jasné"},
			second: []string{
				" chcete", " chceš", " máte na mysli", " máš na mysli", " myslíte", " myslíš", " preferujete",
			},
		},
		blocked: pair{
			first: []string{
				" nemohu pokračovat", " nemůžu pokračovat", " nelze pokračovat", " nemohu začít",
				" nemůžu začít", " nemohu dokončit", " dál se nedostanu",
			},
			second: []string{" bez ", " dokud ", " než ", " protože "},
		},
		refusing: pair{
			first: []string{
				" nechci", " neudělám", " nebudu", " zatím jsem nic", " raději ne", " nic jsem",
				" ještě jsem",
			},
			second: []string{
				" bez vašeho", " bez tvého", " bez vaší", " bez tvé", " dokud ", " než mi ", " než to potvrd",
			},
		},
		promising: pair{
			first: []string{
				" potvrdíte", " potvrdíš", " dáte ", " dáš ", " rozhodnete", " rozhodneš", " pošlete",
				" pošleš", " vyberete", " řeknete", " napíšete", " po vašem", " až budete", " až budeš",
				" schválíte",
			},
			second: []string{
				" začnu", " pustím se", " mohu", " můžu", " pokračuj", " budu", " spustím", " udělám",
				" upravím", " provedu", " dokončím", " připraven",
			},
		},
		deciding: pair{
			first:  []string{" nechci", " nechám na", " nechávám na"},
			second: []string{" rozhodn", " vybr", " zvol", " vás ", " tobě", " vás."},
		},
		begging: []string{
			" prosím o ", " prosím potvr", " prosím, potvr", " je na vás", " je na tobě", " vaše rozhodnutí",
			" vaše potvrzení", " váš souhlas", " tvůj souhlas", " vašeho souhlasu", " čekám na vaš",
			" čekám na váš", " čekám na tv", " vaši odpověď",
		},
		orders: []string{
			" potvrďte", " potvrď", " vyberte si", " vyberte jed", " vyber si", " zvolte jed", " rozhodněte",
			" rozhodni", " pošlete mi", " pošli mi", " odpovězte", " schvalte",
		},
	},
}
