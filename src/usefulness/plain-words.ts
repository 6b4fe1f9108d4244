/**
 * Words of ordinary prose beyond those that name no subject (config/generic-words.ts): in a small store they are as rare as
 * anything, and that an answer has one of them says next to nothing.
 */
import { foldWord } from "../analyze/fold-word.ts";

const PROSE = `
above accept access account across action active actual actually affect after agree along alone another apart area aside attach attempt attention aware away
balance bare base became become before begin behind belong below beside between beyond block body book both bottom box brief busy
careful carry cause caused causing center change character choice circle claim combine compare concern connect contain control cost count cover cross
danger deep demand depend detail difference difficult direct distance document drop each ease easy effort eight eleven empty enter entire equal especially
event exactly except extra face fact fall family fifteen fifty fill fit five flat force form former forty free fresh from front future gain gather
gone grow grown half happened heavy here high hit hour however huge human hundred immediately inside instance interest itself join keep kept large law
lay lead learn less level light limit live load longer loose lose lost low manage mark match matter meet mention middle million miss mistake month more
most mostly multiple must nearly neither never nine nobody normal normally notice now obvious occur off office once only onto opposite other outside over
page pair passed past pay per period permanent piece plain plus position prefer present press pretty previous probably process produce purpose quarter
quiet raise range rare rarely rate reach real receive regular relate remain remember request require rest reuse role roughly round rule safe same save
scale season seldom sent separate serious serve service seven shape short should sign since single situation six sixty slightly slowly sometimes source
speed spend stage stand state stay still straight strange strict strong such suddenly surface survive taken ten term thereby therefore thirty thousand
through thus tight top touch toward track trouble trust twelve twenty twice unable under unless unlike usually valid view visit watch weak went
whole whose wide within worker worse wouldn yours zero
client code connection context customer customers device empty environment endpoint fetch filter group handler header hook host instance
job layer list load memory network number operation order password platform port process product production queue query request response route runtime
save schema search security select service session store storage stream team thread token transaction traffic update upload version view web window
check install make npm run npx node git bash cd rm ls cat docker curl python pip yarn pnpm cargo go test sudo echo grep sed mkdir exec start stop
await async const function return import export class string number boolean true false null undefined new this void public private readonly interface
select insert into values from where update set create table alter column primary default constraint text int bigint varchar join
div span href onclick style width height color margin padding`;

let plain: ReadonlySet<string> | null = null;

/** Whether a key, as the tokenizer emits it, is one of them. */
export function isPlainWord(key: string): boolean {
  plain ??= new Set(PROSE.split(/\s+/).filter(Boolean).map(foldWord));
  return plain.has(key);
}
