package truth

// CorrectAll is one round of [Corrector.Follow].
var CorrectAll = Corrector.correctAll
