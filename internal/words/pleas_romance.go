package words

// romancePleas are the pleas of French and Italian.
var romancePleas = []pleas{
	{ // French
		script: latin,
		common: []string{" le ", " la ", " les ", " de ", " je ", " et ", " est ", " des "},
		tell: []string{
			" dites-moi", " dis-moi", " dites moi", " dis moi", " indiquez-moi", " indique-moi", " indiquez",
			" faites-moi savoir", " fais-moi savoir", " précisez", " précise-moi", " besoin de savoir",
			" il me faut savoir", " me dire", " m'indiquer", " me préciser", " expliquez-moi",
			" j'aimerais savoir", " prévenez-moi", " préviens-moi", " me faire savoir",
		},
		asked: []string{
			" quel", " lequel", " laquelle", " lesquel", " ce que ", " ce qui ", " comment ", " où ", " qui ",
			" quand ", " combien", " dès que", " une fois ", " si je dois", " si je peux commencer",
			" si je peux continuer", " si je peux lancer", " si je peux y aller", " si je lance",
			" si je continue", " si je commence", " et je ", " votre ", " ton ", " ta ", " le ", " la ",
			" les ",
		},
		unless: []string{" si ", " au cas où", " autre"},
		needing: pair{
			first: []string{
				" j'ai besoin", " il me faut", " il me faudrait", " j'aurais besoin", " il me manque",
				" me manque",
			},
			second: []string{
				" avant de", " avant que", " pour continuer", " pour poursuivre", " pour avancer",
				" pour que je", " pour pouvoir", " de votre part", " de ta part", " pour terminer",
				" pour finir", " afin de", " pour commencer", " pour aller plus", " de vous", " de toi",
			},
		},
		unsure: pair{
			first: []string{
				" je ne sais pas", " je ne suis pas sûr", " je ne suis pas certain", " pas clair", " ambigu",
			},
			second: []string{
				" vous voulez", " tu veux", " vous souhaitez", " tu souhaites", " vous préférez",
				" tu préfères", " vous parlez", " tu parles", " vous entendez",
			},
		},
		blocked: pair{
			first: []string{
				" peux pas continuer", " peux pas poursuivre", " peux pas avancer", " peux pas aller plus",
				" peux pas commencer", " peux pas terminer", " impossible de continuer",
				" impossible d'aller plus", " je suis bloqué", " impossible d'avancer",
			},
			second: []string{" sans ", " tant que", " avant ", " faute de", " car ", " il me "},
		},
		refusing: pair{
			first: []string{
				" je n'ai rien", " je n'ai encore rien", " je ne ferai", " je ne veux pas",
				" je préfère ne pas", " je préfère attendre", " je ne lance", " rien n'a ", " je ne touche",
				" je me suis arrêté", " je n'ai pas",
			},
			second: []string{
				" sans votre", " sans ton", " sans ta", " avant que vous", " tant que vous", " avant que tu",
				" tant que tu",
			},
		},
		promising: pair{
			first: []string{
				" dès que vous", " dès que tu", " une fois que vous", " une fois que tu", " quand vous aurez",
				" quand tu auras", " lorsque vous aurez", " après votre", " dès votre", " dès que j'ai votre",
				" quand vous êtes prêt", " quand tu es prêt",
			},
			second: []string{" je ", " j'", " prêt"},
		},
		deciding: pair{
			first: []string{
				" à vous de", " à toi de", " je ne veux pas", " je préfère que vous", " je préfère que tu",
				" je vous laisse", " je te laisse",
			},
			second: []string{
				" choisir", " décider", " trancher", " décidiez", " décides", " choisissiez", " choisisses",
				" dire", " voir",
			},
		},
		begging: []string{
			" merci d'ajouter", " merci de fournir", " merci de m'", " merci de valider", " votre choix",
			" ton choix", " votre validation", " ta validation", " votre réponse", " ta réponse",
			" votre confirmation", " ta confirmation", " j'attends que vous", " j'attends que tu",
			" en attente de votre", " en attente de ta", " votre retour", " ton retour", " c'est vous qui",
			" c'est à vous", " c'est à toi",
		},
		orders: []string{
			" choisissez", " choisis ", " confirmez", " validez", " envoyez-moi", " envoie-moi",
			" donnez-moi", " donne-moi", " répondez", " réponds ", " collez", " transmettez", " communiquez",
			" fournissez",
		},
	},
	{ // Italian
		script: latin,
		common: []string{" il ", " la ", " di ", " che ", " è ", " per ", " non ", " i "},
		tell: []string{
			" dimmi", " mi dica", " ditemi", " fammi sapere", " fatemi sapere", " mi faccia sapere",
			" indicami", " mi indichi", " ho bisogno di sapere", " devo sapere", " dovrei sapere",
			" vorrei sapere", " mi serve sapere", " spiegami", " avvisami", " scrivimi",
		},
		asked: []string{
			" qual", " cosa ", " che cosa", " come ", " dove ", " chi ", " quando ", " quant", " appena ",
			" se devo", " se posso procedere", " se posso iniziare", " se posso partire",
			" se posso continuare", " se procedo", " se procedere", " se va bene", " e procedo",
			" e continuo", " e lo ", " la tua",
		},
		unless: []string{" se ", " qualora", " altr", " qualc"},
		needing: pair{
			first: []string{
				" ho bisogno", " avrei bisogno", " mi serve", " mi servono", " mi manca", " mi mancano",
				" mi servirebbe",
			},
			second: []string{
				" prima di", " per continuare", " per proseguire", " per andare avanti", " per procedere",
				" per poter", " da te", " da parte tua", " da voi", " da lei", " per finire",
				" per completare", " per iniziare", " affinché", " tuo ", " tua ",
			},
		},
		unsure: pair{
			first: []string{" non so", " non sono sicur", " non è chiaro", " non mi è chiaro"},
			second: []string{
				" vuoi", " preferisci", " intendi", " intendevi", " desideri", " vuole", " preferisce",
				" intende",
			},
		},
		blocked: pair{
			first: []string{
				" non posso continuare", " non posso procedere", " non posso proseguire",
				" non posso andare avanti", " non riesco ad andare avanti", " non riesco a proseguire",
				" non posso iniziare", " sono bloccat", " non posso completare",
			},
			second: []string{" senza ", " finché ", " fino a", " prima ", " perché "},
		},
		refusing: pair{
			first: []string{
				" non lo faccio", " non voglio", " preferisco non", " non farò", " non ho ancora",
				" non vorrei", " non tocco",
			},
			second: []string{
				" senza il tuo", " senza la tua", " senza il suo", " finché non", " prima che tu",
				" a meno che",
			},
		},
		promising: pair{
			first: []string{
				" appena mi", " appena conferm", " quando mi ", " quando vuoi", " una volta che hai",
				" una volta che mi", " appena hai", " appena avrai", " appena decidi",
			},
			second: []string{
				" proced", " continu", " posso", " inizi", " parto", " prosegu", " vado", " faccio",
				" lancio", " eseguo", " pronto", " mi metto", " farò", " applico",
			},
		},
		deciding: pair{
			first: []string{
				" non voglio", " preferisco che", " vorrei che", " devi", " sta a te", " tocca a te",
				" spetta a te", " lascio a te", " non vorrei",
			},
			second: []string{" decid", " scegl", " scelt"},
		},
		begging: []string{
			" la tua risposta", " il tuo ok", " la tua scelta", " il tuo via", " la tua approvazione",
			" decidi tu", " scegli tu", " in attesa di una tua", " in attesa della tua", " in attesa di tua",
			" aspetto la tua", " aspetto il tuo", " aspetto una tua", " attendo la tua", " attendo il tuo",
			" sta a te", " il tuo permesso",
		},
		orders: []string{
			" conferma che", " conferma se", " conferma pure", " confermami", " scegli ", " decidi ",
			" inviami", " mandami", " incolla qui", " rispondi", " dammi", " passami", " condividi",
			" mi mandi", " mi invii",
		},
	},
}
