package words

// courtesies are endings that ask for nothing, even where they look like a question.
var courtesies = phrases{
	latin: {
		// English
		" anything else", " next instruction", " next task", " next request", " next message",
		" any questions", " any other questions", " further questions", " any more questions",
		" further help", " further assistance", " more questions", " any concerns", " any issues",
		" any problems", " hope this helps", " hope that helps", " does that help", " does this help",
		" answer your question?", " answers your question?", " how can i help", " how may i help",
		" how can i assist", " what can i help", " what can i do for you",
		" what would you like to work on", " what would you like to build", " what's on your mind",
		" what is on your mind", " happy coding",
		" need any help", " need more help", " need help with", " something else i can",
		" let me know how it ", " let me know what you think", " let me know what else",
		" tell me what else", " know more about", " want to know more", " talk to you", " more you'd like",
		" more you need",
		// German
		"weitere fragen", " noch fragen", " fragen hast", " fragen haben", " sonst noch etwas",
		" noch etwas tun", " weitere hilfe", " wie kann ich helfen", " womit kann ich",
		" wie kann ich dir helfen", " kann ich sonst noch", " kann ich noch etwas",
		// French
		"d'autres questions", " d'autre ", " d'autre?", " autre chose", " si vous avez des questions",
		" si tu as des questions", " besoin d'aide", " comment puis-je vous aider", " en quoi puis-je",
		// Spanish
		" algo más", " alguna pregunta", " alguna duda", " otra cosa", " más preguntas",
		" en qué puedo ayudar", " cómo puedo ayudar",
		// Portuguese
		" mais alguma coisa", " algo mais", " alguma dúvida", " alguma pergunta", " outra coisa",
		" como posso ajudar", " em que posso ajudar",
		// Italian
		" bisogno di altro", " qualcos'altro", " altre domande", " qualche domanda", " come posso aiutar",
		// Dutch
		" nog vragen", " verdere vragen", " nog iets anders", " andere vragen", " nog iets doen",
		" waarmee kan ik",
		// Polish
		" coś jeszcze", " dodatkowe pytania", " jakieś pytania", " masz pytania", " w czym mogę",
		// Other languages
		" başka bir şey", " başka bir konuda", " sorunuz olursa", " något annat", " fler frågor",
		" några frågor", " andre spørgsmål", " flere spørgsmål", " noe annet", " noget andet",
		" jotain muuta", " ještě něco", " další otázky", " altceva", " alte întrebări", " valami más",
	},
	cyrillic: {
		// Russian
		"если будут вопросы", "если возникнут вопросы", "если есть вопросы", "если остались вопросы",
		"остались вопросы", "есть вопросы", "что-нибудь ещё", "что-то ещё", "что-нибудь еще",
		"что-то еще", "чем могу помочь", "чем ещё могу",
		// Ukrainian
		"якщо будуть питання", "якщо виникнуть", "щось ще", "ще щось", "чим можу допомогти",
	},
	eastAsian: {
		// Japanese
		"他にご", "ほかにご", "ご不明な点", "ご質問があ", "他に何か", "何かあれば", "何かお手伝い", "お手伝いできること", "お気軽に",
		// Chinese
		"还有其他", "其他问题", "其他需要", "如有问题", "如有疑问", "有任何问题", "任何疑问", "还有什么", "還有什麼", "其他問題", "如有任何", "需要其他帮助",
		"帮你做什么", "帮您做什么", "随时告诉我", "隨時告訴我", "可以帮你", "可以帮您",
		// Korean
		"더 필요한", "궁금한 점", "질문이 있", "다른 질문", "추가로 필요", "도와드릴까요", "도움이 필요", "언제든지",
	},
}

// softCourtesies are endings that ask for nothing unless a phrase of requests stands in the
// same sentence.
var softCourtesies = phrases{
	latin: {
		// English
		" let me know if ",
		" let me know should you", " feel free ", " don't hesitate", " do not hesitate", " happy to ",
		" glad to ", " just ask", " just say the word", " just let me know", " if you'd like, i ",
		" if you want, i ", " if you'd like me to", " if you like, i ", " enjoy!", " good luck",
		" you can always ", " i'm here ", " need anything", " want anything", " like anything",
		" what's next?", " what next?", " ready for the next",
		// German
		" sag bescheid", " sag einfach bescheid", " melde dich ", " melden sie sich", " gib bescheid",
		" gerne kann ich", " wenn du möchtest, kann", " wenn du willst, kann", " auf wunsch",
		" bei bedarf", " bei fragen", " lass es mich wissen", " lass mich wissen", " lassen sie es mich",
		// French
		" n'hésite", " faites-moi signe", " fais-moi signe", " si vous le souhaitez, je",
		" si tu veux, je ", " dites-moi si", " dis-moi si", " si besoin",
		// Spanish
		" avísame", " avíseme", " no dudes ", " no dude ", " si quieres, ", " si lo deseas", " dime si ",
		" hazme saber",
		// Portuguese
		" é só avisar", " me avise", " se quiser, ", " fique à vontade", " qualquer coisa",
		" se precisar", " é só falar",
		// Italian
		" fammi sapere", " fatemi sapere", " non esitare", " se vuoi, ", " se hai bisogno",
		" resto a disposizione",
		// Dutch
		" laat het me weten", " laat het weten", " laat me weten", " aarzel niet", " als je wilt, ",
		" als je wil, ",
		// Polish
		" daj znać", " daj mi znać", " jeśli chcesz, ", " śmiało", " w razie pytań",
		// Other languages
		" haber ver", " çekinmeyin", " säg till", " hör av dig", " sig til", " si fra", " dej vědět",
		" dejte vědět", " spune-mi dacă", " kerro jos", " szólj",
	},
	cyrillic: {
		// Russian
		"дайте знать", "дай знать", "обращайтесь", "обращайся", "если хотите, ", "если хочешь, ",
		"при необходимости", "если нужно", "сообщите, если",
		// Ukrainian
		"звертайтеся", "якщо потрібно", "дайте знати", "якщо хочете, ",
	},
	eastAsian: {
		// Japanese
		"お知らせください", "お申し付けください", "教えてください", "ご連絡ください", "おっしゃってください",
		// Chinese
		"请告诉我", "告诉我", "请告知", "请随时", "如果需要", "如需", "请让我知道", "請告訴我",
		// Korean
		"말씀해 주세요", "말씀해주세요", "알려 주세요", "알려주세요", "필요하시면",
	},
}
