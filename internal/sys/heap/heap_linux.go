package heap

import (
	"syscall"
	"unsafe"
)

const (
	populateWrite = 23      // MADV_POPULATE_WRITE
	chunk         = 4 << 20 // the runtime maps its heap in such parts
)

// Populate asks for so many bytes of the heap, but for none of a part that the runtime may not have mapped yet.
func Populate(bytes int) { _ = populate(uintptr(bytes)) }

func populate(bytes uintptr) syscall.Errno {
	page := syscall.Getpagesize()
	newest := make([]byte, 2*page) // on the heap, because its size is no constant; the next objects are put behind it
	from := uintptr(unsafe.Pointer(unsafe.SliceData(newest))) &^ uintptr(page-1)
	_, _, err := syscall.RawSyscall(syscall.SYS_MADVISE, from, min(bytes, chunk-from%chunk), populateWrite)
	return err
}
