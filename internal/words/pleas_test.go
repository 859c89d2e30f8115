package words_test

import (
	"testing"

	"atm/internal/words"
	"atm/tmuxopt"
)

// TestIntentOfPleas has sentences of the kinds of pleas, without a question mark.
func TestIntentOfPleas(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		messages []string
	}{
		{"an order to tell what", []string{
			"Tell me which one.", "Schreib mir, ob ich loslegen soll.", "Dime cuál prefieres.",
			"Dites-moi quelle option vous préférez et je continue.", "Me diga qual opção devo seguir.",
			"Dimmi se posso procedere.", "Laat me weten welke optie je wilt.", "Säg till om jag ska köra den.",
			"Daj znać, którą opcję wybrać.", "Dejte vědět, jestli mám pokračovat.",
			"Скажите, какой вариант выбрать.", "Hangi seçeneği istediğini söyle.",
			"Πες μου ποιο προτιμάς και θα συνεχίσω.", "どの案にするか決めてください。", "请告诉我用哪个方案。",
			"어떤 방식으로 할지 알려 주세요.", "أخبرني أي خيار تفضل.", "कृपया बताएँ कि कौन सा विकल्प चुनूँ।",
			"Bạn cho tôi biết chọn phương án nào nhé.", "Beri tahu saya mana yang dipilih.",
		}},
		{"a need, and what for", []string{
			"I need a token before I can go on. The file has none.",
			"Ich brauche noch das Passwort, bevor ich weitermachen kann. Es steht nicht in der Datei.",
			"Il me faut l'URL avant de continuer.", "Necesito la URL antes de continuar.",
			"Preciso do token para continuar. Ele não está no `.env`.",
			"Mi serve la password per continuare.", "Potrzebuję hasła, żeby kontynuować.",
			"Potřebuji přístup, abych mohl pokračovat.", "Jag behöver lösenordet för att fortsätta.",
			"Мне нужен доступ, чтобы продолжить. Сейчас сервер отвечает 403.",
			"Devam edebilmem için onayın gerekiyor.", "Χρειάζομαι το κλειδί για να συνεχίσω.",
			"続けるにはAPIキーが必要です。", "我需要你提供密钥才能继续。", "أحتاج إلى المفتاح قبل أن أتابع.",
			"आगे बढ़ने के लिए मुझे आपका पासवर्ड चाहिए।", "Saya butuh kata sandi sebelum bisa lanjut.",
		}},
		{"work that cannot go on", []string{
			"I can't continue without the password.", "Ohne den Token kann ich nicht fortfahren.",
			"Je ne peux pas continuer sans le mot de passe.",
		}},
		{"what is not done unless the person wants it", []string{
			"I won't delete anything unless you say so.", "I'd rather not restart it without your OK.",
		}},
		{"what follows an act of the person", []string{
			"Once you've logged in, I can go on. The rest is written.",
			"Sobald du zustimmst, lege ich los, dann kann ich alles umstellen.",
			"Zodra je akkoord bent, ga ik verder.", "Як тільки ви підтвердите, я почну.",
			"你确认后我就开始。", "승인하시면 진행하겠습니다.", "Sau khi bạn xác nhận, tôi sẽ chạy.",
		}},
		{"a decision that is the person's", []string{
			"I'd like you to decide.", "I don't want to choose it for you. Both are common.",
		}},
		{"words that beg", []string{"I'm waiting for your answer. The diff is in `a`.", "Mohon konfirmasi dulu."}},
		{"an order at the beginning", []string{"Say \"go\" and I'll start."}},
		{"a wish that is not known", []string{"I'm not sure which of the two you mean."}},
		{"one thing out of several, and why", []string{
			"Which bucket is it? The policy needs the name.", "Welke versie draait er? De code weet het niet.",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, message := range tt.messages {
				if got := words.Intent(message); got != tmuxopt.Question {
					t.Errorf("%q: got %q", message, got)
				}
			}
		})
	}
}

// TestIntentLikePleas has reports with the words of pleas.
func TestIntentLikePleas(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		messages []string
	}{
		{"a courtesy with a condition before the question word", []string{
			"Fixed it. Let me know if you want to know how it works.",
			"Done. Let me know if there's anything which looks off.",
			"Behoben. Sag gern Bescheid, falls du wissen willst, wie es funktioniert.",
			"Opgelost. Laat het me weten als je wilt weten hoe het werkt.",
		}},
		{"a courtesy that offers more", []string{
			"Fixed it. Tell me if anything else needs changing.",
			"Behoben. Sag Bescheid, wenn ich noch etwas anpassen soll.",
			"Corrigé. Dites-moi si vous souhaitez d'autres changements.",
			"Corregido. Dime si quieres que cambie el nombre.", "Corrigido. Me avise se quiser mudar o nome.",
			"Corretto. Fammi sapere se vuoi cambiare il nome.", "Klart. Säg till om du vill ändra något.",
			"Naprawione. Daj znać, jeśli chcesz zmienić nazwę.", "Hotovo. Dejte vědět, pokud chcete něco změnit.",
			"Исправил. Дайте знать, если нужно что-то поменять.", "Düzelttim. Başka bir isteğin olursa haber ver.",
			"Виправив. Дайте знати, якщо треба щось змінити.", "Έτοιμο. Πες μου αν θέλεις κάτι άλλο.",
			"修正しました。ご要望があればお知らせください。", "已完成。如果需要修改请告诉我。",
			"수정했습니다. 더 필요하신 것이 있으면 알려 주세요.", "أصلحت الخطأ. أخبرني إذا احتجت إلى شيء آخر.",
			"Đã sửa xong. Hãy cho tôi biết nếu bạn cần gì thêm.", "Sudah selesai. Beri tahu saya jika ada yang lain.",
		}},
		{"what a program needs or does", []string{
			"The server won't start until you run the migration. I added a note.",
			"The device decides when to reconnect.",
			"The log doesn't tell which one failed. I added the name.",
			"The flag lets you decide whether it runs.", "The change takes effect once you restart the server.",
			"Der Dienst startet nicht, bis du die Migration ausführst. Ich habe sie geschrieben.",
			"Sobald du neu startest, ist die Änderung aktiv.", "Responde con 404 cuando no existe.",
			"La modification sera active dès que vous redémarrez.", "这说明该函数没有被调用。已修复。",
			"Log cho biết test nào lỗi. Đã sửa xong.",
		}},
		{"what was done", []string{
			"Confirmed: the leak is in `a`. The fix is in.", "I wasn't sure which one you meant, so I did both.",
			"Which tests were slow? The one that sorts. I fixed it.",
			"どのテストが失敗するか確認して修正しました。", "어떤 테스트가 실패하는지 확인해 수정했습니다.",
			"मुझे आपकी फ़ाइल में बग मिला और मैंने उसे ठीक कर दिया।",
		}},
		{"instructions", []string{
			"Use the editor of your choice. The settings are in `a`.",
			"You can choose which one to use with `--mode`.",
			"If your token has expired, please run `login` first. The script checks that.",
		}},
		{"an answer at the end of the next sentence", []string{"Is that correct? By the standard, yes."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, message := range tt.messages {
				if got := words.Intent(message); got != tmuxopt.Completion {
					t.Errorf("%q: got %q", message, got)
				}
			}
		})
	}
}
