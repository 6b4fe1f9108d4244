/** Sessions 41 to 50: names that are everywhere, commands taken over, long answers about something else. First held out, then tuned on. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what an edit writes is code.
import { ask, bash, decision, edit, failure, grep, handoff, note, pattern, read, say, start, write } from "./steps.mjs";

export const sessions = [
  {
    name: "unseen-standard-names",
    cwd: "/home/ada/dev/player",
    records: [
      pattern("pat-aa01f3-120d7e", "Cancel stale lyrics requests", {
        Problem: "Lyrics of the last song flashed up",
        Solution: "Keep one AbortController per song and abort it when the song changes",
      }),
      note("obs-0d1e2f3a", "package.json pins electron because 31 breaks the tray icon on KDE", { tags: ["electron"] }),
    ],
    steps: [
      ask("Lyrics sometimes never arrive and the spinner runs forever. Give up after ten seconds.", "pat-aa01f3-120d7e", "obs-0d1e2f3a"),
      read(
        "/home/ada/dev/player/src/lyrics.ts",
        "export async function lyrics(song: Song): Promise<string> {\n  const res = await fetch(`${API}/lyrics/${song.id}`);\n  return res.text();\n}",
      ),
      edit(
        "/home/ada/dev/player/src/lyrics.ts",
        "await fetch(`${API}/lyrics/${song.id}`)",
        "await fetch(`${API}/lyrics/${song.id}`, { signal: AbortSignal.timeout(10_000) })",
      ),
      bash("cat package.json | grep '\"test\"'", '    "test": "vitest run"'),
      bash("npm test", "22 passed"),
      say("The fetch gives up after ten seconds by `AbortSignal.timeout`; the caller already shows an error when it rejects."),
    ],
    truth: { "pat-aa01f3-120d7e": "ignored", "obs-0d1e2f3a": "ignored" },
  },
  {
    name: "unseen-why-question",
    cwd: "/home/ada/dev/harbor",
    records: [
      decision(
        "dec-20fc91aa",
        "Container weights are kept in kilograms as integers, whatever unit the shipper sends",
        "The crane's controller rejects decimals and once stopped a whole berth.",
        { tags: ["weights"] },
      ),
      decision("dec-20fc91ab", "EDI messages are kept verbatim for ninety days", "Disputes with carriers.", { tags: ["edi"] }),
    ],
    steps: [
      ask("why do we round the weights in the EDI import?", "dec-20fc91aa", "dec-20fc91ab"),
      read("/home/ada/dev/harbor/src/edi/weights.py", "def weight(segment):\n    return round(float(segment.value) * FACTOR[segment.unit])"),
      say(
        "Because everything downstream expects whole kilograms: the crane's controller does not take decimals, and a fractional value once brought a berth to a halt. The import therefore converts whatever unit the shipper used and rounds.",
      ),
    ],
    truth: { "dec-20fc91aa": "used", "dec-20fc91ab": "ignored" },
  },
  {
    name: "unseen-spanish-corrected",
    cwd: "/home/ada/dev/nominas",
    records: [
      decision("dec-8e41c7d0", "Las nóminas se generan el día 25 con el lote nocturno de AS400", "El banco exige el fichero antes del 28.", {
        tags: ["nominas"],
      }),
    ],
    steps: [
      ask("¿cuándo se generan las nóminas de diciembre?", "dec-8e41c7d0"),
      say("El día 25, con el lote nocturno del AS400, para que el banco tenga el fichero antes del 28."),
      ask("ya no usamos el AS400, eso se hace desde la aplicación nueva"),
      grep("generarNominas", 'src/Nominas.java:40: @Scheduled(cron = "0 0 2 20 * *") void generarNominas()'),
      say("Entonces es el día 20 a las dos de la mañana, según la tarea programada."),
    ],
    truth: { "dec-8e41c7d0": "contradicted" },
  },
  {
    name: "unseen-no-but-about-layout",
    cwd: "/home/ada/dev/kiosk",
    records: [
      decision(
        "dec-cc90ab12",
        "Touch targets are at least 48 pixels with 8 pixels between them",
        "Visitors with gloves missed the buttons in the trial at the ski museum.",
        { tags: ["accessibility"] },
      ),
    ],
    steps: [
      ask("add buttons for the four languages to the start screen", "dec-cc90ab12"),
      write(
        "/home/ada/dev/kiosk/src/start/languages.tsx",
        "export const Languages = () => (\n  <nav style={{ display: 'grid', gap: 8 }}>\n    {LANGUAGES.map((l) => <button key={l} style={{ minHeight: 48, minWidth: 48 }}>{l}</button>)}\n  </nav>\n);",
      ),
      say("Each language button is at least 48 pixels high and wide, with 8 pixels between them, so that they can be hit with gloves."),
      ask("no, that looks crowded. Put them in one row at the bottom"),
      edit("/home/ada/dev/kiosk/src/start/languages.tsx", "display: 'grid', gap: 8", "display: 'flex', gap: 8, position: 'fixed', bottom: 24"),
      say("They stand in one row at the bottom now."),
    ],
    truth: { "dec-cc90ab12": "used" },
  },
  {
    name: "unseen-handoff-and-others",
    cwd: "/home/ada/dev/compiler",
    records: [
      handoff("hand-5e00f1a2", "Register allocator spills too much in loops", {
        Next: "Compute live ranges per block, then prefer the operand with the farthest next use",
        Questions: "Does the benchmark mandelbrot still regress?",
      }),
      pattern("pat-b2c3d4-0f9e8d", "Golden files are regenerated with UPDATE=1", {
        Solution: "UPDATE=1 cargo test golden, then look at every diff before committing",
      }),
      failure("fail-77d3", "LinkError: undefined symbol __chkstk", { Fix: "Link compiler-rt on Windows: pass -C link-arg=clang_rt.builtins-x86_64.lib" }),
    ],
    steps: [
      start("hand-5e00f1a2"),
      ask("continue with the register allocator", "pat-b2c3d4-0f9e8d", "fail-77d3"),
      read("/home/ada/dev/compiler/src/regalloc.rs", "fn choose_spill(&self, live: &[Vreg]) -> Vreg { live[0] }"),
      say("`choose_spill` takes the first live register. I will compute the live ranges per block and spill the one whose next use is farthest away."),
      edit("/home/ada/dev/compiler/src/regalloc.rs", "live[0]", "*live.iter().max_by_key(|v| self.next_use(**v)).unwrap()"),
      bash("cargo test regalloc", "test result: FAILED. 3 golden files differ", true),
      bash("UPDATE=1 cargo test golden && git diff --stat tests/golden", " 3 files changed, 12 insertions(+), 31 deletions(-)"),
      say("The golden files have 19 lines less in total: fewer spills. I looked at each diff, and they are all removed loads and stores."),
    ],
    truth: { "hand-5e00f1a2": "used", "pat-b2c3d4-0f9e8d": "used", "fail-77d3": "ignored" },
  },
  {
    name: "unseen-agent-looks-first",
    cwd: "/home/ada/dev/weather",
    records: [note("obs-4b7711c9", "Station metadata is in stations.parquet, written by the nightly ingest job", { entities: ["stations.parquet"] })],
    steps: [
      ask("how many stations are above 2000 m?", "obs-4b7711c9"),
      bash("python -c \"import polars as pl; print(pl.read_parquet('stations.parquet').filter(pl.col('elevation') > 2000).height)\"", "137"),
      say("137."),
    ],
    truth: { "obs-4b7711c9": "used" },
  },
  {
    name: "unseen-memory-wrong",
    cwd: "/home/ada/dev/weather",
    records: [
      decision("dec-6d12e8f4", "Radar frames are resampled with nearest neighbour", "Bilinear smeared the echo of small cells.", { tags: ["radar"] }),
      note("obs-93ab20c4", "The radar archive is mounted at /mnt/radar on gpu2 only", { tags: ["radar"] }),
    ],
    steps: [
      ask("write a job that resamples last week's radar frames to 1 km", "dec-6d12e8f4", "obs-93ab20c4"),
      bash("ls /mnt/radar", "ls: cannot access '/mnt/radar': No such file or directory", true),
      bash("mount | grep radar", "nas:/radar on /data/radar type nfs4"),
      say(
        "The recorded note that the archive is at /mnt/radar is stale, it is mounted at /data/radar on this machine. I'll use that path, and nearest neighbour for the resampling, since bilinear smears small cells.",
      ),
      write("/home/ada/dev/weather/jobs/resample.py", "for frame in frames('/data/radar', days=7):\n    save(resample(frame, 1000, method='nearest'))"),
    ],
    truth: { "dec-6d12e8f4": "used", "obs-93ab20c4": "contradicted" },
  },
  {
    name: "unseen-long-unrelated",
    cwd: "/home/ada/dev/bank",
    records: [
      decision(
        "dec-1d2e3f40",
        "Standing orders run at six in the morning, before the ledger opens",
        "Customers expect the rent to be gone when they look at breakfast.",
        { tags: ["payments"] },
      ),
      pattern("pat-c7d8e9-a1b2c3", "Idempotency keys on every payment call", {
        Problem: "A retry after a timeout paid twice",
        Solution: "Derive the key from order id and due date, keep it for 48 hours in Redis",
      }),
      failure("fail-a0b1", "TimeoutError: core banking did not answer", { Fix: "The maintenance window is Sunday 02:00 to 04:00; do not run batch jobs then" }),
    ],
    steps: [
      ask("The list of standing orders is not accessible with a screen reader. Please look at it.", "dec-1d2e3f40", "pat-c7d8e9-a1b2c3", "fail-a0b1"),
      read(
        "/home/ada/dev/bank/web/standing-orders.tsx",
        '<div className="list">{orders.map((o) => <div onClick={() => open(o)}>{o.payee} {o.amount}</div>)}</div>',
      ),
      edit(
        "/home/ada/dev/bank/web/standing-orders.tsx",
        "<div onClick={() => open(o)}>{o.payee} {o.amount}</div>",
        '<li key={o.id}><button type="button" onClick={() => open(o)} aria-label={`${o.payee}, ${formatMoney(o.amount)}, next on ${formatDate(o.dueDate)}`}>{o.payee} {o.amount}</button></li>',
      ),
      edit("/home/ada/dev/bank/web/standing-orders.tsx", '<div className="list">', '<ul className="list">'),
      bash("npx axe web/standing-orders.html", "0 violations found"),
      say(
        "The rows were plain divs with a click handler: a screen reader did not announce them, and the keyboard could not reach them. They are buttons inside a list now, each with a label that says the payee, the amount and the due date. axe finds no violations. One thing that I left alone: the customer hears the amounts without a currency when the order was made before 2020, as those rows have none. That might deserve a ticket of its own, since a retry of the import would be needed to fill it in.",
      ),
    ],
    truth: { "dec-1d2e3f40": "ignored", "pat-c7d8e9-a1b2c3": "ignored", "fail-a0b1": "ignored" },
  },
  {
    name: "unseen-german-paraphrase",
    cwd: "/home/ada/dev/museum",
    records: [
      decision(
        "dec-0f1a2b3c",
        "Bilder werden vor dem Hochladen auf 2400 Pixel verkleinert",
        "Der Speicherplatz im Rechenzentrum ist knapp, und die Originale liegen auf dem NAS.",
        { tags: ["bilder"] },
      ),
      note("obs-5d6e7f80", "Die Inventarnummer ist nicht eindeutig, erst zusammen mit der Sammlung", { tags: ["inventar"] }),
    ],
    steps: [
      ask("Bau bitte einen Import für die Fotos der neuen Ausstellung", "dec-0f1a2b3c", "obs-5d6e7f80"),
      write(
        "/home/ada/dev/museum/import_fotos.py",
        "for foto in sorted(quelle.glob('*.tif')):\n    bild = Image.open(foto)\n    bild.thumbnail((2400, 2400))\n    lade_hoch(bild, schluessel=(sammlung, inventarnummer(foto)))",
      ),
      say(
        "Der Import verkleinert jedes Bild vor dem Hochladen auf höchstens 2400 Pixel. Als Schlüssel dient die Inventarnummer zusammen mit der Sammlung, da die Nummer allein nicht eindeutig ist.",
      ),
    ],
    truth: { "dec-0f1a2b3c": "used", "obs-5d6e7f80": "used" },
  },
  {
    name: "unseen-replaced-service",
    cwd: "/home/ada/dev/bank",
    records: [
      decision("dec-b8a7c6d5", "Push notifications are sent through OneSignal segments", "Marketing edits the segments itself.", { tags: ["push"] }),
      pattern("pat-e1f2a3-b4c5d6", "Feature toggles default to off in tests", {
        Solution: "withToggles({}) in the test setup clears what the developer has set",
      }),
    ],
    steps: [
      ask("notify customers when a direct debit is refused", "dec-b8a7c6d5", "pat-e1f2a3-b4c5d6"),
      say(
        "I would add a OneSignal segment for customers with a refused direct debit and send the push from the debit handler. Marketing can then edit the text. OK?",
      ),
      ask("OneSignal is gone since the data protection review, we send through our own gateway. Look at push/gateway.ts"),
      read("/home/ada/dev/bank/push/gateway.ts", "export async function push(customer: Id, text: string): Promise<void>"),
      edit("/home/ada/dev/bank/src/debit/refused.ts", "await log(refusal);", "await log(refusal);\n  await push(refusal.customer, texts.debitRefused);"),
      say("The handler sends the push through the gateway now."),
    ],
    truth: { "dec-b8a7c6d5": "contradicted", "pat-e1f2a3-b4c5d6": "ignored" },
  },
];
