package words

// requests are phrases that want a decision, a piece of information or an act of the person.
var requests = phrases{
	latin: {
		// English
		" let me know which", " let me know whether", " let me know how you", " let me know how i should",
		" let me know what you'd", " let me know what you want", " let me know what you prefer",
		" let me know what to", " let me know what i should", " let me know what you decide",
		" let me know where ", " let me know who ", " let me know your", " let me know the ",
		" let me know when you", " let me know when it", " let me know when that", " let me know once ",
		" let me know and i", " let me know so ", " let me know if it looks",
		" let me know if this looks", " let me know if that looks", " let me know if this works",
		" let me know if that works", " let me know if i should", " let me know if this plan",
		" let me know if the plan", " let me know if you approve", " let me know if you agree",
		" let me know if you want me to proceed", " let me know if you'd like me to proceed",
		" want me to go ahead", " like me to go ahead", " tell me which", " tell me whether",
		" tell me what ", " tell me how ", " tell me where ", " tell me when ", " tell me once ",
		" tell me and i", " tell me your", " please confirm", " please choose", " please pick",
		" please select", " please decide", " please clarify", " please specify", " please advise",
		" please approve", " please provide", " please share", " please send", " please paste",
		" please tell me", " please log in", " please run ", " please answer", " please reply",
		" please review the plan", " please add ", " please set ", " please grant", " please give me",
		" please let me know which", " please let me know how", " please check and", " can you confirm",
		" could you confirm", " waiting for your ", " awaiting your ", " waiting on your ",
		" wait for your ", " i need your ", " i need a decision", " i need you to", " i need to know",
		" i'll need you to", " i'd like your ", " your decision", " your approval", " your go-ahead",
		" your confirmation", " your call", " up to you", " say which", " pick one", " choose one",
		" reply with", " answer with", " confirm and i", " give me the go", " before i can continue",
		" before i can proceed", " i still need ", " i need the following", " green light",
		" then tell me", " tell me to continue", " tell me when", " let me know to continue",
		" let me know as soon", " say yes", " say go", " type yes", " thumbs up", " sign off on",
		" i'm missing", " your answer", " your input", " your preference",
		// German
		" sag mir, welche", " sag mir, ob", " sag mir, wie", " sag mir, was", " sag mir, wo",
		" sag mir bescheid, wenn du", " bescheid, ob", " bescheid, welche", " bescheid, wie ",
		" bescheid, was ", " bescheid, sobald", " bescheid, wenn du fertig", " bitte bestätig",
		" bitte wähl", " bitte entscheid", " bitte gib mir", " bitte geben sie", " bitte sag mir",
		" bitte teile mir", " bitte teilen sie", " bitte nenn", " bitte führ", " bitte schick",
		" deine entscheidung", " ihre entscheidung", " deine freigabe", " deine bestätigung",
		" wissen, welche", " wissen, ob", " wissen, wie ", " warte auf dein", " warte auf ihr",
		" brauche ich von dir", " brauche ich noch", " ich brauche noch", " mir fehlt ", " mir fehlen ",
		" sag mir dann", " gib mir", " dein okay", " grünes licht", " trag bitte", " bitte trag",
		// French
		" dites-moi lequel", " dites-moi laquelle", " dites-moi quel", " dis-moi lequel",
		" dis-moi laquelle", " dis-moi quel", " dites-moi comment", " dis-moi comment",
		" dites-moi ce que", " dis-moi ce que", " dites-moi si cela vous convient", " dites-moi si je ",
		" dis-moi si je ", " dis-moi si ça te", " dites-moi si ça vous", " merci de confirmer",
		" merci de me ", " merci de préciser", " merci de choisir", " veuillez ", " confirmez",
		" confirme-moi", " pouvez-vous", " j'ai besoin de votre", " j'ai besoin de ton",
		" j'attends votre", " j'attends ta", " j'attends ton", " votre décision", " ta décision",
		" il me manque", " votre accord", " ton accord", " donnez-moi", " donne-moi", " votre feu vert",
		" ton feu vert",
		// Spanish
		" dime cuál", " dime qué", " dime cómo", " dime si quieres que proceda", " dime si quieres que siga",
		" dime si quieres que contin", " dígame", " dime dónde",
		" avísame cuál", " avísame cuando", " avísame qué", " avísame si quieres que proceda",
		" por favor, confirm", " por favor confirm", " por favor, eli", " por favor, ind",
		" por favor, config", " por favor, prop", " por favor, env", " necesito que ", " necesito saber",
		" necesito tu ", " espero tu ", " me falta ", " tu confirmación", " tu aprobación",
		" tu decisión", " indícame", " indíqueme",
		// Portuguese
		" me diga qual", " me diga como", " me diga se ", " me diga o que", " diga qual",
		" me avise quando", " me avise qual", " por favor, me diga", " por favor, confirme",
		" por favor, escolha", " por favor, informe", " por favor, envie", " preciso saber",
		" preciso que você", " preciso da sua", " aguardo sua", " aguardo a sua", " falta-me",
		" sua confirmação", " sua decisão", " sua aprovação",
		// Italian
		" fammi sapere quale", " fammi sapere come", " fammi sapere cosa", " fammi sapere quando",
		" fammi sapere se devo", " fammi sapere se posso", " fammi sapere se procedere", " dimmi quale",
		" dimmi come", " dimmi se devo", " dimmi cosa", " per favore, conferma", " per favore conferma",
		" conferma ", " ho bisogno che", " ho bisogno di sapere", " ho bisogno della tua", " attendo ",
		" scegli ", " mi serve ", " mi servono ", " tua conferma", " tua decisione",
		// Dutch
		" weten welke", " weten hoe je", " weten of ik", " weten wat je wilt", " weten wat ik",
		" bevestig", " kies ", " ik heb nog ", " ik wacht op je", " wacht op jouw", " geef aan welke",
		" geef aan of", " ik mis nog", " je goedkeuring", " jouw keuze", " jouw beslissing",
		// Polish
		" znać, któr", " znać, czy mam", " znać, jak ", " znać, co ", " znać, gdy", " powiedz, któr",
		" powiedz mi, któr", " proszę o ", " proszę potwierd", " proszę wyb", " potwierdź", " wybierz ",
		" potrzebuję od ", " potrzebuję twoj", " muszę wiedzieć", " czekam na tw", " brakuje mi",
		" twoją decyzję", " twoja decyzja",
		// Other languages
		" hangisini", " onaylay", " lütfen ", " vilken du", " bekräfta", " bekræft", " bekreft",
		" vänligen ", " potvrď", " prosím ", " te rog ", " vă rog ", " vahvista",
	},
	cyrillic: {
		// Russian
		"подтвердите", "подтверди,", "подтверди ", "выберите", "скажите, как", "скажи, как",
		"скажите, что", "скажи, что ", "скажите, нужно", "скажи, нужно", "дайте знать, как",
		"дай знать, как", "дайте знать, когда", "дай знать, когда", "уточните", "уточни,", "укажите",
		"жду вашего", "жду твоего", "жду ваш", "жду тво", "мне нужно знать", "нужно ваше", "нужно твоё",
		"решать вам", "решать тебе", "пожалуйста, ", "сообщите, как", "добавьте", "пришлите",
		"мне не хватает",
		// Ukrainian
		"підтвердіть", "оберіть", "скажіть, як ", "дайте знати, як ", "вкажіть", "будь ласка", "додайте",
		"надішліть",
	},
	eastAsian: {
		// Japanese
		"どちらがよいか", "どちらが良いか", "どちらにするか", "どれにするか", "どの方法", "選んでください", "お選びください", "確認してください", "ご確認ください",
		"確認をお願い", "ご指示ください", "指示をお願い", "決めてください", "進めてよいか", "進めて良いか", "回答をお願い", "入力してください", "設定してください",
		"かどうか教えて", "か教えて", "ご判断", "もう一度お知らせ", "指定してください", "追加してください", "共有してください", "提供してください", "ご提供",
		// Chinese
		"哪一种", "哪一個", "哪一个", "哪种", "哪个方案", "请确认", "請確認", "请选择", "請選擇", "请提供", "請提供", "请决定", "请回复", "請回覆",
		"请先", "是否需要我", "请说明", "我需要你", "我需要您", "等待你的", "等待您的", "等你确认", "等您确认", "选择哪", "请指定", "请把", "请将",
		"請指定",
		// Korean
		"어떤 방식", "어느 쪽", "어떤 것을", "선택해 주세요", "선택해주세요", "확인해 주세요", "확인해주세요", "결정해 주세요", "할지 알려", "제공해 주세요",
		"입력해 주세요", "설정해 주세요", "원하시는지", "답변을 기다", "추가해 주세요", "추가해주세요", "지정해 주세요", "알려 주시면", "알려주시면",
	},
}
