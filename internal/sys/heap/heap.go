// Package heap asks the kernel in one call for memory that the program is about to use. Otherwise each page is a page
// fault, which takes 15 microseconds in some virtual machines (6 for a page that was asked for) and hardly any time
// elsewhere.
//
// It is no more than a hint: Linux before 5.14 refuses it, and other systems do not have it.
package heap

// atStart is what every program asks for, in bytes: about as much as a hook needs.
const atStart = 256 << 10

func init() { Populate(atStart) }
