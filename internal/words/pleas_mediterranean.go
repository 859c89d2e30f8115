package words

// mediterraneanPleas are the pleas of Turkish, Greek and Arabic.
var mediterraneanPleas = []pleas{
	{ // Turkish
		script: latin,
		common: []string{" ve ", " bir ", " için ", " bu ", " de ", " da ", " ile ", " var "},
		tell: []string{
			" hangi", " nasıl", " ne ", " nere", " kim ", " ne zaman", " kaç", " mı ", " mi ", " mu ", " mü ",
			" seçimini", " kararını", " istediğini", " tercihini", " gerektiğini", " gerekip",
		},
		asked: []string{
			" söyle ", " söyle.", " söyle,", " söyleyin", " söyler mis", " bildir.", " bildirin",
			" haber ver.", " haber verin", " haber vermen", " yaz.", " yazın", " belirt.", " belirtin",
			" seç.", " seçin", " karar ver.", " karar verin", " iletin", " yanıtla", " bilmem gerek",
		},
		unless: []string{" eğer ", " isterse", " varsa", " olursa", " başka", " yanlış", " gerekirse"},
		needing: pair{
			first: []string{" ihtiyacım var", " gerekiyor", " lazım", " gerekli"},
			second: []string{
				" devam edebilmem", " devam etmem için", " devam etmek için", " ilerleyebilmem",
				" ilerlemek için", " başlayabilmem", " senden", " sizden", " onayın", " kararın", " bilmem",
			},
		},
		unsure: pair{
			first: []string{" bilmiyorum", " emin değilim", " net değil", " belli değil", " belirsiz"},
			second: []string{
				" istediğin", " kastettiğin", " tercih ettiğin", " kastediyor", " hangisini", " istiyorsun",
			},
		},
		blocked: pair{
			first: []string{
				" devam edemem", " devam edemiyorum", " ilerleyemem", " ilerleyemiyorum", " başlayamam",
				" başlayamıyorum", " tamamlayamıyorum",
			},
			second: []string{" olmadan", " kadar ", " önce", " için ", " yoksa", " madan ", " meden "},
		},
		refusing: pair{
			first: []string{
				" yapmayacağım", " yapmam", " çalıştırmayacağım", " dokunmadım", " bekliyorum", " durdum",
				" istemiyorum", " çalıştırmadım", " yapmadım",
			},
			second: []string{" onayın", " iznin", " sen ", " siz ", " kararın", " cevabın", " yanıtın"},
		},
		promising: pair{
			first: []string{
				" onaylarsan", " onayladığın", " karar verdiğin", " onay ver", " seçtiğin", " söylediğin",
				" hazır olduğun", " gönderdiğin", " söylersen", " seçersen", " onayından sonra",
				" onayınızdan sonra", " paylaştığın", " yanıtına göre", " cevabına göre", " yazarsan",
			},
			second: []string{
				" başla", " devam", " eder", " ederim", " yaparım", " çalıştır", " hazır", " geçer",
				" geçiyorum", " uygula", "ırım ", "irim ", "arım ", "erim ", "acağım", "eceğim",
			},
		},
		deciding: pair{
			first:  []string{" karar", " seçim", " tercih"},
			second: []string{" senin.", " sizin.", " senin,", " sizin,", " sana kalm", " size kalm"},
		},
		begging: []string{
			" onayını", " onayınızı", " kararını bekli", " cevabını", " yanıtını", " karar verin",
			" sana kalmış", " size kalmış", " sana bırak", " size bırak", " karar senin", " karar sizin",
			" iznin olmadan", " onayın olmadan", " onayınız olmadan", " gönderir misin", " paylaşın",
			" iletin", " onayla.", " onaylayın", " onaylar mısın", " onay ver.", " onay verin",
			" onay vermen",
		},
	},
	{ // Greek
		script: greek,
		tell: []string{
			"πες μου", "πείτε μου", "ενημέρωσέ με", "ενημερώστε με", "γράψε μου", "γράψτε μου",
			"πρέπει να ξέρω", "πρέπει να γνωρίζω", "θα ήθελα να ξέρω", "χρειάζεται να ξέρω", "διευκρίνισε",
			"διευκρινίστε", "θέλω να ξέρω", " πες ", "διάλεξε", "επίλεξε", "επιλέξτε", "διαλέξτε",
			"αποφάσισε", "αποφασίστε",
		},
		asked: []string{
			" ποι", " πώς", " τι ", " πού", " πότε", " πόσ", " αν να", " αν πρέπει", " αν μπορώ",
			" αν θέλεις να προχωρ", " αν θέλετε να προχωρ", " αν προχωρ", " αν συμφων", " μόλις ", " όταν ",
			" και θα ", " ώστε να", " εάν πρέπει",
		},
		unless: []string{" αν ", " εάν ", " κάτι άλλο", " άλλο "},
		needing: pair{
			first:  []string{"χρειάζομαι", "μου λείπ", "θα χρειαστώ", "θα χρειαζόμουν"},
			second: []string{" πριν ", " για να ", " από εσάς", " από εσένα", " ώστε να", " σας ", " σου "},
		},
		unsure: pair{
			first:  []string{"δεν ξέρω", "δεν είμαι σίγουρ", "δεν είναι σαφές", "ασαφές", "δεν γνωρίζω"},
			second: []string{"θέλεις", "θέλετε", "εννοείς", "εννοείτε", "προτιμάς", "προτιμάτε"},
		},
		blocked: pair{
			first: []string{
				"δεν μπορώ να συνεχίσω", "δεν μπορώ να προχωρήσω", "δεν μπορώ να ξεκινήσω",
				"δεν μπορώ να ολοκληρώσω",
			},
			second: []string{"χωρίς", "μέχρι", "αν δεν", "πριν", "γιατί"},
		},
		refusing: pair{
			first: []string{"δεν θα ", "δεν θέλω να", "δεν έχω ", "περιμένω", "σταμάτησα"},
			second: []string{
				"χωρίς την έγκρισή", "χωρίς τη δική", "χωρίς το οκ", "αν δεν μου", "πριν μου", "μέχρι να μου",
				"απάντησή", "απόφασή", "έγκρισή", "χωρίς την άδειά",
			},
		},
		promising: pair{
			first: []string{
				"μόλις μου", "μόλις επιβεβαι", "μόλις αποφασ", "όταν μου", "μόλις εγκρί", "αφού επιβεβαι",
				"αφού αποφασ", "όταν είσαι έτοιμ", "όταν είστε έτοιμ", "μόλις διαλέξ", "μόλις επιλέξ",
				"μόλις συμφων", "μόλις στεί",
			},
			second: []string{" θα ", "ξεκιν", "συνεχ", "προχωρ", "μπορώ", "έτοιμ"},
		},
		deciding: pair{
			first:  []string{" εσύ", " εσείς", " σε εσένα", " σε εσάς"},
			second: []string{"αποφασί", "επιλέξ", "διάλεξ", "διαλέξ", "εναπόκειται", "απόφαση"},
		},
		begging: []string{
			"επιβεβαιώστε", "περιμένω την απάντησ", "περιμένω την έγκρισ", "περιμένω την απόφασ",
			"στείλε μου", "στείλτε μου", "δώσε μου", "δώστε μου", "χωρίς την έγκρισή", "χωρίς την άδειά",
			"παρακαλώ στείλ", "παρακαλώ επιβεβαι", "αποφασίστε", "την απόφασή σ", "την έγκρισή σ",
			"επιβεβαίωσέ μου",
		},
	},
	{ // Arabic
		script: arabic,
		tell: []string{
			"أخبرني", "أخبريني", "أخبروني", "قل لي", "أعلمني", "أحتاج أن أعرف", "أحتاج إلى معرفة",
			"أود معرفة", "وضّح", "أبلغني", "اكتب لي", "حدد لي", "حدّد لي",
		},
		asked: []string{
			" أي ", " أيّ", " أيهما", " أيها", " ماذا", " كيف", " هل ", " متى", " أين", " كم ", " ما إذا",
			" إن كان علي", " لأبدأ", " لأكمل", " لأتابع", " حتى أ", " وسأ", " بأي", " الخيار", " عندما ",
			" بمجرد", "قرارك", "اختيارك", " ما هو", " ما هي", " ما الذي",
		},
		unless: []string{
			"إذا احتج", "إذا أرد", "إن أرد", "إذا كان لديك", "إذا كنت", "إن احتج", "أي شيء آخر", "إذا رغبت",
			"أي أسئلة", "أي تعديل",
		},
		needing: pair{
			first: []string{"أحتاج", "ينقصني", "يلزمني", "أنا بحاجة"},
			second: []string{
				"قبل أن", "للمتابعة", "لأتابع", "لأكمل", "لأتمكن", "حتى أ", "كي أ", "منك", "لكي أ", "لإكمال",
				"للاستمرار", "موافقتك", "قرارك", "لمتابعة",
			},
		},
		unsure: pair{
			first:  []string{"لا أعرف", "لست متأكد", "لا أعلم", "غير واضح", "ليس واضح", "لا أدري"},
			second: []string{"تريد", "تقصد", "تفضل", "ترغب", "قصدت"},
		},
		blocked: pair{
			first: []string{
				"لا أستطيع المتابعة", "لا أستطيع الاستمرار", "لا يمكنني المتابعة", "لا يمكنني الاستمرار",
				"لا أستطيع البدء", "لا يمكنني البدء", "لا أستطيع أن أكمل", "لا أستطيع إكمال",
				"لا يمكنني إكمال",
			},
			second: []string{"بدون", "دون ", "حتى ", "قبل ", "إلا "},
		},
		refusing: pair{
			first: []string{"لن أ", "لا أريد أن", "لم أ", "أنتظر", "توقفت", "في انتظار", "بانتظار"},
			second: []string{
				"موافقتك", "دون إذن", "بدون إذن", "حتى توافق", "حتى تؤكد", "تأكيدك", "قرارك", "قبل أن توافق",
				"قبل أن تؤكد", "إذنك", "جوابك", " ردك",
			},
		},
		promising: pair{
			first: []string{
				"بمجرد أن ت", "عندما ت", "حالما ت", "بعد أن ت", "بعد موافقتك", "بعد تأكيدك", "فور موافقتك",
				"فور تأكيدك", "حين ت", "متى ما",
			},
			second: []string{"سأ", "أبدأ", "أكمل", "أتابع", "يمكنني", "أنفذ"},
		},
		deciding: pair{
			first:  []string{"أترك لك", "لا أريد أن"},
			second: []string{"القرار", "الاختيار", "أقرر", "أختار"},
		},
		begging: []string{
			"يرجى تأكيد", "يرجى التأكيد", "يرجى اختيار", "يرجى تحديد", "يرجى إرسال", "يرجى تزويدي",
			"من فضلك أكد", "من فضلك اختر", "من فضلك أرسل", "أرجو تأكيد", "أرجو التأكيد", "أرجو إرسال",
			"أرجو تحديد", "أرجو اختيار", "أكد لي", "اختر ", "أرسل لي", "أعطني", "زودني", "بانتظار ردك",
			"بانتظار قرارك", "في انتظار قرارك", "في انتظار ردك", "موافقتك", "دون إذنك", "بانتظار تأكيدك",
			"في انتظار تأكيدك", "أنتظر قرارك", "أنتظر ردك", "القرار لك", "الخيار لك", "القرار يعود",
			"متروك لك", "القرار عندك", "الاختيار لك",
		},
	},
}
