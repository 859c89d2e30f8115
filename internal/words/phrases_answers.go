package words

// answers begin sentences that answer the question before them.
var answers = phrases{
	latin: {
		// English
		" no,", " no.", " no:", " no ", " yes", " because", " it's because", " not ", " the reason",
		" probably", " short answer", " the one ", " the ones ", " it is", " it does", " it's the ",
		// German
		" nein", " ja,", " ja.", " weil ",
		// French
		" non,", " non.", " oui", " parce que", " car ",
		// Spanish and Portuguese
		" sí", " porque", " sim", " não",
		// Italian
		" perché ",
		// Dutch
		" nee", " omdat",
		// Polish
		" nie,", " tak", " bo ", " ponieważ",
	},
	cyrillic: {
		// Russian
		"нет", "да,", "да.", "потому",
		// Ukrainian
		"так,", "тому що", "бо ",
	},
	eastAsian: {
		// Japanese
		"はい", "いいえ", "なぜなら",
		// Chinese
		"因为", "因為", "不,", "不，", "是的", "不是",
		// Korean
		"네,", "아니", "왜냐",
	},
}

// finalAnswers end sentences that answer the question before them.
var finalAnswers = phrases{
	latin: {
		// English
		", yes. ", ", no. ", ", it is. ", ", it does. ",
		// Other languages
		", ja. ", ", nein. ", ", oui. ", ", non. ", ", sí. ", ", no, ", ", sim. ", ", não. ", ", sì. ",
		", nee. ",
		", tak. ", ", nie. ", ", ano. ", ", ne. ", ", nej. ", ", evet. ", ", hayır. ",
	},
	cyrillic: {", да. ", ", нет. ", ", так. ", ", ні. "},
}

// deciding are phrases of questions for a decision of the person, also where a list of what can be
// chosen stands in the place of the question mark.
var deciding = phrases{
	latin: {
		// English
		" should i ", " should i:", " shall i ", " shall i:", " should we ", " should we:", " shall we ",
		" shall we:", " do you want", " do you prefer", " would you like", " would you prefer",
		" would you rather",
		// German
		" soll ich ", " soll ich:", " sollen wir ", " sollen wir:", " möchtest du", " möchten sie", " willst du",
		" wollen sie", " bevorzugst du", " bevorzugen sie",
		// French
		" dois-je ", " voulez-vous", " veux-tu", " souhaitez-vous", " souhaites-tu", " préférez-vous",
		" préfères-tu", " est-ce que je dois ",
		// Dutch
		" zal ik ", " moet ik ", " wil je ", " heb je liever",
		// Polish
		" czy mam ", " wolisz", " chcesz, żebym ",
	},
	cyrillic: {
		// Russian
		"хотите, чтобы я", "хочешь, чтобы я", " мне использовать", " мне выбрать",
	},
}

// selecting begin questions for one thing out of several. At the beginning of the last
// paragraph nobody but the person can answer them, so that an explanation may follow.
var selecting = phrases{
	latin: {
		// English
		" which ", " who ", " whose ", " how many ",
		// German
		" welche", " wer ", " wie viele ",
		// French
		" quel ", " quelle ", " quels ", " quelles ", " lequel", " laquelle", " sur quel", " dans quel",
		" à quel",
		// Spanish
		" ¿cuál", " ¿qué versión", " ¿en qué ", " ¿en cuál", " ¿con qué ", " ¿con cuál", " ¿a qué ",
		" ¿quién", " ¿cuánt",
		// Portuguese
		" qual ", " quais ", " em qual", " com qual", " quem ", " quant",
		// Italian
		" qual ", " quale ", " quali ", " in quale ", " con quale ", " chi ", " quant",
		// Dutch
		" welk", " wie ", " hoeveel ",
		// Polish
		" któr", " w któr", " na któr", " jaki ", " jaka ", " jakiej ", " ile ",
		// Czech
		" kter", " ve kter", " na kter", " v jak", " jaká ", " jaký ", " jakou ", " kolik ",
		// Swedish
		" vilke", " vilka ", " i vilke", " på vilke", " vem ", " hur många ",
		// Turkish
		" hangi", " kaç ",
		// Vietnamese and Indonesian
		" bạn đang dùng", " mana yang ", " yang mana", " versi berapa", " versi mana",
	},
	cyrillic: {
		// Russian
		"какой", "какая", "какую", "какие", "каком", "какое", "в какой", "в каком", "на какой", "на каком",
		"кто ", "сколько ",
		// Ukrainian
		"який", "яка ", "яку ", "які ", "яке ", "в якому", "на якому", "у якому", "хто ", "скільки ",
	},
	eastAsian: {
		// Japanese
		"どの", "どちら", "どれ",
		// Chinese
		"哪个", "哪一", "哪種", "哪种", "哪些", "用哪", "谁",
		// Korean
		"어느", "어떤",
	},
	greek:      {"ποιο", "ποια", "ποιον", "ποιος", "ποιες", "πόσ", "σε ποι"},
	arabic:     {"أي ", "أيّ", "أيهما", "ما هو ", "ما هي ", "كم "},
	devanagari: {"कौन", "किस ", "कितन"},
}
