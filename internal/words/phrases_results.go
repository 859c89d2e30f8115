package words

// apiErrors begin messages that Claude Code writes in place of an answer.
var apiErrors = phrases{
	latin: {
		// English
		" api error", " request interrupted", " interrupted by ", " credit balance is too low",
		" claude ai usage limit", " no response requested", " prompt is too long", " invalid api key",
		" please run /login", " claude usage limit", " you've hit your", " oauth token", " (no content)",
		" request timed out", " error: ", " execution error", " fatal: ", " connection lost",
		" connection error", " connection dropped", " rate limit",
		// German
		" fehler: ", " verbindungsfehler",
		// French
		" erreur : ", " erreur: ", " erreur api",
		// Spanish, Portuguese, Italian
		" erro: ", " errore: ", " error de la api", " erro da api",
		// Dutch
		" fout: ", " foutmelding: ",
		// Polish, Czech
		" błąd: ", " chyba: ",
		// Other languages
		" fel: ", " hata: ", " lỗi: ", " kesalahan: ", " galat: ", " feil: ", " fejl: ", " virhe: ",
	},
	cyrillic:   {"ошибка: ", "помилка: ", "ошибка api", "помилка api"},
	eastAsian:  {"エラー:", "エラー：", "错误:", "错误：", "錯誤：", "오류:", "오류 :", "api 错误", "apiエラー", "api 오류"},
	greek:      {"σφάλμα: ", "σφάλμα api"},
	arabic:     {"خطأ: ", "خطأ في api", "خطا: "},
	devanagari: {"त्रुटि: ", "त्रुटि:", "api त्रुटि"},
}

// emptyWords begin messages that tell nothing, as greetings do.
var emptyWords = phrases{
	latin: {
		// English
		" ok. ", " ok ", " okay. ", " understood", " got it", " i understand", " sure.", " sure!",
		" noted", " no problem", " you're welcome", " thanks", " thank you", " alright", " standing by",
		// German
		" verstanden", " gern geschehen", " alles klar",
		// French
		" compris", " de rien", " d'accord", " entendu",
		// Spanish
		" entendido", " de nada",
		// Portuguese
		" certo",
		// Italian
		" capito", " prego",
		// Other languages
		" begrepen", " rozumím", " förstått", " rozumiem", " anladım", " graag gedaan",
	},
	cyrillic: {
		// Russian
		"понял", "понятно", "хорошо",
		// Ukrainian
		"зрозуміло", "пожалуйста",
	},
	eastAsian: {
		// Japanese
		"了解", "承知", "どういたしまして",
		// Chinese
		"好的", "明白", "收到", "不客气",
		// Korean
		"알겠습니다", "네, 알겠",
	},
	greek:      {"κατάλαβα", "εντάξει.", "παρακαλώ!"},
	arabic:     {"فهمت", "حسنا", "حسنًا", "عفوا"},
	devanagari: {"समझ गया", "ठीक है।", "स्वागत"},
}

// unfinished are phrases about work that still goes on, and refusals.
var unfinished = phrases{
	latin: {
		// English
		" i'm waiting", " i am waiting", " i'll wait", " i will wait", " waiting for ", " waiting on ",
		" still running", " still compiling", " still building", " still in progress", " still working",
		" is running", " are running", " running in the background", " in the background",
		" i'll report back", " i'll check ", " i'll be notified", " i'll get notified",
		" i'll let you know", " i'll continue when", " i'll update you", " will notify", " i'll resume",
		" i'll keep ", " i can't help", " i cannot help", " i can't assist", " i won't ",
		" i'm not able to help", " i'm unable to", " i'm not going to", " i can't do that",
		" i don't have access", " i have no access", " i don't know", " i'll stop here", " i can't tell",
		" still going", " are still ", " is still ", " is queued", " are queued", " i'll pause",
		" have no way", " i'll stand by", " standing by", " i'm not able to", " i'd rather not",
		" not something i can", " nothing to report yet", " when it finishes", " when they finish",
		" once they finish", " once they're done", " once it's done", " once it has", " once they have",
		" keep an eye", " keep that in mind", " i'm monitoring", " retrying in ", ", retrying",
		" trying again in",
		" in progress", " please wait", " i'll be back",
		// German
		" läuft noch", " laufen noch", " im hintergrund", " ich warte", " ich melde mich",
		" ich gebe bescheid", " dabei kann ich nicht", " kann ich nicht helfen", " nicht weiterhelfen",
		" arbeiten noch", " arbeitet noch", " sobald sie fertig", " sobald er fertig",
		" sobald es fertig", " läuft gerade", " warte auf", " werde ich informiert",
		// French
		" en arrière-plan", " en cours", " j'attends", " je vous préviendrai", " je te préviendrai",
		" je ne peux pas", " tournent encore", " tourne encore", " dès qu'il", " dès qu'elle",
		" dès qu'ils",
		// Spanish
		" segundo plano", " te avisaré", " esperando ", " no puedo ayudar", " sigue en", " siguen en",
		" todavía se est", " aún se est", " cuando termine",
		// Portuguese
		" aguardando", " vou avisar", " avisarei", " não posso ajudar", " ainda está", " ainda estão",
		" quando terminar",
		// Italian
		" in background", " in sottofondo", " sto aspettando", " in attesa", " ti avviserò",
		" non posso aiutar", " è ancora in", " sono ancora in", " quando avrà finito",
		// Dutch
		" op de achtergrond", " ik wacht", " ik laat het je weten", " daar kan ik niet", " draait nog",
		" draaien nog", " zodra het klaar",
		// Polish
		" w tle", " czekam", " dam znać", " nie mogę pomóc", " wciąż trwa", " nadal trwa",
		" gdy się zakończy",
		// Other languages
		" arka planda", " bekliyorum", " yardımcı olamam", " i bakgrunden", " väntar", " hâlâ çalış",
		" devam ediyor.",
		" sürüyor", " kan inte hjälpa", " pågår", " körs fortfarande", " na pozadí", " ještě běží",
		" stále běží", " čekám",
		" nemohu pomoci", " nemůžu pomoci", " nemohu pomoct", " pořád běží", " masih menunggu",
		" masih berjalan",
		" sedang berjalan", " di latar belakang", " tidak bisa membantu", " tidak dapat membantu",
		" masih diproses",
		" đang chạy", " đang chờ", " vẫn đang", " không thể giúp", " không thể hỗ trợ", " neuer versuch",
		" nouvelle tentative",
		" reintentando", " tentando novamente", " opnieuw proberen", " ponowna próba", " tekrar den",
		" taustalla",
	},
	cyrillic: {
		// Russian
		"в фоне", "ещё идёт", "еще идет", "жду ", "сообщу", "не могу помочь", "ожидаю",
		// Ukrainian
		"у фоновому", "повідомлю", "чекаю", "не могу с этим", "ще триває", "ще виконується",
		"не можу допомогти",
		"ещё выполня", "ещё собира", "ещё работа", "повторная попытка", "повторна спроба", "очікую",
		"ще збира",
	},
	eastAsian: {
		// Japanese
		"バックグラウンド", "実行中", "待機", "待って", "お手伝いできません", "お手伝いすることはできません", "お応えできません", "完了次第", "終わり次第",
		// Chinese
		"后台", "正在运行", "等待", "无法协助", "无法帮助", "無法協助", "不能帮助", "完成后", "仍在", "还在运行", "尚未完成",
		// Korean
		"백그라운드", "실행 중", "기다리", "도와드릴 수 없", "도움을 드릴 수 없", "아직 진행", "완료되면", "끝나면", "진행 중", "다시 시도하는",
	},
	greek: {
		"περιμένω", "τρέχει ακόμ", "ακόμη τρέχ", "ακόμα τρέχ", "σε εξέλιξη", "στο παρασκήνιο",
		"δεν μπορώ να βοηθήσω",
		"δεν μπορώ να σε βοηθήσω", "δεν μπορώ να σας βοηθήσω", "θα σε ενημερώσω", "θα σας ενημερώσω",
	},
	arabic: {
		"في الخلفية", "قيد التشغيل", "قيد التنفيذ", "لا يزال", "لا تزال", "ما زال", "أنتظر", "بانتظار",
		"في انتظار",
		"لا أستطيع المساعدة", "لا أستطيع مساعدت", "لا يمكنني المساعدة", "لا يمكنني مساعدت", "سأخبرك",
	},
	devanagari: {
		"अभी भी", "चल रहा है", "चल रहे हैं", "चल रही है", "बैकग्राउंड", "इंतज़ार कर रहा", "प्रतीक्षा कर रहा",
		"मदद नहीं कर",
		"जारी है",
	},
}

// results are words of sentences that report something done.
var results = phrases{
	latin: {
		// English
		" fixed", " all done", " is done", " added", " updated", " removed", " created", " implemented",
		" committed", " pushed", " merged", " renamed", " refactored", " passed", " all tests",
		" tests pass", " completed", " moved", " replaced", " reverted", " wrote", " changed",
		" deployed",
		// German
		" behoben", " erledigt", " fertig.", " hinzugefügt", " geändert", " aktualisiert",
		// French
		" corrigé", " ajouté", " terminé.",
		// Spanish
		" corregid", " añadid",
		// Portuguese
		" corrigi", " adicion",
		// Italian
		" corretto", " aggiunto",
		// Dutch
		" toegevoegd", " opgelost",
		// Polish
		" naprawi", " dodałem", " dodano", " naprawion", " zrobione", " gotowe", " zmieni",
		// Other languages
		" opraven", " přidal", " přidán", " hotovo", " upraven", " rättat", " rättad", " lagt till",
		" åtgärdat",
		" uppdaterat", " düzelt", " eklendi", " ekledim", " güncelle", " tamamlandı", " đã sửa", " đã thêm",
		" đã xong",
		" đã cập nhật", " sudah selesai", " diperbaiki", " ditambahkan", " saya tambahkan", " diperbarui",
	},
	cyrillic: {
		// Russian
		"исправил", "готово", "добавил", "обновил", "удалил",
		// Ukrainian
		"виправив", "додав",
	},
	eastAsian: {
		// Japanese
		"修正しました", "追加しました", "更新しました", "完了しました",
		// Chinese
		"已修复", "已完成", "已添加", "已更新", "修复了", "添加了",
		// Korean
		"수정했", "추가했", "완료했", "고쳤", "변경했", "완료되었",
	},
	greek: {
		"διόρθωσα", "διορθώθηκε", "πρόσθεσα", "ενημέρωσα", "ολοκληρώθηκε", "προστέθηκε", "έτοιμη.", "έτοιμο.",
	},
	arabic:     {"تم ", "أصلحت", "أضفت", "عدّلت", "حدّثت", "انتهيت"},
	devanagari: {"ठीक कर दि", "जोड़ दि", "बदल दि", "अपडेट कर", "पूरा हो गया", "हो गया है"},
}
