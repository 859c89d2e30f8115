package words

// greetings begin messages that open a conversation.
var greetings = phrases{
	latin: {
		// English
		" hello", " hi!", " hi,", " hi.", " hi there", " hey", " good morning", " good afternoon",
		" good evening",
		// German
		" hallo", " guten morgen", " guten tag", " guten abend",
		// French
		" bonjour", " salut", " bonsoir",
		// Spanish
		" hola", " buenos días", " buenas tardes",
		// Portuguese
		" olá", " oi!", " bom dia", " boa tarde",
		// Italian
		" ciao", " buongiorno", " buonasera",
		// Other languages
		" goedemorgen", " goedemiddag", " ahoj", " dobrý den", " dzień dobry", " xin chào", " chào", " halo",
		" selam", " hei", " cześć", " merhaba", " hej",
	},
	cyrillic: {
		// Russian
		"привет", "здравствуйте", "доброе утро", "добрый день",
		// Ukrainian
		"привіт", "добрий день",
	},
	eastAsian: {
		// Japanese
		"こんにちは", "おはよう",
		// Chinese
		"你好", "您好", "早上好",
		// Korean
		"안녕",
	},
	greek:      {"γεια", "καλημέρα"},
	arabic:     {"مرحبا", "أهلا", "أهلاً", "السلام عليكم"},
	devanagari: {"नमस्ते"},
}

// soleOpenings are phrases of questions that open a conversation where nothing else is said.
var soleOpenings = phrases{latin: {
	" what would you like me to focus on", " what would you like to focus on", " what would you like to do",
	" what do you want to work on", " what are we working on", " what should we work on", " what's up",
}}

// openings are phrases of questions for what to do at all. After a greeting they are a part of it;
// after a report, or with a choice, they want something.
var openings = phrases{
	latin: {
		// English
		" what would you like to ", " what would you like me to do", " what would you like me to focus",
		" what would you like me to help", " what would you like me to look", " what would you like me to work",
		" what would you like help", " what would you like today", " what do you want to work on",
		" what do you want to do", " what do you want me to focus", " what do you have in mind",
		" what are you working on", " what are we working on", " what are we doing", " what are we building",
		" what shall we ", " what should we work", " what should we focus", " what should i focus",
		" what brings you", " what's up", " what's the plan", " how are you", " how's it going",
		" where should we start", " where shall we start", " where would you like to start",
		" what can i do", " what can we ", " what do you need",
		// German
		" woran möchtest du", " woran möchten sie", " woran arbeite", " woran soll", " worum geht", " was steht an",
		" was möchtest du tun", " was möchten sie tun", " womit sollen wir", " womit fangen wir", " was kann ich",
		// French
		" sur quoi ", " que puis-je", " par quoi ", " que souhaitez-vous faire", " que veux-tu faire",
		// Spanish
		" en qué quieres", " en qué te gustaría", " en qué trabaj", " qué te gustaría hacer", " qué quieres hacer",
		" por dónde empez", " qué puedo hacer",
		// Portuguese
		" em que você", " no que você", " o que você gostaria de fazer", " o que posso fazer", " por onde come",
		// Italian
		" su cosa ", " cosa vuoi fare", " da dove ", " cosa posso fare",
		// Dutch
		" waar wil je ", " waar zullen we", " waar werk", " wat wil je doen", " wat kan ik",
		// Polish
		" nad czym ", " od czego zacz", " co chcesz zrobić",
	},
	cyrillic: {
		// Russian
		"над чем ", "с чего начн", "что нужно сделать", "чем займ",
		// Ukrainian
		"над чим ", "з чого почн",
	},
	eastAsian: {
		// Japanese
		"何をしましょう", "何から始め", "何に取り組", "どのような作業",
		// Chinese
		"想做什么", "从哪里开始", "做些什么", "想要做什么",
		// Korean
		"무엇을 할까요", "무엇부터", "어떤 작업",
	},
}
