/** Sessions 31 to 40: longer answers, more records at once, subtler truth. First held out, then tuned on. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what an edit writes is code.
import { ask, bash, beside, decision, edit, failure, grep, handoff, note, pattern, read, say, start, write } from "./steps.mjs";

export const sessions = [
  {
    name: "held-five-records",
    cwd: "/home/ada/dev/atlas",
    records: [
      decision("dec-b01c55e1", "Tile requests are authenticated by a signed cookie, not by a header", "Map libraries cannot set headers on image requests.", {
        tags: ["auth", "tiles"],
      }),
      decision("dec-b01c55e2", "Vector tiles are built with tippecanoe at zoom 4 to 14", "Higher zooms are overzoomed on the client.", { tags: ["tiles"] }),
      pattern("pat-71aa02-5be001", "Keep map state in the address bar", { Solution: "Serialise centre and zoom into the hash, throttled to 250 ms" }),
      failure("fail-9ab4", "HTTP 413 from the tile uploader", { Fix: "Split the mbtiles with tile-join --maximum-tile-bytes=500000" }),
      note("obs-a8812201", "The staging map uses the free MapTiler key, which is capped at 100k requests a month", { tags: ["maps"] }),
    ],
    steps: [
      ask(
        "Tiles answer 401 when the map is embedded in the partner portal. Why?",
        "dec-b01c55e1",
        "dec-b01c55e2",
        "pat-71aa02-5be001",
        "fail-9ab4",
        "obs-a8812201",
      ),
      grep("401", "src/server/tiles.ts:31:  if (!valid(req)) return res.status(401).end();"),
      read(
        "/home/ada/dev/atlas/src/server/tiles.ts",
        "import { valid } from './valid';\nrouter.get('/tiles/:z/:x/:y', (req, res) => {\n  if (!valid(req)) return res.status(401).end();\n  res.sendFile(tilePath(req.params));\n});",
      ),
      say(
        "Tile requests carry a signed cookie because the map library cannot set a header on images. Inside the partner portal our domain is a third party, and browsers withhold cookies there unless they are SameSite=None; Secure. So every tile is refused.\n\nTwo ways out: set those attributes on the cookie, or serve the tiles from a subdomain of the partner. The first is a one-line change.",
      ),
      ask("do the first"),
      grep("setCookie", "src/server/login.ts:22:  res.cookie('tiles', sign(user), { httpOnly: true });"),
      edit("/home/ada/dev/atlas/src/server/login.ts", "{ httpOnly: true }", "{ httpOnly: true, sameSite: 'none', secure: true }"),
      say("Done. Please note that it needs https on the portal's side as well."),
    ],
    truth: { "dec-b01c55e1": "used", "dec-b01c55e2": "ignored", "pat-71aa02-5be001": "ignored", "fail-9ab4": "ignored", "obs-a8812201": "ignored" },
  },
  {
    name: "held-domain-vocabulary",
    cwd: "/home/ada/dev/clinic",
    records: [
      decision(
        "dec-f2207a31",
        "Appointments are never deleted, they are cancelled with a reason",
        "Reports to the health insurer count cancellations by reason.",
        { tags: ["appointments"] },
      ),
      pattern("pat-9902cd-aa3410", "Appointment overlaps are checked in the database", {
        Problem: "Two receptionists booked the same room",
        Solution: "An exclusion constraint with tstzrange on room and period",
      }),
    ],
    steps: [
      ask("The appointment reminder mail shows the time in UTC, patients complain", "dec-f2207a31", "pat-9902cd-aa3410"),
      read(
        "/home/ada/dev/clinic/src/reminders/mail.ts",
        "const when = appointment.startsAt.toISOString().slice(11, 16);\nreturn `Your appointment is at ${when}`;",
      ),
      edit(
        "/home/ada/dev/clinic/src/reminders/mail.ts",
        "appointment.startsAt.toISOString().slice(11, 16)",
        "formatInTimeZone(appointment.startsAt, clinic.timeZone, 'HH:mm')",
      ),
      bash("npx jest src/reminders", "Tests: 6 passed, 6 total"),
      say(
        "The reminder used `toISOString`, which is always UTC. It now formats the start in the clinic's own time zone. I checked the other two mails as well: the cancellation mail has no time in it, and the booking confirmation formats it correctly already. The reason nobody noticed earlier is that in winter the difference is only an hour, and the receptionists see local time in their own calendar.",
      ),
    ],
    truth: { "dec-f2207a31": "ignored", "pat-9902cd-aa3410": "ignored" },
  },
  {
    name: "held-far-paraphrase",
    cwd: "/home/ada/dev/clinic",
    records: [
      decision("dec-33e1c0d8", "No personal data in log lines", "GDPR audit: names and birth dates were found in Kibana. Log the patient id only.", {
        tags: ["privacy"],
      }),
    ],
    steps: [
      ask("Add logging to the import of patient files so that we see which rows fail", "dec-33e1c0d8"),
      read("/home/ada/dev/clinic/src/import/rows.ts", "for (const row of rows) {\n  try { await save(row); } catch (error) { failed.push(row); }\n}"),
      edit(
        "/home/ada/dev/clinic/src/import/rows.ts",
        "catch (error) { failed.push(row); }",
        "catch (error) {\n    // Names and birth dates must not reach Kibana.\n    logger.warn({ patientId: row.patientId, line: row.line, error: error.code }, 'row failed');\n    failed.push(row);\n  }",
      ),
      say("Failed rows are logged with their line number and patientId, without the name or any other personal data."),
    ],
    truth: { "dec-33e1c0d8": "used" },
  },
  {
    name: "held-french-corrected",
    cwd: "/home/ada/dev/gare",
    records: [
      decision("dec-d4c9e012", "Les horaires viennent du flux GTFS de la région, importé chaque nuit", "Le fournisseur ne propose pas d'API en temps réel.", {
        tags: ["horaires"],
      }),
    ],
    steps: [
      ask("les retards ne s'affichent pas sur le panneau du quai 3", "dec-d4c9e012"),
      say("C'est normal : les horaires sont importés chaque nuit depuis le flux GTFS de la région, il n'y a donc pas de retards en temps réel."),
      ask("non, on n'utilise plus le GTFS depuis janvier, on a l'API SIRI maintenant"),
      grep("siri", "src/siri/client.ts:4:export class SiriClient {"),
      say("Merci, je regarde donc le client SIRI."),
    ],
    truth: { "dec-d4c9e012": "contradicted" },
  },
  {
    name: "held-german-ignored",
    cwd: "/home/ada/dev/verein",
    records: [
      decision(
        "dec-7aa1b2c9",
        "Mitgliedsbeiträge werden per SEPA-Lastschrift am Ersten des Quartals eingezogen",
        "Die Bank nimmt Sammellastschriften nur fünf Tage im Voraus an.",
        { tags: ["beitrag"] },
      ),
      note("obs-31f0aa77", "Der Export für das Finanzamt braucht die Mitgliedsnummer in der ersten Spalte", { tags: ["export"] }),
    ],
    steps: [
      ask("Die Mitgliederliste soll nach Nachnamen sortiert werden", "dec-7aa1b2c9", "obs-31f0aa77"),
      read("/home/ada/dev/verein/src/liste.py", "mitglieder = db.alle(Mitglied)\nfor m in mitglieder:\n    zeile(m.nummer, m.vorname, m.nachname)"),
      edit(
        "/home/ada/dev/verein/src/liste.py",
        "mitglieder = db.alle(Mitglied)",
        "mitglieder = sorted(db.alle(Mitglied), key=lambda m: (m.nachname.casefold(), m.vorname.casefold()))",
      ),
      say(
        "Die Liste ist jetzt nach Nachname und dann Vorname sortiert, Groß- und Kleinschreibung spielt keine Rolle. Beim nächsten Export erscheint die neue Reihenfolge ebenfalls.",
      ),
    ],
    truth: { "dec-7aa1b2c9": "ignored", "obs-31f0aa77": "ignored" },
  },
  {
    name: "held-start-and-tool",
    cwd: "/home/ada/dev/forge",
    records: [
      handoff("hand-0c77e1d5", "Signing of release artifacts is not finished", {
        Next: "Generate the minisign key in CI; publish the public half in the README; verify in install.sh",
        Blockers: "Needs a secret that only Kim can set",
      }),
      failure("fail-3e91", "HashMismatch: fixed-output derivation for vendorHash", {
        Fix: "Set vendorHash to lib.fakeHash, build once, copy the hash from the error",
        Tool: "Bash",
      }),
      pattern("pat-5512ef-77ac09", "Changelog entries are fragments in changes/", {
        Solution: "One file per change, named after the pull request; towncrier collects them at a release",
      }),
    ],
    steps: [
      start("hand-0c77e1d5", "pat-5512ef-77ac09"),
      ask("update the go dependencies"),
      bash("go get -u ./... && go mod tidy", "go: upgraded golang.org/x/net v0.30.0 => v0.33.0"),
      bash("nix build .#forge", "error: hash mismatch in fixed-output derivation\n  specified: sha256-AAA\n  got: sha256-BBB", true),
      beside("fail-3e91"),
      edit("/home/ada/dev/forge/flake.nix", 'vendorHash = "sha256-AAA";', "vendorHash = lib.fakeHash;"),
      bash("nix build .#forge 2>&1 | grep got", "  got: sha256-BBB"),
      edit("/home/ada/dev/forge/flake.nix", "vendorHash = lib.fakeHash;", 'vendorHash = "sha256-BBB";'),
      write("/home/ada/dev/forge/changes/412.misc.md", "Update golang.org/x/net to 0.33."),
      say("Dependencies are updated, the flake builds, and there is a fragment for the changelog in changes/."),
    ],
    truth: { "hand-0c77e1d5": "ignored", "fail-3e91": "used", "pat-5512ef-77ac09": "used" },
  },
  {
    name: "held-rule-silently-followed",
    cwd: "/home/ada/dev/forge",
    records: [
      pattern("pat-8801bb-c3d4e5", "Errors are wrapped with the operation's name", {
        Context: "Go packages below internal/",
        Solution: 'Return fmt.Errorf("forge/fetch: %w", err), never the bare error and never errors.Wrap',
      }),
    ],
    steps: [
      ask("write the function that downloads a plugin archive into the cache", "pat-8801bb-c3d4e5"),
      read(
        "/home/ada/dev/forge/internal/cache/cache.go",
        "package cache\n\ntype Cache struct{ dir string }\n\nfunc (c *Cache) path(name string) string { return filepath.Join(c.dir, name) }",
      ),
      write(
        "/home/ada/dev/forge/internal/cache/download.go",
        'package cache\n\nfunc (c *Cache) Download(ctx context.Context, url, name string) error {\n\tresp, err := http.Get(url)\n\tif err != nil {\n\t\treturn fmt.Errorf("forge/cache: %w", err)\n\t}\n\tdefer resp.Body.Close()\n\tfile, err := os.Create(c.path(name))\n\tif err != nil {\n\t\treturn fmt.Errorf("forge/cache: %w", err)\n\t}\n\t_, err = io.Copy(file, resp.Body)\n\treturn err\n}',
      ),
      say("`Download` streams the archive into the cache folder and wraps its errors with the operation, as the other packages do."),
    ],
    truth: { "pat-8801bb-c3d4e5": "used" },
  },
  {
    name: "held-symptom-not-correction",
    cwd: "/home/ada/dev/atlas",
    records: [
      decision("dec-1f00bb43", "Geocoding goes through our own Photon instance", "Nominatim's usage policy forbids autocomplete.", { tags: ["geocoding"] }),
    ],
    steps: [
      ask("the address search should suggest while typing", "dec-1f00bb43"),
      edit(
        "/home/ada/dev/atlas/src/search/address.ts",
        "// TODO suggest",
        "const res = await fetch(`${PHOTON_URL}/api?q=${encodeURIComponent(text)}&limit=5`);",
      ),
      say("It asks our Photon instance for five suggestions with each pause in typing. Nominatim would not allow autocomplete."),
      ask("hm, now the map doesn't load any more. And that's the wrong file, the form is in contact.tsx"),
      bash("git diff --stat", " src/search/address.ts | 2 +-"),
      edit("/home/ada/dev/atlas/src/contact.tsx", '<input name="address" />', '<AddressInput name="address" />'),
      say("Sorry about that, the import was circular. The form in contact.tsx uses the new input, and the map loads again."),
    ],
    truth: { "dec-1f00bb43": "used" },
  },
  {
    name: "held-overruled-pattern",
    cwd: "/home/ada/dev/portal",
    records: [
      pattern("pat-4403da-90ee12", "Forms validate with yup schemas", {
        Solution: "Put the schema beside the form as form.schema.ts and pass yupResolver to useForm",
      }),
      decision("dec-c0b1a2f3", "Dates in forms are entered as ISO strings", "Browsers disagree about localised date inputs.", { tags: ["forms"] }),
    ],
    steps: [
      ask("build the form for a new supplier: name, VAT number, start date", "pat-4403da-90ee12", "dec-c0b1a2f3"),
      write(
        "/home/ada/dev/portal/src/suppliers/form.schema.ts",
        "import * as yup from 'yup';\nexport const schema = yup.object({ name: yup.string().required(), vat: yup.string().required(), start: yup.string().matches(/^\\d{4}-\\d{2}-\\d{2}$/) });",
      ),
      write("/home/ada/dev/portal/src/suppliers/form.tsx", "const { register } = useForm({ resolver: yupResolver(schema) });"),
      say(
        "The form validates with a yup schema in form.schema.ts. The start date is entered as an ISO string, since localised date inputs differ between browsers.",
      ),
      ask("We replaced yup with zod everywhere, please don't bring it back."),
      write(
        "/home/ada/dev/portal/src/suppliers/form.schema.ts",
        "import { z } from 'zod';\nexport const schema = z.object({ name: z.string().min(1), vat: z.string().min(1), start: z.string().date() });",
      ),
      say("It uses zod now."),
    ],
    truth: { "pat-4403da-90ee12": "contradicted", "dec-c0b1a2f3": "used" },
  },
  {
    name: "held-wrong-fact",
    cwd: "/home/ada/dev/fleet",
    records: [
      note("obs-6620cc15", "The telemetry broker accepts at most 64 kB per message", { tags: ["mqtt"] }),
      decision("dec-5b00d1e7", "Vehicles buffer positions in SQLite while offline", "Tunnels and ferries.", { tags: ["offline"] }),
    ],
    steps: [
      ask("batch the positions that were collected offline and send them at once", "obs-6620cc15", "dec-5b00d1e7"),
      read("/home/ada/dev/fleet/src/buffer.rs", 'pub fn pending(&self) -> Vec<Position> { self.sqlite.query("select * from positions where sent = 0") }'),
      edit(
        "/home/ada/dev/fleet/src/send.rs",
        "broker.publish(topic, encode(position));",
        "for chunk in chunks_below(64 * 1024, &pending) {\n    broker.publish(topic, encode(chunk));\n}",
      ),
      say("Pending positions go out in chunks, because the broker takes no more than 64 kB per message."),
      ask("that's not right, the limit is 256 kB since the upgrade"),
      edit("/home/ada/dev/fleet/src/send.rs", "64 * 1024", "256 * 1024"),
      say("Chunks are up to 256 kB now."),
    ],
    truth: { "obs-6620cc15": "contradicted", "dec-5b00d1e7": "ignored" },
  },
];
