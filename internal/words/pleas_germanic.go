package words

// germanicPleas are the pleas of German, Dutch and Swedish.
var germanicPleas = []pleas{
	{ // German
		script: latin,
		common: []string{" der ", " die ", " das ", " und ", " ich ", " ist ", " nicht ", " den "},
		tell: []string{
			" sag mir", " sage mir", " sagen sie mir", " sag kurz", " sag einfach", " bescheid",
			" schreib mir", " schreiben sie mir", " teil mir", " teile mir", " teilen sie mir",
			" lass mich wissen", " lassen sie mich wissen", " lass es mich wissen", " nenn mir", " nenne mir",
			" verrat mir", " gern wissen", " muss ich wissen", " müsste ich wissen", " muss wissen",
			" ich wüsste gern",
		},
		asked: []string{
			" welche", " ob ", " was ", " wie ", " wo ", " wohin ", " wer ", " wen ", " wann ", " wofür ",
			" sobald ", " dann mache ich", " dann kann ich", " wenn du fertig", " wenn sie fertig",
			" wenn ich anfangen", " wenn ich loslegen", " wenn ich weitermachen", " wenn das so passt",
		},
		unless: []string{" falls ", " wenn ", " sollte", " sofern ", " weitere", " sonst "},
		needing: pair{
			first: []string{
				" brauche ich", " ich brauche", " bräuchte ich", " ich bräuchte", " benötige ich",
				" ich benötige", " fehlt mir", " mir fehlt", " fehlen mir", " mir fehlen",
			},
			second: []string{
				" bevor ", " um weiter", " um fort", " zum weiter", " damit ich", " von dir", " von ihnen",
				" weiterzumachen", " fortfahren", " weitermachen", " dein", " ihre", " damit es weiter",
			},
		},
		unsure: pair{
			first: []string{
				" weiß nicht", " nicht sicher", " unklar", " nicht klar", " nicht eindeutig", " unsicher",
			},
			second: []string{
				" du willst", " du möchtest", " du meinst", " sie wollen", " sie möchten", " sie meinen",
				" gemeint ist", " gewünscht", " du bevorzugst", " du brauchst",
			},
		},
		blocked: pair{
			first: []string{
				" nicht weiter", " nicht fort", " nicht anfangen", " nicht loslegen", " komme ich hier nicht",
				" kann ich nicht",
			},
			second: []string{" ohne ", " solange ", " bevor ", " bis du"},
		},
		refusing: pair{
			first: []string{
				" mache ich nicht", " ich mache das nicht", " noch nichts", " ich warte", " warte ich",
				" fange ich nicht", " fasse ich nicht", " ich fasse", " führe ich nicht", " ändere ich nicht",
				" ich nichts",
			},
			second: []string{
				" ohne dein", " ohne ihr", " bevor du", " bis du", " solange du", " wenn du zustimmst",
				" wenn du es ausdrücklich", " auf dein", " nach deiner",
			},
		},
		promising: pair{
			first: []string{
				" sobald du", " wenn du zustimmst", " wenn du so weit bist", " nachdem du",
				" sobald ich dein", " sobald ich ihr", " sobald das entschieden", " sobald das geklärt",
				" sobald sie mir", " sobald sie zu", " sobald sie bestätig", " sobald sie entsch",
			},
			second: []string{" ich ", " geht es weiter", " geht's weiter"},
		},
		deciding: pair{
			first: []string{
				" solltest du", " solltest sie", " musst du", " müssen sie", " du musst", " ich möchte nicht",
				" möchte ich nicht", " will ich nicht",
			},
			second: []string{" entscheiden", " auswählen"},
		},
		begging: []string{
			" deine wahl", " du entscheidest", " sie entscheiden", " deine rückmeldung", " ihre rückmeldung",
			" deine antwort", " deine zustimmung", " deine einschätzung", " bitte prüf", " bitte lade",
			" bitte gib ", " bitte stell", " bitte leg", " bitte füg", " bitte kopier", " bitte teil",
			" bitte mach", " bitte geh ", " wartet auf dein", " ohne deine zustimmung", " ohne dein ok",
			" ohne deine freigabe", " ohne ihre zustimmung", " ohne ihre freigabe", " liegt bei dir",
			" liegt bei ihnen", " überlasse ich dir", " überlasse ich ihnen", " entscheidung liegt",
		},
		orders: []string{
			" bestätige ", " bestätigen sie", " wählen sie", " entscheide ", " entscheiden sie",
			" schick mir", " schicke mir", " schicken sie mir", " antworte ", " antworten sie", " nenn mir",
			" nennen sie mir", " such dir", " sag ja", " wähle eine", " wähle bitte", " wähle zwischen",
		},
	},
	{ // Dutch
		script: latin,
		common: []string{" de ", " het ", " een ", " ik ", " is ", " niet ", " je "},
		tell: []string{
			" laat me weten", " laat het me weten", " laat weten", " laat me even weten", " laat het weten",
			" vertel me", " zeg me", " zeg even", " zeg maar", " geef aan", " geef even aan",
			" ik wil graag weten", " moet ik weten", " hoor graag",
		},
		asked: []string{
			" welk", " of ik", " of dit", " of dat", " of het", " of je akkoord", " wat ", " hoe ", " waar ",
			" wie ", " wanneer ", " zodra ", " dan ga ik", " dan kan ik", " als je klaar",
		},
		unless: []string{" als ", " mocht ", " indien ", " nog ", " anders "},
		needing: pair{
			first: []string{" heb ik nodig", " ik nodig", " mis ik", " ik mis ", " ik heb je "},
			second: []string{
				" voordat ", " voor ik", " om verder", " om door", " van je", " van jou", " van u",
				" zodat ik", " jouw ",
			},
		},
		unsure: pair{
			first:  []string{" weet niet", " niet zeker", " onduidelijk", " niet duidelijk"},
			second: []string{" je wilt", " je bedoelt", " u wilt", " u bedoelt", " bedoeld", " je wil "},
		},
		blocked: pair{
			first:  []string{" niet verder", " niet doorgaan", " niet beginnen", " niet door"},
			second: []string{" zonder ", " totdat ", " zolang ", " voordat ", " tot je"},
		},
		refusing: pair{
			first: []string{
				" doe ik niet", " ik doe dit niet", " ik wacht", " wacht ik", " nog niets", " begin ik niet",
			},
			second: []string{
				" zonder jouw", " zonder je ", " tot je ", " totdat je", " voordat je", " tenzij je",
				" op je ",
			},
		},
		promising: pair{
			first:  []string{" zodra je", " zodra u", " als je akkoord", " wanneer je klaar", " nadat je"},
			second: []string{" ik ", " ga ik", " kan ik"},
		},
		deciding: pair{
			first: []string{
				" aan jou", " aan u", " ik wil niet", " wil ik niet", " moet jij", " moet je zelf",
				" kan ik niet",
			},
			second: []string{" kies", " beslis", " bepalen"},
		},
		begging: []string{
			" jouw akkoord", " je akkoord", " is aan jou", " is aan u", " graag je ", " graag jouw",
			" kun je me de", " je beslissing", " je keuze", " jouw antwoord", " je antwoord",
			" zonder je akkoord", " zonder jouw toestemming",
		},
		orders: []string{
			" stuur me", " stuur mij", " geef me", " geef mij", " kies ", " beslis ", " antwoord ", " zeg ",
		},
	},
	{ // Swedish
		script: latin,
		common: []string{" och ", " att ", " jag ", " är ", " det ", " en ", " inte ", " som "},
		tell: []string{
			" säg till", " säg ", " berätta", " meddela", " låt mig veta", " hör av dig", " behöver veta",
			" behöver jag veta", " vill gärna veta", " skriv ",
		},
		asked: []string{
			" vilke", " vilka", " om jag ska", " om jag får", " om jag kan börja", " om jag kan köra",
			" vad ", " hur ", " var ", " vem ", " när du", " så snart", " så kör jag", " så fortsätter",
			" så börjar jag", " så gör jag",
		},
		unless: []string{" om ", " ifall ", " något mer", " mer "},
		needing: pair{
			first: []string{" jag behöver", " behöver jag", " jag saknar", " saknar jag"},
			second: []string{
				" innan ", " för att fortsätta", " för att kunna", " för att gå vidare", " från dig",
				" av dig", " så att jag", " för att börja", " din ", " ditt ",
			},
		},
		unsure: pair{
			first:  []string{" vet inte", " osäker", " oklart", " inte säker"},
			second: []string{" du vill", " du menar", " du menade", " ni vill", " ni menar", " du föredrar"},
		},
		blocked: pair{
			first: []string{
				" inte fortsätta", " inte gå vidare", " inte börja", " inte komma vidare",
				" kommer inte vidare",
			},
			second: []string{" utan ", " förrän ", " innan ", " så länge "},
		},
		refusing: pair{
			first: []string{
				" jag gör inte", " gör jag inte", " jag väntar", " väntar jag", " jag vill inte",
				" väntar med",
			},
			second: []string{
				" utan ditt", " utan din", " förrän du", " innan du", " om du inte säger", " på ditt",
				" på din",
			},
		},
		promising: pair{
			first: []string{
				" när du har", " så snart du", " så fort du", " när du är klar", " efter att du",
				" när du säger",
			},
			second: []string{" jag "},
		},
		deciding: pair{
			first:  []string{" vill inte", " upp till", " du får", " ni får", " kan inte", " behöver du"},
			second: []string{" bestämma", " välja", " avgöra"},
		},
		begging: []string{
			" ditt godkännande", " ditt beslut", " ditt svar", " din bekräftelse", " ditt val", " ditt ok",
			" du bestämmer", " du väljer", " är du snäll", " snälla ", " upp till dig",
		},
		orders: []string{" välj ", " bekräfta", " skicka ", " ge mig", " svara ", " godkänn", " klistra in"},
	},
}
