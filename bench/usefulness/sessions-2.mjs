/** Sessions 11 to 20: other languages, paraphrases, overlap by chance, several records at once. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what an edit writes is code.
import { ask, askWithheld, bash, beside, decision, edit, failure, grep, handoff, note, pattern, read, say, start, write } from "./steps.mjs";

export const sessions = [
  {
    name: "german-used",
    cwd: "/home/ada/dev/lager",
    records: [
      decision(
        "dec-61d0e3b4",
        "Bestände werden nur über Buchungen verändert",
        "Direkte Änderungen der Tabelle bestand haben die Inventur verfälscht. Jede Korrektur ist eine Ausgleichsbuchung.",
        { tags: ["lager"] },
      ),
    ],
    steps: [
      ask("Ein Artikel hat 3 Stück zu viel im System, wie bekomme ich das weg?", "dec-61d0e3b4"),
      say("Bitte nicht direkt in der Tabelle ändern: das verfälscht die Inventur. Ich lege stattdessen eine Ausgleichsbuchung über -3 Stück an."),
      bash("./lager buche --artikel 4711 --menge -3 --grund ausgleich", "Buchung 99812 angelegt"),
      say("Erledigt, die Buchung hat die Nummer 99812."),
    ],
    truth: { "dec-61d0e3b4": "used" },
  },
  {
    name: "german-corrected",
    cwd: "/home/ada/dev/lager",
    records: [decision("dec-e7a90c15", "Etiketten werden über den Zebra-Drucker in Halle 2 gedruckt", "Nur er kann das Format 100x150.", { tags: ["druck"] })],
    steps: [
      ask("Die Versandetiketten kommen nicht an, schau mal nach", "dec-e7a90c15"),
      say("Die Etiketten gehen an den Zebra-Drucker in Halle 2. Ich prüfe, ob er erreichbar ist."),
      bash("lpstat -p zebra-halle2", 'lpstat: Invalid destination name in list "zebra-halle2"!', true),
      ask("das stimmt nicht mehr, den Zebra gibt es seit März nicht mehr"),
      say("Danke. Dann suche ich nach dem neuen Drucker in der Konfiguration."),
    ],
    truth: { "dec-e7a90c15": "contradicted" },
  },
  {
    name: "spanish-used",
    cwd: "/home/ada/dev/reservas",
    records: [
      pattern("pat-31cc44-9a7d10", "Fechas de reserva en hora local del hotel", {
        Problem: "Con UTC las reservas de Canarias caían en el día anterior",
        Solution: "Guardar la fecha como LocalDate junto con la zona horaria del hotel, nunca como instante",
      }),
    ],
    steps: [
      ask("añade el campo de fecha de llegada tardía a la reserva", "pat-31cc44-9a7d10"),
      read("/home/ada/dev/reservas/src/Reserva.kt", "data class Reserva(val id: Long, val hotel: Hotel, val huesped: String)"),
      edit("/home/ada/dev/reservas/src/Reserva.kt", "val huesped: String)", "val huesped: String, val llegadaTardia: LocalDate?, val zonaHoraria: ZoneId)"),
      say("He añadido `llegadaTardia` como LocalDate con la zona horaria del hotel, no como instante, para que no cambie de día en Canarias."),
    ],
    truth: { "pat-31cc44-9a7d10": "used" },
  },
  {
    name: "paraphrased-lock",
    cwd: "/home/ada/dev/ledger",
    records: [
      decision(
        "dec-08bb72fa",
        "Account balances are updated under an advisory lock",
        "Two transfers at once overdrew an account. pg_advisory_xact_lock on the account id serialises them.",
        { tags: ["postgres"] },
      ),
    ],
    steps: [
      ask("implement the transfer between two accounts", "dec-08bb72fa"),
      read("/home/ada/dev/ledger/src/transfer.ts", "export async function transfer(from: number, to: number, cents: number) {\n  // TODO\n}"),
      edit(
        "/home/ada/dev/ledger/src/transfer.ts",
        "  // TODO",
        "  await db.tx(async (t) => {\n    for (const id of [from, to].sort()) await t.none('select pg_advisory_xact_lock($1)', [id]);\n    await t.none('update accounts set cents = cents - $2 where id = $1', [from, cents]);\n    await t.none('update accounts set cents = cents + $2 where id = $1', [to, cents]);\n  });",
      ),
      say("`transfer` now serialises concurrent transfers with a lock on each account, taken in order of the ids so that two of them cannot deadlock."),
    ],
    truth: { "dec-08bb72fa": "used" },
  },
  {
    name: "chance-overlap-cache",
    records: [
      decision(
        "dec-b3d7710c",
        "Product pages are cached at the edge for five minutes",
        "The catalogue changes rarely and the origin cannot take the load of a sale.",
        { tags: ["cache", "cdn"] },
      ),
    ],
    steps: [
      ask("The product page test is slow, it loads the whole catalogue each time", "dec-b3d7710c"),
      read("/home/ada/dev/shop/test/product-page.test.ts", "beforeEach(async () => {\n  await loadCatalogue('fixtures/full.json');\n});"),
      edit(
        "/home/ada/dev/shop/test/product-page.test.ts",
        "beforeEach(async () => {\n  await loadCatalogue('fixtures/full.json');",
        "beforeAll(async () => {\n  await loadCatalogue('fixtures/small.json');",
      ),
      bash("npx vitest run test/product-page.test.ts", "8 passed in 0.9s"),
      say(
        "The suite loads a small fixture once instead of the full catalogue before each test: 0.9 s now. I also considered a cache in memory, but that rarely pays for five tests.",
      ),
    ],
    truth: { "dec-b3d7710c": "ignored" },
  },
  {
    name: "three-records-one-used",
    records: [
      decision("dec-4e12aa07", "Uploads go straight to the bucket with presigned URLs", "Lambda has a body limit of 6 MB.", { tags: ["upload", "s3"] }),
      decision("dec-4e12aa08", "Avatars are resized by the imgproxy service", "Sharp crashed on animated WebP.", { tags: ["images"] }),
      note("obs-55d0ee12", "The bucket policy of shop-assets forbids public reads; CloudFront signs them", { tags: ["s3"] }),
    ],
    steps: [
      ask("Let customers upload a photo with their review, up to 20 MB", "dec-4e12aa07", "dec-4e12aa08", "obs-55d0ee12"),
      say(
        "With 20 MB we are above the Lambda body limit, so the browser has to send the photo to S3 itself. I will add an endpoint that hands out a presigned URL.",
      ),
      write(
        "/home/ada/dev/shop/src/reviews/photo-url.ts",
        "export async function photoUrl(reviewId: string): Promise<string> {\n  return getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: `reviews/${reviewId}` }), { expiresIn: 300 });\n}",
      ),
      say("`photoUrl` returns a presigned PUT URL that is valid for five minutes."),
    ],
    truth: { "dec-4e12aa07": "used", "dec-4e12aa08": "ignored", "obs-55d0ee12": "ignored" },
  },
  {
    name: "handoff-partly",
    cwd: "/home/ada/dev/search",
    records: [
      handoff("hand-77aa0912", "Half way through moving the indexer to Tantivy", {
        Next: "Port the Dutch stemmer; then compare recall with tools/recall.py; then delete the Lucene bridge",
        Blockers: "No access to the staging cluster yet",
      }),
    ],
    steps: [
      start("hand-77aa0912"),
      ask("let's go on where we stopped"),
      say("Last time we were moving the indexer to Tantivy; the next step is the Dutch stemmer. I'll start with that."),
      bash("ls src/stem", "english.rs\ngerman.rs\nmod.rs"),
      write("/home/ada/dev/search/src/stem/dutch.rs", "pub fn stem(word: &str) -> String { /* ... */ }"),
    ],
    truth: { "hand-77aa0912": "used" },
  },
  {
    name: "handoff-other-work",
    cwd: "/home/ada/dev/search",
    records: [
      handoff("hand-21fe00c3", "Query parser rewrite is done but for wildcards", { Next: "Escape the question mark in the lexer; fuzz the parser overnight" }),
    ],
    steps: [
      start("hand-21fe00c3"),
      ask("What licence is this repository under?"),
      read("/home/ada/dev/search/LICENSE", "Apache License, Version 2.0"),
      say("Apache 2.0, see LICENSE."),
    ],
    truth: { "hand-21fe00c3": "ignored" },
  },
  {
    name: "beside-a-tool",
    cwd: "/home/ada/dev/gateway",
    records: [
      failure("fail-5d20", "TypeError: go.mod requires go >= 1.24", {
        Fix: "Use the toolchain in .tool-versions: `mise install` and then `mise exec -- go build ./...`",
        Tool: "Bash",
      }),
    ],
    steps: [
      ask("build the gateway"),
      bash("go build ./...", "go: go.mod requires go >= 1.24 (running go 1.22.1)", true),
      beside("fail-5d20"),
      bash("mise install && mise exec -- go build ./...", ""),
      say("It builds with the pinned toolchain."),
    ],
    truth: { "fail-5d20": "used" },
  },
  {
    name: "withheld-control",
    records: [
      decision("dec-af0199b2", "Feature flags live in the flags table, not in LaunchDarkly", "The contract ended.", { tags: ["flags"] }),
      decision("dec-af0199b3", "Search results are logged to the impressions topic", "Ranking team trains on it.", { tags: ["search"] }),
    ],
    steps: [
      askWithheld("put the new search behind a feature flag", "dec-af0199b2", "dec-af0199b3"),
      grep("featureFlag", "src/flags.ts:1:export function isEnabled(name: string): Promise<boolean>"),
      edit("/home/ada/dev/shop/src/search/page.tsx", "<OldSearch />", "{(await isEnabled('new-search')) ? <NewSearch /> : <OldSearch />}"),
      say("The new search shows when the flag `new-search` is on."),
    ],
    truth: { "dec-af0199b2": "ignored", "dec-af0199b3": "ignored" },
  },
];
