// Package heap asks the kernel in one call for memory that the program is about to use. Otherwise each page is a page
// fault, which takes 15 microseconds in some virtual machines (6 for a page that was asked for) and hardly any time
// elsewhere.
//
// It is no more than a hint: Linux before 5.14 refuses it, and other systems do not have it. The package also makes the
// stack of main as large as it will be.
package heap

import "os"

// atStart is what every program asks for, in bytes: about as much as a hook needs.
const atStart = 256 << 10

func init() {
	Populate(atStart)
	growStack(len(os.Args) == 0)
}

// growStack gives this goroutine the stack that a hook needs while there is little on it to copy. Otherwise Go makes it
// larger in several steps, and each time reads how every function on it uses it: 60 page faults at a Stop. What counts
// is the size of the array; it is not used.
//
//go:noinline
func growStack(use bool) byte {
	if !use {
		return 0
	}
	var large [24 << 10]byte
	for i := range large {
		large[i] = byte(i)
	}
	return large[len(os.Args)]
}
