package words

// southAsianPleas are the pleas of Hindi, Vietnamese and Indonesian.
var southAsianPleas = []pleas{
	{ // Hindi
		script: devanagari,
		tell:   []string{"कौन", "क्या ", "किस", "कैसे", "कहाँ", "कहां", "कब ", "कितन", "या नहीं"},
		asked: []string{
			"बताइए", "बताएँ", "बताएं", "बता दें", "बता दीजिए", "बताओ", "बता दो", "चुनें", "चुनिए",
			"पुष्टि कर", "जवाब दें",
		},
		unless: []string{"अगर ", "यदि ", "और कुछ", "कुछ और"},
		needing: pair{
			first:  []string{"चाहिए", "ज़रूरत है", "जरूरत है", "आवश्यकता है"},
			second: []string{"जारी रखने", "आगे बढ़ने", "शुरू करने से पहले", "आपसे "},
		},
		unsure: pair{
			first:  []string{"पता नहीं", "स्पष्ट नहीं", "नहीं जानता", "निश्चित नहीं", "समझ नहीं"},
			second: []string{"आप चाहते", "आपका मतलब", "आप किस"},
		},
		blocked: pair{
			first:  []string{"आगे नहीं बढ़ सक", "जारी नहीं रख सक", "शुरू नहीं कर सक"},
			second: []string{"बिना", "जब तक", "के बगैर"},
		},
		refusing: pair{
			first: []string{
				"नहीं करूँगा", "नहीं करूंगा", "नहीं चलाऊँगा", "नहीं चलाऊंगा", "रुका हूँ", "रुका हूं",
				"नहीं करना चाहता",
			},
			second: []string{"आपकी ", "आपके ", "जब तक आप", "बिना"},
		},
		promising: pair{
			first: []string{
				"जैसे ही आप", "आपके बताने", "आपकी पुष्टि", "आपके जवाब", "आपकी अनुमति", "आप बता",
				"बताने के बाद",
			},
			second: []string{"मैं ", "दूँगा", "दूंगा", "करूँगा", "करूंगा", "सकता हूँ", "सकता हूं"},
		},
		deciding: pair{
			first:  []string{"आप पर", "आप ही"},
			second: []string{"निर्णय", "फैसला", "तय करें", "तय कर लें", "निर्भर"},
		},
		begging: []string{
			"पुष्टि करें", "पुष्टि कीजिए", "पुष्टि कर दें", "कृपया भेज", "कृपया चुन", "कृपया बता",
			"कृपया साझा", "कृपया पुष्टि", "इंतज़ार है आप", "आपके जवाब का", "आपकी पुष्टि का", "आपकी अनुमति",
			"आपके निर्णय", "भेज दें", "भेज दीजिए", "साझा करें", "अनुमति दें", "अनुमति दीजिए", "चुन लें",
			"बताएँ कि क", "बताएं कि क", "बताइए कि क",
		},
	},
	{ // Vietnamese
		script: latin,
		common: []string{" tôi ", " đã ", " và ", " là ", " có ", " không ", " của ", " bạn "},
		tell: []string{
			" cho tôi biết", " cho mình biết", " cho em biết", " nói cho tôi", " báo cho tôi", " báo tôi",
			" nói tôi biết", " nhắn tôi", " tôi cần biết",
		},
		asked: []string{
			" nào", " có nên", " hay ", " hay không", " ra sao", " thế nào", " ở đâu", " khi nào", " gì ",
			" ai ", " bao nhiêu", " lựa chọn", " quyết định", " để tôi", " tôi sẽ", " là tôi", " khi bạn",
			" rồi tôi",
		},
		unless: []string{" nếu ", " thêm gì", " gì thêm", " gì khác", " bất kỳ", " bất cứ"},
		needing: pair{
			first: []string{" tôi cần", " mình cần", " tôi còn thiếu", " tôi thiếu", " cần thêm"},
			second: []string{
				" trước khi", " để tiếp tục", " để tôi", " từ bạn", " của bạn", " mới có thể", " để làm tiếp",
				" bạn ", " để hoàn t",
			},
		},
		unsure: pair{
			first:  []string{" không biết", " không chắc", " chưa rõ", " không rõ", " chưa chắc"},
			second: []string{" bạn muốn", " ý bạn", " bạn định", " bạn cần", " bạn đang nói"},
		},
		blocked: pair{
			first: []string{
				" không thể tiếp tục", " chưa thể tiếp tục", " không thể làm tiếp", " không tiếp tục được",
				" chưa thể bắt đầu", " không thể bắt đầu",
			},
			second: []string{
				" nếu không có", " nếu thiếu", " khi chưa", " cho đến khi", " trước khi", " vì ", " nếu chưa",
			},
		},
		refusing: pair{
			first: []string{
				" tôi sẽ không", " tôi chưa", " tôi không muốn", " tôi dừng", " tôi đang chờ", " tôi chờ",
				" tôi đợi",
			},
			second: []string{
				" bạn đồng ý", " bạn xác nhận", " bạn cho phép", " bạn quyết định", " bạn chọn",
				" bạn trả lời", " chưa có sự đồng ý", " ý kiến của bạn",
			},
		},
		promising: pair{
			first: []string{
				" sau khi bạn", " ngay khi bạn", " khi bạn ", " khi nào bạn", " bạn chọn xong",
				" bạn xác nhận", " khi có xác nhận",
			},
			second: []string{
				" tôi sẽ", " mình sẽ", " tôi có thể", " tôi bắt đầu", " tôi tiếp tục", " tôi mới", " là tôi",
				" thì tôi",
			},
		},
		deciding: pair{
			first:  []string{" bạn ", " tùy bạn", " tuỳ bạn"},
			second: []string{" quyết định giúp", " chọn giúp", " hãy chọn", " hãy quyết định", " tự quyết"},
		},
		begging: []string{
			" vui lòng xác nhận", " vui lòng chọn", " vui lòng cung cấp", " vui lòng gửi",
			" vui lòng cho biết", " xác nhận giúp", " gửi giúp", " chọn giúp", " hãy xác nhận", " tùy bạn",
			" tuỳ bạn", " bạn quyết định", " chờ bạn", " đợi bạn", " nhờ bạn",
		},
		orders: []string{" bạn xác nhận", " bạn cho tôi", " bạn gửi"},
	},
	{ // Indonesian
		script: latin,
		common: []string{" yang ", " di ", " dan ", " saya ", " untuk ", " dengan ", " sudah ", " tidak "},
		tell: []string{
			" beri tahu", " beritahu", " kabari", " kasih tahu", " katakan saja", " saya perlu tahu",
			" saya ingin tahu", " mohon info", " beri kabar", " kabarkan", " tolong bilang",
		},
		asked: []string{
			" mana ", " mana,", " mana.", " apakah", " bagaimana", " siapa", " kapan", " di mana", " berapa",
			" apa yang", " apa saja", " pilihan", " agar saya", " supaya saya", " kalau sudah", " jika sudah",
			" setelah", " boleh ",
		},
		unless: []string{" jika ", " kalau ", " bila ", " apabila", " lain"},
		needing: pair{
			first: []string{
				" saya butuh", " saya perlu", " saya memerlukan", " saya membutuhkan", " saya masih butuh",
				" saya masih perlu",
			},
			second: []string{
				" sebelum saya", " sebelum bisa", " untuk melanjutkan", " untuk lanjut", " agar saya bisa",
				" supaya saya bisa", " agar bisa", " dari anda", " dari kamu",
			},
		},
		unsure: pair{
			first: []string{
				" tidak tahu", " tidak yakin", " kurang yakin", " belum jelas", " tidak jelas",
				" kurang jelas",
			},
			second: []string{
				" anda ingin", " anda mau", " kamu mau", " kamu ingin", " anda maksud", " kamu maksud",
				" yang dimaksud", " anda inginkan", " diinginkan",
			},
		},
		blocked: pair{
			first: []string{
				" tidak bisa lanjut", " tidak bisa melanjutkan", " tidak dapat melanjutkan",
				" belum bisa lanjut", " belum bisa melanjutkan", " tidak bisa mulai", " tidak bisa memulai",
				" belum bisa mulai",
			},
			second: []string{" tanpa", " sebelum", " sampai", " karena", " kalau belum"},
		},
		refusing: pair{
			first: []string{
				" saya tidak akan", " saya belum", " saya tidak mau", " saya tunda", " saya menunggu",
				" saya berhenti", " tidak akan saya",
			},
			second: []string{
				" tanpa persetujuan", " tanpa izin", " sebelum anda", " sebelum kamu", " sampai anda",
				" sampai kamu", " konfirmasi anda", " persetujuan anda", " keputusan anda", " jawaban anda",
			},
		},
		promising: pair{
			first: []string{
				" setelah anda", " setelah kamu", " begitu anda", " begitu kamu", " kalau anda sudah",
				" jika anda sudah", " kalau sudah", " jika sudah setuju", " kalau setuju", " jika setuju",
				" setelah ada keputusan", " setelah dikonfirmasi",
			},
			second: []string{
				" saya akan", " saya bisa", " saya lanjut", " saya mulai", " saya kerjakan", " saya jalankan",
				" siap ",
			},
		},
		deciding: pair{
			first:  []string{" anda ", " kamu ", " terserah", " keputusan"},
			second: []string{" yang memutuskan", " yang menentukan", " di tangan anda", " di tangan kamu"},
		},
		begging: []string{
			" mohon konfirmasi", " mohon pilih", " mohon kirim", " mohon berikan", " mohon tentukan",
			" mohon persetujuan", " tolong konfirmasi", " tolong pilih", " tolong kirim", " tolong berikan",
			" tolong tentukan", " tolong jalankan", " silakan pilih", " silakan konfirmasi",
			" silakan tentukan", " menunggu keputusan", " menunggu konfirmasi", " menunggu persetujuan",
			" terserah anda", " terserah kamu", " menunggu jawaban", " keputusan anda", " konfirmasi anda",
			" mohon diputuskan",
		},
		orders: []string{" setujui", " balas ", " kirimkan ", " konfirmasi dulu", " pilih salah satu"},
	},
}
