/** Sessions 61 to 70: documents, translations, handovers that are taken up. First held out, then tuned on. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what an edit writes is code.
import { ask, bash, beside, decision, edit, failure, grep, handoff, note, pattern, read, say, start, write } from "./steps.mjs";

export const sessions = [
  {
    name: "final-terraform-state",
    cwd: "/home/ada/dev/infra",
    records: [
      failure("fail-e7f8", "Error acquiring the state lock", {
        Fix: "Ask in #infra first; then terraform force-unlock with the id from the message. Never delete the DynamoDB row.",
        Tool: "Bash",
      }),
      decision("dec-6a5b4c3d", "One state file for each environment", "A destroy in staging once took production's DNS with it.", { tags: ["terraform"] }),
    ],
    steps: [
      ask("terraform plan fails for staging"),
      bash("terraform plan", "Error: Error acquiring the state lock\nLock Info:\n  ID: 9f1c-22\n  Who: kim@laptop", true),
      beside("fail-e7f8", "dec-6a5b4c3d"),
      say(
        "The state is locked by kim@laptop. Before I release it with `terraform force-unlock 9f1c-22`, please ask in #infra whether kim is still running something.",
      ),
      ask("kim says it's fine"),
      bash("terraform force-unlock -force 9f1c-22 && terraform plan", "Plan: 2 to add, 0 to change, 0 to destroy."),
      say("Unlocked. The plan adds two resources:\n\n- `aws_sqs_queue.mail`\n- `aws_sqs_queue.mail_dlq`"),
    ],
    truth: { "fail-e7f8": "used", "dec-6a5b4c3d": "ignored" },
  },
  {
    name: "final-i18n",
    cwd: "/home/ada/dev/shopfront",
    records: [
      pattern("pat-321abc-456def", "Plurals through ICU messages", {
        Problem: "Polish has four plural forms",
        Solution: "Write {count, plural, one {…} few {…} many {…} other {…}} in the catalogue instead of a ternary in the component",
      }),
      note("obs-778899aa", "Translators work on Weblate and get new strings every Friday", { tags: ["i18n"] }),
      decision("dec-99aabbcc", "Right-to-left layouts use logical properties only", "margin-left had to be overridden in 140 places.", {
        tags: ["css", "i18n"],
      }),
    ],
    steps: [
      ask("show the number of items in the basket next to its icon, translated", "pat-321abc-456def", "obs-778899aa", "dec-99aabbcc"),
      read("/home/ada/dev/shopfront/src/Basket.tsx", 'export const Basket = () => <a href="/basket"><Icon name="basket" /></a>;'),
      edit("/home/ada/dev/shopfront/src/Basket.tsx", '<Icon name="basket" />', "<Icon name=\"basket\" /> {t('basket.items', { count })}"),
      edit("/home/ada/dev/shopfront/locales/en.json", "{", '{\n  "basket.items": "{count, plural, one {# item} other {# items}}",'),
      edit(
        "/home/ada/dev/shopfront/locales/pl.json",
        "{",
        '{\n  "basket.items": "{count, plural, one {# produkt} few {# produkty} many {# produktów} other {# produktu}}",',
      ),
      say("The basket shows the count. English has two forms and Polish four, both as ICU plurals in the catalogues."),
    ],
    truth: { "pat-321abc-456def": "used", "obs-778899aa": "ignored", "dec-99aabbcc": "ignored" },
  },
  {
    name: "final-explains-code",
    cwd: "/home/ada/dev/scheduler",
    records: [
      decision("dec-e1d2c3b4", "Jobs are claimed with SELECT FOR UPDATE SKIP LOCKED", "Workers waited for each other with a plain lock.", { tags: ["jobs"] }),
      note("obs-0f9e8d7c", "Grafana alerts on queue age come from the jobs_oldest_seconds gauge", { tags: ["monitoring"] }),
    ],
    steps: [
      ask("explain how claim.sql works", "dec-e1d2c3b4", "obs-0f9e8d7c"),
      read("/home/ada/dev/scheduler/sql/claim.sql", "select * from jobs where state = 'ready' order by run_at limit 1 for update skip locked;"),
      say(
        "It picks the oldest ready job and locks its row:\n\n1. `order by run_at limit 1` takes the one that is due first.\n2. `for update` locks it until the transaction ends.\n3. `skip locked` passes over rows that another worker has locked, so that workers do not wait for each other.\n\nIf nothing is ready it returns no row.",
      ),
    ],
    truth: { "dec-e1d2c3b4": "ignored", "obs-0f9e8d7c": "ignored" },
  },
  {
    name: "final-german-corrected-one",
    cwd: "/home/ada/dev/kurse",
    records: [
      decision("dec-4c5d6e7f", "Anmeldungen werden per Fax bestätigt, wenn keine E-Mail vorliegt", "Ältere Teilnehmer haben oft keine.", {
        tags: ["anmeldung"],
      }),
      decision("dec-5d6e7f80", "Wartelisten rücken nach Eingang der Anmeldung nach, nicht nach Alphabet", "Beschwerden im Herbst.", { tags: ["warteliste"] }),
    ],
    steps: [
      ask("wenn jemand absagt, soll der Nächste automatisch nachrücken und benachrichtigt werden", "dec-4c5d6e7f", "dec-5d6e7f80"),
      read("/home/ada/dev/kurse/src/absage.ts", "export async function absagen(platz: Platz) { await loesche(platz); }"),
      edit(
        "/home/ada/dev/kurse/src/absage.ts",
        "await loesche(platz);",
        "await loesche(platz);\n  // Wer sich zuerst angemeldet hat, rückt nach.\n  const [naechster] = await warteliste(platz.kurs, { sortierung: 'eingang' });\n  if (naechster) await bestaetige(naechster, naechster.email ? 'mail' : 'fax');",
      ),
      say("Es rückt nach, wer sich zuerst angemeldet hat (nach Eingang, nicht nach Alphabet). Ohne E-Mail geht die Bestätigung per Fax hinaus."),
      ask("Fax haben wir abgeschafft, da rufen wir an"),
      edit("/home/ada/dev/kurse/src/absage.ts", "'fax'", "'anruf'"),
      say("Dann entsteht ein Eintrag in der Anrufliste."),
    ],
    truth: { "dec-4c5d6e7f": "contradicted", "dec-5d6e7f80": "used" },
  },
  {
    name: "final-quick-typo",
    cwd: "/home/ada/dev/docsite",
    records: [
      pattern("pat-aaabbb-cccddd", "Headings in sentence case", { Solution: "Capitalise the first word and proper nouns only; the linter vale checks it" }),
      decision("dec-12345abc", "Code samples are compiled in CI with mdx-check", "Half of them did not run.", { tags: ["docs"] }),
    ],
    steps: [
      ask("fix the typo 'recieve' in the docs", "pat-aaabbb-cccddd", "dec-12345abc"),
      bash("grep -rn recieve docs", "docs/webhooks.md:12:You will recieve a POST"),
      bash("sed -i 's/recieve/receive/g' docs/webhooks.md && git diff --stat", " docs/webhooks.md | 2 +-"),
      say("Fixed in docs/webhooks.md; it was the only one."),
    ],
    truth: { "pat-aaabbb-cccddd": "ignored", "dec-12345abc": "ignored" },
  },
  {
    name: "final-docs-followed",
    cwd: "/home/ada/dev/docsite",
    records: [
      pattern("pat-bbbccc-dddeee", "Headings in sentence case", { Solution: "Capitalise the first word and proper nouns only; the linter vale checks it" }),
      decision("dec-23456bcd", "Code samples are compiled in CI with mdx-check", "Half of them did not run.", { tags: ["docs"] }),
    ],
    steps: [
      ask("write a page about pagination", "pat-bbbccc-dddeee", "dec-23456bcd"),
      write(
        "/home/ada/dev/docsite/docs/pagination.md",
        "# Pages of results\n\n## How to ask for the next page\n\n```ts\nconst next = await api.list({ cursor: page.next });\n```\n",
      ),
      bash("npx mdx-check docs/pagination.md && vale docs/pagination.md", "1 sample compiled\n0 errors, 0 warnings"),
      say("The page is at docs/pagination.md. Its sample compiles, and vale has no complaints about the headings."),
    ],
    truth: { "pat-bbbccc-dddeee": "used", "dec-23456bcd": "used" },
  },
  {
    name: "final-agent-disagrees",
    cwd: "/home/ada/dev/imagehost",
    records: [
      note("obs-bead0001", "Thumbnails are regenerated by the cron job thumbs-nightly", { tags: ["thumbnails"] }),
      decision("dec-bead0002", "EXIF data is stripped on upload", "A user's home address was in the GPS tags.", { tags: ["privacy"] }),
    ],
    steps: [
      ask("new uploads have no thumbnail until the next day, why?", "obs-bead0001", "dec-bead0002"),
      bash("crontab -l", "0 4 * * * /opt/host/backup.sh"),
      grep("thumbnail", "src/upload.ts:40: await queue.add('thumbnail', { id });"),
      say(
        "The memory mentions a cron job `thumbs-nightly`, but that record is obsolete: there is no such entry in the crontab. Thumbnails are made by a queue worker, and the worker is probably not running.",
      ),
      bash("systemctl status host-worker", "inactive (dead)"),
      say("It is not. `systemctl start host-worker` will fix it."),
    ],
    truth: { "obs-bead0001": "contradicted", "dec-bead0002": "ignored" },
  },
  {
    name: "final-handoff-continued",
    cwd: "/home/ada/dev/chess",
    records: [
      handoff("hand-c0ffee01", "Transposition table gives wrong mates", {
        Next: "Store mate scores relative to the node (ply adjusted), add a test with the Lucena position",
        Blockers: "None",
      }),
      pattern("pat-fedcba-987654", "Bench before and after each change of the search", {
        Solution: "./bench --nodes 5000000 and note nodes per second in bench.csv",
      }),
    ],
    steps: [
      start("hand-c0ffee01", "pat-fedcba-987654"),
      ask("go on with the mate bug"),
      read("/home/ada/dev/chess/src/tt.c", "void tt_store(u64 key, int score, int depth) {\n  slot(key)->score = score;\n}"),
      edit(
        "/home/ada/dev/chess/src/tt.c",
        "void tt_store(u64 key, int score, int depth) {\n  slot(key)->score = score;",
        "void tt_store(u64 key, int score, int depth, int ply) {\n  /* Mates are counted from this node, not from the root. */\n  slot(key)->score = score > MATE - 256 ? score + ply : score < -MATE + 256 ? score - ply : score;",
      ),
      write("/home/ada/dev/chess/test/mate.c", 'TEST(lucena) { assert_mate_in("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1", 12); }'),
      bash("make test", "all 88 tests passed"),
      say("Scores of mates are ply adjusted when they are stored, and there is a test with the Lucena position. All tests pass."),
    ],
    truth: { "hand-c0ffee01": "used", "pat-fedcba-987654": "ignored" },
  },
  {
    name: "final-said-no-longer-true",
    cwd: "/home/ada/dev/radio",
    records: [
      decision("dec-abc00123", "Jingles must not exceed minus 16 LUFS", "The broadcaster's limiter pumped.", { tags: ["audio"] }),
      note("obs-abc00124", "The encoder on studio-2 only accepts 44.1 kHz", { tags: ["audio"] }),
    ],
    steps: [
      ask("write a script that normalises all jingles in ./in", "dec-abc00123", "obs-abc00124"),
      write("/home/ada/dev/radio/normalise.sh", 'for f in in/*.wav; do\n  ffmpeg -i "$f" -af loudnorm=I=-16:TP=-1.5 -ar 44100 "out/$(basename "$f")"\ndone'),
      say("`normalise.sh` brings each jingle to -16 LUFS, the limit of the broadcaster, and resamples to 44.1 kHz for the encoder on studio-2."),
      ask("studio-2 was replaced in summer, 48 kHz is fine. Rest is good"),
      edit("/home/ada/dev/radio/normalise.sh", "-ar 44100", "-ar 48000"),
      say("It writes 48 kHz now."),
    ],
    truth: { "dec-abc00123": "used", "obs-abc00124": "contradicted" },
  },
  {
    name: "final-shared-jargon",
    cwd: "/home/ada/dev/scheduler",
    records: [
      pattern("pat-0102aa-0304bb", "Graceful shutdown of workers", {
        Problem: "Deploys killed jobs half way",
        Solution: "On SIGTERM stop claiming, wait up to 25 s for running jobs, then requeue them with their attempt count",
      }),
      failure("fail-f00d", "deadlock detected in jobs_archive", { Fix: "Archive in batches of 500 ordered by id" }),
    ],
    steps: [
      ask("add an endpoint that shows how many jobs run on each worker", "pat-0102aa-0304bb", "fail-f00d"),
      grep("class Worker", "src/worker.ts:8:export class Worker { readonly running = new Map<string, Job>(); }"),
      write(
        "/home/ada/dev/scheduler/src/http/workers.ts",
        "router.get('/workers', (_req, res) => {\n  res.json(pool.workers.map((worker) => ({ id: worker.id, running: worker.running.size, since: worker.startedAt })));\n});",
      ),
      bash("curl -s localhost:8080/workers", '[{"id":"w1","running":3,"since":"2026-03-02T08:00:00Z"}]'),
      say(
        "`GET /workers` lists each worker with the number of its running jobs and when it was started. A worker that is shutting down still appears until its process ends. I did not add the attempt counts, since those are per job; if you want them, a second endpoint `/workers/:id/jobs` would be the place.",
      ),
    ],
    truth: { "pat-0102aa-0304bb": "ignored", "fail-f00d": "ignored" },
  },
];
