/**
 * Words of talking to a coding agent. They name an action or a courtesy, not a subject, so they
 * count little: "commit it" must not bring up every record about commits.
 */
// One text, as filling a set in every process would cost more than a few searches in it.
const WORDS = ` \
able add again ahead all allow almost already alright also although always anyway apply approach \
around ask back bad best better big bit bring bug call cannot case chance change check choose chose \
chosen clean clear close code come commit complete consider continue correct couple create current \
currently cut day decide delete describe different does doing done dont double down edit either else \
end enough even ever every everything exact example execute exist expect explain false far fast feel \
few figure file find fine finish first fix folder follow four full further general getting \
give go going good great guess hand handle happen hard having hello help hey hi hold idea implement \
important improve include instead issue itself job just keep kind know last later least leave left \
let line list little look looks lot love main make maybe mean mind missing modify \
moment move name need new next nice no none nope not note nothing number ok okay old one open option \
order own part perfect perhaps pick place plan please point possible print problem proceed project \
prompt proper provide pull push put question quick quite rather read ready really reason refactor \
remove rename repeat replace report result return rewrite right run say second see seem \
send set several ship show similar simple simply small so something soon sort start step stop stuff \
suggest sure switch talk task tell text thank thanks thing think three time today together tomorrow \
too took true try turn two understand undo until update upon use used useful using usual value \
version wait walk want whatever when whether why will without wonder word work works worth write \
wrong yeah yes yesterday yet \
`;

export function isWeakWord(word: string): boolean {
  return WORDS.includes(` ${word} `);
}
