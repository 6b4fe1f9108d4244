/**
 * Words of other languages that say nothing by themselves, for people who prompt in their own language: articles, pronouns,
 * prepositions, auxiliaries, question words. Known whatever `languages` says. Off the hot path.
 */
const GERMAN = `
ab aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bereits bis bitte brauche brauchen da dabei dafür damit danach dann daran
darauf das dass daß dazu dein deine dem den denn der deren des deshalb dessen dich dir doch dort du durch eben ein eine einem einen einer eines einfach einmal er es
etwas euch euer für gab ganz gar gegen gemacht genau gerade gern gibt habe haben hatte hatten hier hinter ich ihm ihn ihnen ihr ihre ihrem ihren im immer ins ist ja
jede jedem jeden jeder jedes jetzt kann kannst kein keine keinem keinen keiner können könnte lass mach machen macht mal mehr mein meine meinen mich mir mit müssen
muss nach nachdem nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seit sich sie sind soll sollen sollte sollten sondern sonst über um und
uns unser unsere unserem unseren unter vom von vor wann warum was weg weil welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird wo
wohl wollen worden wurde wurden zu zum zur zwischen`;

const FRENCH = `
afin ainsi alors après au aucun aucune aussi autre autres aux avait avec avoir avons bien ça car ce ceci cela celle celui ces cet cette chaque comme dans de depuis
des donc dont du elle elles en encore est et était été être eu fait faire faut ils il je jusque la le les leur leurs lors lorsque lui ma mais mes moi mon ne ni nos
notre nous on ont ou où par parce pas pendant peut peux plus plusieurs pour pourquoi pouvons puis qu quand que quel quelle quelles quels qui quoi sa sans se sera ses
si sinon soit sommes sont sous sur ta te tes toi ton toujours tous tout toute toutes très tu un une va vers voici voilà vos votre vous`;

const SPANISH = `
al algo alguna alguno algunos ante antes aquí así aún aunque cada casi como cómo con contra cual cuál cuando cuándo cuanto cuánto de debe deben del desde donde dónde
dos durante él el ella ellas ellos en entonces entre era eran es esa ese eso esos está están esta estas este esto estos fue fueron ha hace hacer hacia han hasta hay
la las le les lo los más mi mientras mis muy nada ni nos nosotros nuestra nuestro nunca o otra otras otro otros para pero poco por porque pues puede pueden puedo qué
que quien quién quiero se sea según ser si sí sido siempre sobre solo sólo somos son su sus también tan tanto te tener tengo tiene tienen toda todas todos tras tu tus
un una uno unos usted y ya yo`;

const PORTUGUESE = `
ao aos aqui assim até cada como da das de dele deles depois desde deve devem dos e ela elas ele eles em entre era essa esse está estão esta este eu foi foram há isso
isto já lhe mais mas meu minha muito na nas não nem nos nós nossa nosso num numa ou para pela pelo pode podem por porque porquê qual quando que quem são se sem ser
seu sua também tem têm teu tua um uma umas uns vai você vocês`;

const ITALIAN = `
agli ai al alla alle allo anche ancora che chi ci come con cosa così cui da dai dal dalla dei del della delle dello di dove due e è ed era essere fa fare gli ha hanno
ho il io la le lei lo loro lui ma mi mio molto ne nei nel nella nelle no noi non nostra nostro o ogni perché per però più può quale quando quanto quella quello questa
queste questi questo qui se sei senza si sia siamo solo sono sopra sta sto su sua sul sulla suo tra tu tutti tutto un una uno vi voi`;

const DUTCH = `
aan al alle als ben bij dan dat de deze die dit doen door dus een en er ge geen gaat had heb hebben heeft hem het hier hij hoe hun iets ik in is je jij jullie kan
kunnen maar meer met mij mijn moet moeten naar niet niets nog nu om omdat onder ons onze ook op over te tegen toch toen tot uit van veel voor waar waarom wanneer wat
we wel welke werd wie wij wil worden wordt zal ze zich zij zijn zo zonder zou`;

const RUSSIAN = `
а без более бы был была были было быть в вам вас ваш вдруг ведь во вот все всё всего всех вы где да даже для до его ее её если есть еще ещё же за здесь и из или им
их к как какая какие какой когда который которая которые кто ли лучше между меня мне много может можно мой мы на над надо наш не него нее нет ни них но ну нужно о об
один он она они оно от очень по под после потом потому почему при про раз с сам свой себя сейчас со так также там тем теперь то тогда того тоже только том тот ты у уже
хочу чего чем через что чтобы эта эти это этого этой этом этот я`;

/** They name a subject in English, and say nothing only where the prompt is evidently written in another language. */
export const AMBIGUOUS_WORDS: readonly string[] = `
ai al art ben bin ci com comment con dan das der des die door dos du due er era fare fast gar ha had hat hem in io la mal man me met mit on op over para per plus
pour se sea set si sin solo son sous tan te todo ton tot van vi wat war`
  .split(/\s+/)
  .filter((word) => word !== "");

export const FUNCTION_WORDS: readonly string[] = [
  ...new Set(
    [GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, DUTCH, RUSSIAN]
      .join(" ")
      .split(/\s+/)
      .filter((word) => word !== "" && !AMBIGUOUS_WORDS.includes(word)),
  ),
];
