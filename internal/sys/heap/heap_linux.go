package heap

import (
	"syscall"
	"unsafe"
)

const (
	populateWrite = 23      // MADV_POPULATE_WRITE
	chunk         = 4 << 20 // the runtime maps its heap in such parts
)

// newest is the last object of its size; the runtime puts the next ones behind it.
var newest *[8 << 10]byte

// Populate asks for so many bytes of the heap, but for none of a part that the runtime may not have mapped yet.
func Populate(bytes int) { _ = populate(uintptr(bytes)) }

func populate(bytes uintptr) syscall.Errno {
	newest = new([8 << 10]byte)
	from := uintptr(unsafe.Pointer(newest)) &^ uintptr(syscall.Getpagesize()-1)
	_, _, err := syscall.RawSyscall(syscall.SYS_MADVISE, from, min(bytes, chunk-from%chunk), populateWrite)
	return err
}
