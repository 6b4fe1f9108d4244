/**
 * Words that name no subject, as people use them with a coding agent. They are the background against which rarity in a
 * person's own stores is read: in a store of twenty records "test" may be as rare as "mutex", and yet says nothing.
 * Off the hot path: settings are prepared with their folded forms.
 */

/** Of asking, of courtesy, of telling an agent what to do. */
const TALK = `
goal mission milestone objective roadmap success criteria able add again ahead all allow almost already alright also although always anyway apply approach around ask back bad best better big bit bring bug
call cannot case chance change check choose chose chosen clean clear close code come commit complete consider continue correct couple create current
currently cut day decide delete describe different does doing done dont double down edit either else end enough even ever every everything exact
example execute exist expect explain false far fast feel few figure file find fine finish first fix folder follow four full further general getting
give go going good great guess hand handle happen hard having hello help hey hi hold idea implement important improve include instead issue itself job
just keep kind know last later least leave left let line list little look looks lot love main make maybe mean mind missing modify moment move name
need new next nice no none nope not note nothing number ok okay old one open option order own part perfect perhaps pick place plan please point
possible print problem proceed project prompt proper provide pull push put question quick quite rather read ready really reason refactor remove rename
repeat replace report result return rewrite right run say second see seem send set several ship show similar simple simply small so something soon
sort start step stop stuff suggest sure switch talk task tell text thank thanks thing think three time today together tomorrow too took true try turn
two understand undo until update upon use used useful using usual value version wait walk want whatever when whether why will without wonder word work
works worth write wrong yeah yes yesterday yet`;

/** Of software as such: every project has tests, files, errors and settings. */
const TRADE = `
test tests testing build building builds error errors fail fails failed failing failure broken break breaks crash function functions method methods
class classes module modules variable variables constant parameter argument object string array branch pr merge merged review reviewer lint linter
format formatter log logs logging comment comments readme doc docs documentation changelog dependency dependencies install script scripts directory
path server dev development feature features design async output input verbose diff temporary temp dead unit conflict conflicts resolve rebase revert
deploy production release bump warning message messages cleanup support avoid ensure prevent introduce enable disable default unused unnecessary
correctly properly incorrect invalid potential exit feat chore ci wip typo minor misc cosmetic style nit todo refactoring implementation implements fixes
fixed adds added removes removed updates updated uses simplify optimize extract split convert rework reuse restore reduce increase larger smaller
faster slower performance data info information content page user users app application program software system tool tools command commands options
flag flags config configuration setting settings package library framework language database api interface component plugin template http https www
com org github git repo repository json yaml html css md txt src lib bin tmp usr home node npm index lines column row table item items element entry
entries field fields key keys id size count length total max min summary summarize proposal discuss discussed agent model helper import imports export
regex tab tabs space spaces slow readable readability tag loop callback null undefined boolean integer exception stack trace debug debugging console
terminal shell screen button color image icon link url sentence paragraph document sample demo tutorial status simpler solution alternative propose
joke sense sorry answer reply sign duplicate redundant boilerplate snippet syntax indent indentation whitespace refactored expression statement
condition edge corner happy side effect assertion mock coverage unittest suite pass passing skip skipped green red flaky optional required public
private static global local external internal existing common basic advanced modern cleaner nicer shorter longer percent minutes seconds hours latest
newest oldest original final draft backup copy paste`;

/** Of time, of people, of studies: what a question is put with. */
const ASKING = `
anyone much many long often recent recently ago week month year date during following previous earlier since early late morning evening night like
likely enjoy mention mentioned share shared kinds types type sorts way ways favorite specific particular certain various paper papers investigate
investigated investigation study studies known available obtain obtained effects deal dealing regarding concerning people person someone anybody
everybody life world january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov
dec monday tuesday wednesday thursday friday saturday sunday tonight weekend`;

/** The same courtesies and commands in other languages, without accents. */
const ELSEWHERE = `
ablauf aendern andern anschauen antwort aufgabe aufraumen ausfuhren bau baue beispiel besser danke datei dateien erklare erklaren fehler fertig fertigstellen fix frage
funktioniert geht gut hallo hilf hilfe hinzufugen kurz laufen leider los losche nachsten nachste neu neue neuen nochmal passt prima prufe prufen problem punkt schau
schreib schreibe seite sieh starte stimmt super teste testen teil umbenennen vielen vorschlag weiter weitermachen zeig zeige zeile zusammen
ajoute ajouter aide bonjour changer continue continuer corrige corriger encore erreur essaie exemple explique expliquer fichier fichiers lancer lire marche merci
montre nouveau nouvelle oui parfait peux probleme refais renomme suite supprime tache tester verifie vas
agrega anade archivo archivos arregla ayuda ayudame bueno cambia cambiar continua corrige ejemplo ejecuta error explica funciona gracias hola listo muestra nuevo
nueva perfecto prueba pruebas revisa sigue tarea vale ver
aggiungi aiuto ciao continua correggi esempio esegui file funziona grazie mostra nuovo prova prosegui spiega va bene
давай дальше добавь запусти исправь код объясни ошибка ошибку пожалуйста покажи проверь продолжай сделай спасибо тест тесты удали файл хорошо`;

export const GENERIC_WORDS: readonly string[] = [...new Set(`${TALK} ${TRADE} ${ASKING} ${ELSEWHERE}`.split(/\s+/).filter((word) => word !== ""))];
