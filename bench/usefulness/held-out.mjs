/** Ten sessions written after the judge was tuned, and not tuned on. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what an edit writes is code.
import { ask, askWithheld, bash, beside, decision, edit, failure, grep, handoff, note, pattern, read, say, start, write } from "./steps.mjs";

export const sessions = [
  {
    name: "fresh-rate-limit-header",
    cwd: "/home/ada/dev/api",
    records: [
      decision("dec-a0000001", "Public errors follow problem+json from RFC 9457", "Partners parsed our old messages with regular expressions.", {
        tags: ["errors"],
      }),
      pattern("pat-a00000-000002", "Rate limit headers", { Solution: "Send RateLimit-Remaining and Retry-After on every 429, computed by the TokenBucket" }),
      note("obs-a0000003", "The sandbox has no rate limit", { tags: ["sandbox"] }),
    ],
    steps: [
      ask("when a client is throttled, answer with something it can understand", "dec-a0000001", "pat-a00000-000002", "obs-a0000003"),
      read("/home/ada/dev/api/src/throttle.ts", "if (!bucket.take(client)) return reply.code(429).send('slow down');"),
      edit(
        "/home/ada/dev/api/src/throttle.ts",
        "return reply.code(429).send('slow down');",
        "return reply\n    .code(429)\n    .header('Retry-After', bucket.secondsUntilNext(client))\n    .header('RateLimit-Remaining', 0)\n    .type('application/problem+json')\n    .send({ type: 'about:blank', title: 'Too many requests', status: 429 });",
      ),
      say("A throttled client gets a 429 with Retry-After and RateLimit-Remaining, and a problem+json body as in RFC 9457."),
    ],
    truth: { "dec-a0000001": "used", "pat-a00000-000002": "used", "obs-a0000003": "ignored" },
  },
  {
    name: "fresh-rename",
    cwd: "/home/ada/dev/api",
    records: [
      decision("dec-a0000011", "Tenant ids are ULIDs", "They sort by time and fit into URLs.", { tags: ["tenants"] }),
      failure("fail-a001", "duplicate key value violates unique constraint tenants_slug_key", { Fix: "Lower-case the slug before inserting" }),
    ],
    steps: [
      ask("rename Tenant to Workspace in the TypeScript code", "dec-a0000011", "fail-a001"),
      grep("Tenant", "src/tenant.ts:1:export interface Tenant { id: string; slug: string }\nsrc/routes.ts:9:import type { Tenant } from './tenant';"),
      bash("git mv src/tenant.ts src/workspace.ts && sed -i 's/\\bTenant\\b/Workspace/g; s#./tenant#./workspace#' src/*.ts && npx tsc --noEmit", ""),
      say(
        "Renamed in 14 files, and it compiles. Table names and URLs are untouched: those would need a migration and redirects, and old links that customers have bookmarked would break.",
      ),
    ],
    truth: { "dec-a0000011": "ignored", "fail-a001": "ignored" },
  },
  {
    name: "fresh-french-paraphrase",
    cwd: "/home/ada/dev/mairie",
    records: [
      decision("dec-b0000001", "Les pièces d'identité sont effacées trente jours après la décision", "Exigence de la CNIL.", { tags: ["rgpd"] }),
      note("obs-b0000002", "Le scanner du guichet 4 produit des TIFF de 80 Mo", { tags: ["scan"] }),
    ],
    steps: [
      ask("écris la tâche planifiée qui nettoie les dossiers clos", "dec-b0000001", "obs-b0000002"),
      write(
        "/home/ada/dev/mairie/taches/nettoyage.rb",
        "# La CNIL exige l'effacement trente jours après la décision.\nDossier.clos.where('decision_le < ?', 30.days.ago).find_each { |d| d.pieces_identite.purge }",
      ),
      say("La tâche efface les pièces d'identité trente jours après la décision, comme l'exige la CNIL. Le reste du dossier est conservé."),
    ],
    truth: { "dec-b0000001": "used", "obs-b0000002": "ignored" },
  },
  {
    name: "fresh-stale-endpoint",
    cwd: "/home/ada/dev/mobile-app",
    records: [
      note("obs-c0000001", "The app config is fetched from /v1/bootstrap at start", { tags: ["startup"] }),
      pattern("pat-c00000-000002", "Splash until fonts are ready", {
        Solution: "Keep the splash with SplashScreen.preventAutoHideAsync and hide it in onLayout",
      }),
    ],
    steps: [
      ask("the app hangs on the splash screen when there is no network", "obs-c0000001", "pat-c00000-000002"),
      say(
        "At start the app fetches its config from /v1/bootstrap, and without network that never resolves. I would add a timeout of three seconds and fall back to the stored config.",
      ),
      ask("we stopped using bootstrap in March, the config ships with the app"),
      read("/home/ada/dev/mobile-app/App.tsx", "useEffect(() => { checkVersion().then(() => SplashScreen.hideAsync()); }, []);"),
      edit(
        "/home/ada/dev/mobile-app/App.tsx",
        "checkVersion().then(() => SplashScreen.hideAsync());",
        "Promise.race([checkVersion(), sleep(3000)]).finally(() => SplashScreen.hideAsync());",
      ),
      say("It was the version check. It now waits three seconds at most."),
    ],
    truth: { "obs-c0000001": "contradicted", "pat-c00000-000002": "ignored" },
  },
  {
    name: "fresh-sql-advice",
    cwd: "/home/ada/dev/warehouse",
    records: [
      pattern("pat-d00000-000001", "Late arriving facts", {
        Problem: "Orders come in up to nine days late",
        Solution: "Reprocess the last ten partitions with insert_overwrite each night",
      }),
      decision("dec-d0000002", "Models are materialised as tables in marts and as views elsewhere", "Cost.", { tags: ["dbt"] }),
      note("obs-d0000003", "Snowflake warehouse XL is for backfills only", { tags: ["cost"] }),
    ],
    steps: [
      ask("yesterday's revenue is always too low in the dashboard and right a week later", "pat-d00000-000001", "dec-d0000002", "obs-d0000003"),
      read(
        "/home/ada/dev/warehouse/models/revenue.sql",
        "{{ config(materialized='incremental') }}\nselect order_date, sum(amount) as revenue from {{ ref('orders') }}\n{% if is_incremental() %} where order_date = current_date - 1 {% endif %}\ngroup by 1",
      ),
      say("The model only ever computes yesterday. Orders arrive up to nine days late, so each day is frozen before it is complete."),
      edit("/home/ada/dev/warehouse/models/revenue.sql", "where order_date = current_date - 1", "where order_date >= current_date - 10"),
      edit(
        "/home/ada/dev/warehouse/models/revenue.sql",
        "materialized='incremental'",
        "materialized='incremental', incremental_strategy='insert_overwrite', partition_by='order_date'",
      ),
      say("It reprocesses the last ten days each night now."),
    ],
    truth: { "pat-d00000-000001": "used", "dec-d0000002": "ignored", "obs-d0000003": "ignored" },
  },
  {
    name: "fresh-handoff-dropped",
    cwd: "/home/ada/dev/warehouse",
    records: [
      handoff("hand-e0000001", "Currency table: ECB import works, weekends are missing", {
        Next: "Carry Friday's rate over the weekend; document it in marts.md",
      }),
      pattern("pat-e00000-000002", "Names of measures end with their unit", { Solution: "revenue_eur, weight_kg, duration_s" }),
    ],
    steps: [
      start("hand-e0000001", "pat-e00000-000002"),
      ask("add the shipping duration to the orders mart"),
      edit(
        "/home/ada/dev/warehouse/models/marts/orders.sql",
        "select o.id",
        "select o.id,\n  datediff('second', o.shipped_at, o.delivered_at) as shipping_duration_s",
      ),
      bash("dbt run -s orders && dbt test -s orders", "PASS=7 WARN=0 ERROR=0"),
      say("orders has `shipping_duration_s` now; the unit is in the name like for the other measures. All seven tests pass."),
    ],
    truth: { "hand-e0000001": "ignored", "pat-e00000-000002": "used" },
  },
  {
    name: "fresh-tool-remedy",
    cwd: "/home/ada/dev/ios",
    records: [
      failure("fail-f001", 'error: No signing certificate "iOS Distribution" found', {
        Fix: "bundle exec fastlane match appstore --readonly, with MATCH_PASSWORD from 1Password",
        Tool: "Bash",
      }),
      note("obs-f0000002", "TestFlight builds are uploaded by CI only", { tags: ["release"] }),
    ],
    steps: [
      ask("make an archive build"),
      bash("xcodebuild archive -scheme App", 'error: No signing certificate "iOS Distribution" found', true),
      beside("fail-f001", "obs-f0000002"),
      bash("security find-identity -v -p codesigning", "0 valid identities found"),
      say(
        "There is no certificate on this machine. It can be fetched with `bundle exec fastlane match appstore --readonly`; for that I need MATCH_PASSWORD, which you find in 1Password.",
      ),
    ],
    truth: { "fail-f001": "used", "obs-f0000002": "ignored" },
  },
  {
    name: "fresh-german-wrong",
    cwd: "/home/ada/dev/buero",
    records: [
      note("obs-11110001", "Der Drucker im dritten Stock hat die Adresse 10.0.3.20", { tags: ["drucker"] }),
      decision("dec-11110002", "Rechnungen über 5000 Euro brauchen zwei Freigaben", "Vorgabe der Revision.", { tags: ["rechnung"] }),
    ],
    steps: [
      ask("richte den Drucker vom dritten Stock auf meinem Rechner ein", "obs-11110001", "dec-11110002"),
      bash("lpadmin -p stock3 -E -v ipp://10.0.3.20/ipp/print -m everywhere", ""),
      say("Der Drucker ist als stock3 eingerichtet, unter der Adresse 10.0.3.20."),
      ask("Das stimmt nicht, der hat seit dem Umzug eine andere Adresse: 10.0.7.11"),
      bash("lpadmin -p stock3 -v ipp://10.0.7.11/ipp/print", ""),
      say("Geändert."),
    ],
    truth: { "obs-11110001": "contradicted", "dec-11110002": "ignored" },
  },
  {
    name: "fresh-game-balance",
    cwd: "/home/ada/dev/towers",
    records: [
      decision("dec-22220001", "Balance values live in balance.toml and are hot-reloaded", "Designers tune during playtests.", {
        tags: ["balance"],
        entities: ["balance.toml"],
      }),
      pattern("pat-222200-000002", "Enemies are pooled", {
        Problem: "Garbage collection stutters in wave 20",
        Solution: "Take them from EnemyPool and return them in onDeath",
      }),
      note("obs-22220003", "Playtests are on Thursdays", { tags: ["process"] }),
    ],
    steps: [
      ask("the frost tower is too strong, halve its slow effect", "dec-22220001", "pat-222200-000002", "obs-22220003"),
      bash("grep -n -A3 frost balance.toml", "[tower.frost]\ndamage = 4\nslow = 0.6"),
      bash("sed -i '/tower.frost/,/^$/ s/slow = 0.6/slow = 0.3/' balance.toml", ""),
      say("`slow` of the frost tower is 0.3 now. The game picks the new value up while it runs."),
    ],
    truth: { "dec-22220001": "used", "pat-222200-000002": "ignored", "obs-22220003": "ignored" },
  },
  {
    name: "fresh-control-group",
    cwd: "/home/ada/dev/api",
    records: [
      decision("dec-33330001", "Emails are compared case-insensitively with citext", "Duplicate accounts.", { tags: ["accounts"] }),
      pattern("pat-333300-000002", "Passwords are hashed with argon2id", { Solution: "argon2.hash with memoryCost 65536 in a worker thread" }),
    ],
    steps: [
      askWithheld("add an endpoint to change the password", "dec-33330001", "pat-333300-000002"),
      read(
        "/home/ada/dev/api/src/accounts.ts",
        "import { hash, verify } from './crypto';\nexport async function login(email: string, password: string) { /* ... */ }",
      ),
      edit(
        "/home/ada/dev/api/src/accounts.ts",
        "/* ... */ }",
        "/* ... */ }\nexport async function changePassword(account: Account, before: string, after: string) {\n  if (!(await verify(account.hash, before))) throw new Unauthorized();\n  await db.update(account.id, { hash: await hash(after) });\n  await sessions.revokeOthers(account.id);\n}",
      ),
      say("`changePassword` checks the old password, stores the hash of the new one and signs the person out everywhere else."),
    ],
    truth: { "dec-33330001": "ignored", "pat-333300-000002": "ignored" },
  },
];
