package words

// iberianPleas are the pleas of Spanish and Portuguese.
var iberianPleas = []pleas{
	{ // Spanish
		script: latin,
		common: []string{" el ", " la ", " de ", " que ", " en ", " los ", " no ", " y "},
		tell: []string{
			" dime", " dígame", " díganme", " indícame", " indíqueme", " avísame", " avíseme", " hazme saber",
			" cuéntame", " necesito saber", " necesitaría saber", " me gustaría saber", " decirme",
			" confírmame", " confírmeme", " acláreme", " aclárame",
		},
		asked: []string{
			" cuál", " qué ", " cómo ", " dónde ", " quién", " cuándo ", " cuánt", " en cuanto", " cuando ",
			" si debo", " si procedo", " si puedo empezar", " si puedo continuar", " si puedo seguir",
			" si sigo", " si continúo", " si empiezo", " si lo hago", " y sigo", " y continúo", " y lo ",
			" tu ", " su ", " si te parece bien", " si estás de acuerdo", " si está de acuerdo",
		},
		unless: []string{" si ", " más ", " otra", " alg"},
		needing: pair{
			first: []string{" necesito", " necesitaría", " me falta", " me hace falta", " me faltan"},
			second: []string{
				" antes de", " para continuar", " para seguir", " para poder", " para avanzar",
				" de tu parte", " de su parte", " para terminar", " que me ", " para empezar", " de ti",
			},
		},
		unsure: pair{
			first: []string{
				" no sé", " no estoy segur", " no tengo claro", " no está claro", " no queda claro",
			},
			second: []string{
				" quieres", " quiere ", " prefieres", " prefiere", " te refieres", " se refiere", " deseas",
				" desea",
			},
		},
		blocked: pair{
			first: []string{
				" no puedo seguir", " no puedo continuar", " no puedo avanzar", " no puedo empezar",
				" no puedo terminar", " estoy bloquead", " no podré", " no puedo proceder",
			},
			second: []string{" sin ", " hasta ", " mientras ", " porque ", " antes "},
		},
		refusing: pair{
			first: []string{
				" no lo haré", " no voy a", " no quiero", " prefiero no", " no haré", " no he ",
				" todavía no", " aún no",
			},
			second: []string{
				" sin tu", " sin su", " hasta que me", " hasta que lo confirm", " hasta que confirm",
				" a menos que",
			},
		},
		promising: pair{
			first: []string{
				" en cuanto me", " cuando me ", " en cuanto lo confirm", " en cuanto confirm",
				" en cuanto decid", " cuando confirm", " cuando quieras", " una vez que me",
				" cuando lo tengas", " cuando lo hayas", " una vez confirm",
			},
			second: []string{
				" continú", " sigo", " empiezo", " lanzo", " puedo", " podré", " procedo", " lo ", " la ",
				" ejecuto", " hago", " me pongo", " seguiré", " haré", " aplico", " listo", " termino",
			},
		},
		deciding: pair{
			first: []string{
				" no quiero", " prefiero que", " me gustaría que", " te toca", " tienes que", " te dejo",
				" tú ",
			},
			second: []string{" decid", " elij", " elegir", " eliges", " escoj", " escoger"},
		},
		begging: []string{
			" tu respuesta", " su respuesta", " tu visto bueno", " su visto bueno", " su confirmación",
			" su decisión", " tu elección", " depende de ti", " tú decides", " usted decide", " espero a que",
			" espero tu", " espero su", " a la espera de tu", " a la espera de su", " sin tu permiso",
			" sin su permiso", " tu autorización",
		},
		orders: []string{
			" confírma", " confirme ", " confirma si ", " confirma y ", " confirma que quieres", " elige una",
			" elige cuál", " elige entre", " elija una", " elija cuál", " escoge una", " decida ", " envíame",
			" envíeme", " pásame", " páseme", " pega aquí", " respónde", " dame", " deme", " apruéba",
		},
	},
	{ // Portuguese
		script: latin,
		common: []string{" o ", " a ", " de ", " que ", " do ", " da ", " e ", " não "},
		tell: []string{
			" me diga", " diga-me", " me diz", " diz-me", " me avise", " avise-me", " avisa-me", " me fala",
			" me informe", " informe-me", " informe ", " me conte", " preciso saber", " precisaria saber",
			" gostaria de saber", " me dizer", " me confirma", " diga ",
		},
		asked: []string{
			" qual", " quais", " o que ", " como ", " onde ", " quem ", " quando ", " quant", " assim que",
			" se devo", " se posso começar", " se posso continuar", " se posso seguir",
			" se posso prosseguir", " se sigo", " se continuo", " se está de acordo", " se concorda",
			" que eu ", " e eu ", " sua ", " seu ",
		},
		unless: []string{" se ", " caso ", " mais ", " algum", " outr"},
		needing: pair{
			first: []string{
				" preciso d", " preciso que", " preciso saber", " precisaria", " me falta", " me faltam",
			},
			second: []string{
				" antes de", " para continuar", " para prosseguir", " para seguir", " para poder",
				" para avançar", " de você", " da sua parte", " da tua parte", " para que eu",
				" para terminar", " para começar", " você ",
			},
		},
		unsure: pair{
			first: []string{
				" não sei", " não tenho certeza", " não tenho a certeza", " não está claro",
				" não ficou claro",
			},
			second: []string{
				" você quer", " você prefere", " queres", " preferes", " você se refere", " você deseja",
				" quis dizer",
			},
		},
		blocked: pair{
			first: []string{
				" não posso continuar", " não consigo continuar", " não posso prosseguir",
				" não consigo prosseguir", " não consigo avançar", " não posso avançar", " não posso seguir",
				" não consigo seguir", " não posso começar", " não consigo terminar", " estou bloquead",
			},
			second: []string{" sem ", " até ", " enquanto ", " porque ", " antes "},
		},
		refusing: pair{
			first: []string{
				" não vou", " não quero", " prefiro não", " não farei", " ainda não", " nada foi",
			},
			second: []string{
				" sem a sua", " sem sua", " sem o seu", " sem seu", " sem a tua", " sem o teu",
				" até que você", " até você", " a menos que você", " antes que você",
			},
		},
		promising: pair{
			first: []string{
				" assim que você", " assim que me", " assim que confirm", " quando você", " quando me",
				" quando quiser", " depois que você", " assim que tiver a sua", " assim que receber",
			},
			second: []string{
				" eu ", " continuo", " posso", " vou ", " sigo", " começo", " prossigo", " executo", " faço",
				" pronto para", " aplico", " retomo",
			},
		},
		deciding: pair{
			first: []string{
				" não quero", " prefiro que", " gostaria que", " cabe a", " deixo ", " você precisa",
				" fica a",
			},
			second: []string{" decid", " escolh", " critério"},
		},
		begging: []string{
			" sua resposta", " sua escolha", " seu ok", " seu aval", " sua autorização", " você decide",
			" você escolhe", " aguardo ", " aguardando sua", " a decisão é sua", " a escolha é sua",
			" sem a sua permissão", " sua autorização",
		},
		orders: []string{
			" confirme ", " confirme,", " escolha uma", " escolha entre", " escolha qual", " decida ",
			" envie ", " me envie ", " me mande ", " me passe ", " responda ", " cole aqui", " compartilhe ",
			" aprove ",
		},
	},
}
