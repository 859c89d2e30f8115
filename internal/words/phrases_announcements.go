package words

// announcements begin sentences about what Claude does next: an answer that ends with one was
// cut off.
var announcements = phrases{
	latin: {
		// English
		" let me look", " let me check", " let me see", " let me read", " let me run", " let me try",
		" let me find",
		" let me start", " let me first", " let me verify", " let me search", " let me open",
		" let me inspect",
		" let me think", " now let me", " next, let me", " first, let me", " next i'll", " next, i'll",
		" now i'll",
		" i'm going to look", " i'm looking", " i'm checking", " i'll start by", " i'll look", " i'll now ",
		// German
		" ich schaue mir", " ich sehe mir", " ich prüfe jetzt", " lass mich ", " als nächstes schaue",
		" jetzt prüfe ich",
		// French
		" je vais regarder", " je regarde", " voyons", " je vais vérifier", " laissez-moi regarder",
		// Spanish
		" voy a revisar", " voy a mirar", " déjame ver", " veamos", " voy a comprobar", " déjame revisar",
		// Portuguese
		" vou verificar", " deixe-me ver", " vou olhar", " vamos ver", " vou dar uma olhada",
		// Italian
		" fammi controllare", " vediamo", " vado a vedere", " ora controllo", " do un'occhiata",
		// Dutch
		" ik kijk nu", " laat me kijken", " laat me eerst", " ik ga nu kijken",
		// Polish
		" sprawdzę teraz", " zobaczmy", " teraz sprawdzam", " sprawdzam ",
		// Other languages
		" podívám se", " bakalım", " jag tittar", " låt mig kolla", " để tôi xem", " để tôi kiểm tra",
		" saya akan periksa",
		" saya cek dulu",
	},
	cyrillic: {
		"сейчас посмотрю", "давайте посмотрим", "посмотрю", "проверю", "сейчас проверю", "зараз перевірю",
		"подивлюся",
	},
	eastAsian:  {"まず確認", "確認してみます", "让我看", "让我先", "我来看看", "我先看", "먼저 확인", "확인해 보겠"},
	greek:      {"ας δω", "θα ελέγξω"},
	arabic:     {"دعني أ", "سأتحقق", "سألقي نظرة"},
	devanagari: {"मैं देखता", "मैं जाँच", "मैं जांच"},
}
