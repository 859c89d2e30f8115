package truth

// CorrectAll is one round of [Corrector.Follow].
var CorrectAll = Corrector.correctAll

// ProcessIDs lists the processes whose end makes a follower read again.
var ProcessIDs = processIDs
