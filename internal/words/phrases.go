package words

// The phrases are in lower case, as [normalized] writes sentences. A blank at an end is the
// border of a word. They are lists, and no expressions or maps, because the program of the
// hook may build nothing at its start.

// followers begin sentences that go on with a question instead of answering it.
var followers = phrases{
	latin: {
		// English
		" if ", " otherwise", " i could ", " i can ", " i'd ", " i would ", " i'll ", " i will ",
		" i recommend", " i suggest", " i lean", " i'm leaning", " my recommendation", " my preference",
		" my suggestion", " either ", " option ", " both ", " the first", " the second", " the former",
		" the latter", " once ", " for example", " default", " by default", " without ", " reply",
		" as soon as", " in the meantime", " thanks", " thank you", " then ", " until ", " recommended",
		" recommendation", " note ", " or ", " so i can", " that way", " that would", " this would",
		" it would", " that'd", " it'd", " this one", " that one", " (", " my pick", " my vote", " each ",
		" i ask ", " i'm asking", " i need it", " that decides", " this decides", " that determines",
		" this determines", " it depends", " depending on", " that affects", " this affects",
		" the fix depends",
		// German
		" wenn ", " falls ", " ansonsten", " sonst ", " ich würde", " ich empfehle", " ich könnte",
		" ich kann ", " dann ", " meine empfehlung", " danach ", " sobald ", " beides ", " beide ",
		" variante ", " denkbar", " möglich wär", " das würde", " das wäre",
		// French
		" si ", " sinon", " je recommande", " je peux", " je pourrais", " ma recommandation", " dès que",
		" je conseille", " les deux", " cela ", " ça ",
		// Spanish
		" recomiendo", " puedo ", " podría", " de lo contrario", " mi recomendación", " en cuanto",
		" ambas", " yo ", " eso ",
		// Portuguese
		" eu ", " recomendo", " caso contrário", " se ", " posso ", " minha recomendação", " assim que",
		" isso ",
		// Italian
		" altrimenti", " consiglio", " in caso contrario", " io ", " la prima", " questo ",
		// Dutch
		" als ", " anders ", " ik zou", " ik kan ", " mijn voorkeur", " zodra ", " dat zou",
		// Polish
		" jeśli ", " w przeciwnym", " polecam", " mogę ", " rekomenduję",
	},
	cyrillic: {
		// Russian
		"если ", "иначе", "я бы ", "рекомендую", "я рекомендую", "могу ", "я могу", "как только", "тогда",
		// Ukrainian
		"якщо ", "інакше", "я б ",
	},
	eastAsian: {
		// Japanese
		"もし", "私としては", "個人的には", "おすすめ", "よろしければ",
		// Chinese
		"如果", "否则", "我建议", "我推荐", "我倾向", "我可以",
		// Korean
		"만약", "저는", "추천",
	},
}

// rhetorical begin questions that people answer themselves.
var rhetorical = phrases{
	latin: {
		// English
		" why ", " what changed", " what's new", " what was ", " what does ", " what happened",
		" what's left", " how does ", " how did ", " so what", " so why", " what's changed", " where did",
		// German
		" warum ", " wieso ", " was war", " was hat sich",
		// French
		" pourquoi", " qu'est-ce qui",
		// Spanish
		" ¿por qué", " ¿qué ha",
		// Portuguese
		" por que", " o que mudou",
		// Italian
		" perché ", " cosa è",
		// Dutch
		" waarom", " wat is er",
		// Polish
		" dlaczego", " co się",
	},
	cyrillic: {
		// Russian
		"почему", "что изменилось", "что было",
		// Ukrainian
		"чому", "що змінилося",
	},
	eastAsian: {
		// Japanese
		"なぜ",
		// Chinese
		"为什么", "為什麼", "什么变了",
		// Korean
		"왜 ",
	},
}

// directed are phrases of questions that only the person can answer.
var directed = phrases{
	latin: {
		// English
		" shall i ", " should i ", " shall we ", " should we ", " may i ", " can i ", " do you ",
		" would you ", " want me to ", " you prefer", " you like", " are you ", " could you ",
		" can you ", " have you ", " did you ", " you want", " ok to ", " okay to ", " ok if ",
		" which of these", " which option", " which approach", " which one", " how should",
		" what should", " where should", " which should", " when should", " would it be", " is it ok",
		" is that ok", " is it fine", " is that fine", " is this ok", " which of the", " is that correct",
		" is that right", " do i have your", " should the ", " should it ", " should this ",
		" should these ", " should they ", " should there ",
		// German
		" soll ich ", " sollen wir", " sollte ich ", " darf ich ", " möchtest du", " möchten sie",
		" willst du", " wollen sie", " hättest du", " bevorzugst", " bevorzugen sie", " kannst du",
		" können sie", " ist das so ok", " einverstanden", " wie soll", " was soll", " welche der",
		" welchen der", " wäre es in ordnung", " ist es ok", " passt das", " welche variante",
		// French
		" dois-je ", " je dois ", " faut-il que je", " souhaitez", " souhaites", " voulez-vous",
		" veux-tu", " tu veux", " vous préférez", " préférez-vous", " préfères", " est-ce que je",
		" puis-je ", " pouvez-vous", " peux-tu", " que faire", " comment dois", " quelle option",
		" vous convient",
		// Spanish
		"quieres", "prefieres", "prefiere", "desea", "debo ", " te parece", "puedes", "quiere que",
		" cómo debe", " qué debe", " qué opción", " prefer",
		// Portuguese
		" você quer", " você prefere", " devo ", " quer que", " prefere", " posso ", " gostaria",
		" pode me", " como deve", " qual opção", " tudo bem",
		// Italian
		" vuoi ", " preferisci", " procedo", " preferite", " come deve", " quale opzione", " va bene se",
		// Dutch
		" zal ik ", " wil je", " moet ik ", " kun je", " mag ik ", " wat moet", " hoe moet",
		" welke optie",
		// Polish
		" czy mam ", " chcesz", " wolisz", " czy mogę", " możesz",
		// Other languages
		" ister misiniz", " mıyım", " miyim", " ska jag", " vill du", " skal jeg", " vil du", " mám ",
		" chcete", " chceš", " vrei să",
	},
	cyrillic: {
		// Russian
		"мне ", "вы ", "ты ", "хотите", "хочешь", "предпочитаете", "предпочитаешь", "можете", "можешь",
		// Ukrainian
		"чи варто", "бажаєте", "хочете", "ви ",
	},
	eastAsian: {
		// Japanese
		"しますか", "しましょうか", "ですか", "でしょうか", "いただけますか",
		// Chinese
		"需要我", "要我", "您", "你",
		// Korean
		"할까요", "드릴까요", "하시겠", "원하시", "괜찮을까요", "될까요",
	},
}

// askingEndings are ends of sentences that ask without a question mark.
var askingEndings = []string{
	"ますか", "ですか", "でしょうか", "しょうか", "ませんか", "吗", "嗎",
	"할까요", "을까요", "나요", "인가요", "습니까",
}
