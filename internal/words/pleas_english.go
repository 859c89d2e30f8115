package words

// englishPleas are the pleas of English.
var englishPleas = []pleas{
	{ // English
		script: latin,
		common: []string{" the ", " to ", " a ", " and ", " is ", " i ", " you ", " it ", " of "},
		tell:   []string{" tell me", " let me know", " give me a hint", " i'd like to know"},
		asked: []string{
			" which", " whether", " what ", " what's", " where ", " who ", " whose ", " how ", " when you",
			" when it", " when that", " once ", " as soon as you", " your ", " and i'll", " and i can",
			" and i will", " so i can", " so that i", " to go ", " to continue", " to proceed",
			" if i should", " if i may", " if i can start", " if i can go", " if i can proceed",
			" if they're ok", " if they're right", " if they're fine", " if it's ok", " if it's right",
			" if it's fine", " if that's ok", " if that's right", " if that's fine", " if this is ok",
			" if this is right", " if this is fine",
		},
		unless: []string{" if ", " should you", " in case", " any", " else", " other "},
		needing: pair{
			first: []string{
				" i need a", " i need one", " i need two", " i need it", " i need this", " i need that",
				" i need these", " i need those", " i need some", " i need more", " i need either",
				" i need before", " i need for", " i need from", " i need in", " i need to know", " i'd need",
				" i would need", " i'll need", " i will need", " i still need", " i require", " i'm missing",
				" i need input", " i need information", " need from you", " need input from",
			},
			second: []string{
				" before i ", " to go on", " to go further", " to continue", " to proceed", " to move on",
				" to move forward", " to start", " to get started", " to finish", " to complete", " from you",
				" so i can", " so that i", " for me to", " until i ", " from your side",
			},
		},
		unsure: pair{
			first: []string{
				" i'm not sure", " i am not sure", " i'm unsure", " i don't know", " i do not know",
				" unclear", " isn't clear", " not clear", " i can't tell", " i cannot tell", " ambiguous",
			},
			second: []string{
				" you want", " you mean", " you meant", " you prefer", " you'd prefer", " you'd like",
				" you would like", " you intend", " you have in mind", " you had in mind", " you expect",
			},
		},
		blocked: pair{
			first: []string{
				" can't continue", " cannot continue", " can't proceed", " cannot proceed", " can't go on",
				" cannot go on", " can't go further", " cannot go further", " can't start", " cannot start",
				" can't finish", " cannot finish", " can't go any further", " unable to continue",
				" unable to proceed", " blocked on", " blocked until", " can't move on",
				" can't move forward",
			},
			second: []string{
				" without ", " until ", " unless ", " before ", " on ", " because ", " as long as ",
			},
		},
		refusing: pair{
			first: []string{
				" i won't", " i will not", " i'd rather not", " i would rather not", " i don't want to",
				" i do not want to", " i haven't", " i have not", " i'll wait", " i will wait",
				" i'm waiting", " i've stopped", " stopped there", " i stopped", " i'm holding", " i'll hold",
				" on hold", " i'm not going to",
			},
			second: []string{
				" unless you", " before you", " without your", " until you've", " until you say",
				" until you tell", " until you confirm", " until you decide", " until you answer",
				" until you approve", " until you pick", " until you choose", " until you give",
				" until you let me", " until you reply", " until you agree",
			},
		},
		promising: pair{
			first: []string{
				" once you", " as soon as you", " when you've", " when you're", " when you are",
				" whenever you're", " whenever you are", " after you", " the moment you", " once we agree",
				" once that's decided", " once it's decided", " depending on your", " depending on what you",
				" depending on which", " on your ok", " on your go", " with your ok", " until you've",
				" until you say", " until you tell", " until you confirm", " until you decide",
				" until you answer", " until you approve", " until you pick", " until you choose",
				" until you give", " until you let me", " until you reply", " until you agree",
			},
			second: []string{
				" i'll ", " i will ", " i can ", " i could ", " i'd ", " ready to ", " ready for ",
			},
		},
		deciding: pair{
			first: []string{
				" i'd like you to", " i would like you to", " i want you to", " i don't want to",
				" i do not want to", " i'd rather you", " i'd rather not", " i shouldn't", " i can't",
				" i cannot", " for you to", " i'd prefer that you", " i'd prefer you", " is yours to",
				" i'll let you", " i'll leave it to you to", " i leave it to you to",
			},
			second: []string{" decide", " choose", " pick "},
		},
		begging: []string{
			" without your ok", " without your permission", " without your approval", " i need the ",
			" without your consent", " without your confirmation", " without your go", " without your say",
			" unless you say", " unless you tell me", " i need your", " i need you to", " i need access",
			" needs your ", " you decide.", " over to you", " your turn", " in your court",
			" needs a decision", " need a decision", " left open is", " still open is", " thing left open",
			" for you to decide", " please let me know which", " please let me know wh",
			" please try again and", " please upload", " please attach", " please point me",
			" please review and", " point me to", " i'm waiting for an answer", " i'm waiting for a decision",
			" which one is up to you", " pending your", " subject to your", " leave the decision to you",
			" leave that to you", " leave it to you", " leave this to you", " is your choice",
			" wait for your ", " waiting for your ", " awaiting your ", " waiting on your ",
		},
		orders: []string{
			" say ", " confirm ", " confirm,", " reply with", " reply yes", " respond with", " approve ",
			" decide ", " give me the ", " give me your", " send me the ", " send me your", " pick one",
			" pick wh", " pick bet", " choose one", " choose wh", " choose bet", " select one",
			" waiting for you", " awaiting you", " waiting on you", " your choice",
		},
	},
}
