package pathcodec

import "strconv"

// maxUnits is the longest name without a hash, in UTF-16 code units.
const maxUnits = 200

// Encode returns the name that Claude Code gives to the directory path, which
// should be absolute and physical, that is, without symbolic links: path is
// taken as it is. The name consists of [A-Za-z0-9-] and is at most 207 bytes
// long. Bytes that are not UTF-8 count as node decodes them, as U+FFFD.
func Encode(path string) string {
	name := make([]byte, 0, maxUnits+len("-zik0zk"))
	n, hash := 0, int32(0)
	for u := range units(path) {
		hash = hash*31 + int32(u) // wraps around, as `| 0` does in JavaScript
		if n < maxUnits {
			name = append(name, mask(u))
		}
		n++
	}
	if n <= maxUnits {
		return string(name)
	}
	name = append(name, '-')
	// As int64, because the absolute value of math.MinInt32 is no int32.
	return string(strconv.AppendInt(name, max(int64(hash), -int64(hash)), 36))
}

// mask returns what stands for the unit u in a name.
func mask(u uint16) byte {
	switch {
	case 'a' <= u && u <= 'z', 'A' <= u && u <= 'Z', '0' <= u && u <= '9':
		return byte(u)
	}
	return '-'
}
