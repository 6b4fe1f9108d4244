/** Sessions 71 to 80: conventions that are followed, limits that have changed, words that meet by chance. First held out, then tuned on. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what an edit writes is code.
import { ask, askWithheld, bash, beside, decision, edit, failure, grep, handoff, note, pattern, read, say, start, write } from "./steps.mjs";

export const sessions = [
  {
    name: "new-retry-budget",
    cwd: "/home/ada/dev/payments",
    records: [
      decision("dec-1010aa01", "Outgoing calls retry at most twice, with jitter", "A retry storm brought the acquirer down on Black Friday.", {
        tags: ["resilience"],
      }),
      pattern("pat-1010aa-02bb03", "Money is formatted by the locale of the merchant", {
        Solution: "Use formatMoney(amount, merchant.locale), never the browser's locale",
      }),
      failure("fail-1010", "ECONNRESET while settling", { Fix: "The acquirer closes idle connections after 55 s; keepAliveMsecs must be lower" }),
    ],
    steps: [
      ask("calls to the acquirer fail now and then, make the client more robust", "dec-1010aa01", "pat-1010aa-02bb03", "fail-1010"),
      read(
        "/home/ada/dev/payments/src/acquirer.ts",
        "const agent = new https.Agent({ keepAlive: true });\nexport const call = (path: string, body: unknown) => post(`${BASE}${path}`, body, { agent });",
      ),
      edit("/home/ada/dev/payments/src/acquirer.ts", "new https.Agent({ keepAlive: true })", "new https.Agent({ keepAlive: true, keepAliveMsecs: 45_000 })"),
      edit(
        "/home/ada/dev/payments/src/acquirer.ts",
        "post(`${BASE}${path}`, body, { agent })",
        "withRetries(() => post(`${BASE}${path}`, body, { agent }), { retries: 2, jitter: true })",
      ),
      say(
        "Two changes:\n\n- Idle connections are given up after 45 s, before the acquirer closes them at 55 s.\n- A failed call is retried twice at most, with jitter, so that we do not cause a retry storm.",
      ),
    ],
    truth: { "dec-1010aa01": "used", "pat-1010aa-02bb03": "ignored", "fail-1010": "used" },
  },
  {
    name: "new-css-only",
    cwd: "/home/ada/dev/intranet",
    records: [
      decision("dec-2020bb02", "The phone book is synchronised from LDAP each hour", "HR is the owner of the data.", { tags: ["phonebook"] }),
      note("obs-2020bb03", "Photos of employees need their consent, see the checkbox in the profile", { tags: ["phonebook", "privacy"] }),
    ],
    steps: [
      ask("the phone book page should have two columns on wide screens", "dec-2020bb02", "obs-2020bb03"),
      read("/home/ada/dev/intranet/css/phonebook.css", ".entries { display: block; }"),
      edit(
        "/home/ada/dev/intranet/css/phonebook.css",
        ".entries { display: block; }",
        ".entries { display: grid; gap: 1rem; }\n@media (min-width: 60rem) { .entries { grid-template-columns: 1fr 1fr; } }",
      ),
      say(
        "The entries are laid out as a grid, in two columns from 60rem on. Photos keep their size; on narrow screens nothing changes. I looked at it with an employee who has a long name, and the name wraps.",
      ),
    ],
    truth: { "dec-2020bb02": "ignored", "obs-2020bb03": "ignored" },
  },
  {
    name: "new-data-science",
    cwd: "/home/ada/dev/churn",
    records: [
      pattern("pat-3030cc-01dd02", "Split by customer, not by row", {
        Problem: "Leakage: the same customer was in train and test",
        Solution: "GroupShuffleSplit on customer_id with seed 7",
      }),
      decision("dec-3030cc04", "The churn label looks 60 days ahead", "Billing is every two months.", { tags: ["label"] }),
      note("obs-3030cc05", "Column tariff_v2 is empty before 2023", { tags: ["data"] }),
    ],
    steps: [
      ask("train a first baseline model and tell me the AUC", "pat-3030cc-01dd02", "dec-3030cc04", "obs-3030cc05"),
      bash(
        "python -c \"import pandas as pd; print(pd.read_parquet('features.parquet').columns.tolist())\"",
        "['customer_id', 'month', 'tariff_v2', 'calls', 'churned']",
      ),
      write(
        "/home/ada/dev/churn/baseline.py",
        "from sklearn.model_selection import GroupShuffleSplit\n\nsplit = GroupShuffleSplit(test_size=0.2, random_state=7)\ntrain, test = next(split.split(df, groups=df.customer_id))\nmodel = LogisticRegression(max_iter=500).fit(X.iloc[train], y.iloc[train])\nprint(roc_auc_score(y.iloc[test], model.predict_proba(X.iloc[test])[:, 1]))",
      ),
      bash("python baseline.py", "0.713"),
      say("AUC is 0.713 with a logistic regression. Customers are split as groups, so none of them is in both halves."),
    ],
    truth: { "pat-3030cc-01dd02": "used", "dec-3030cc04": "ignored", "obs-3030cc05": "ignored" },
  },
  {
    name: "new-spanish-ignored",
    cwd: "/home/ada/dev/gimnasio",
    records: [
      decision("dec-4040dd01", "Las cuotas se cobran por Redsys el primer día laborable", "El banco devuelve los cargos en festivo.", { tags: ["cuotas"] }),
      pattern("pat-4040dd-02ee03", "Los torniquetes se abren con un código QR de un solo uso", {
        Solution: "Firmar el código con la clave del torno y caducarlo a los 30 segundos",
      }),
    ],
    steps: [
      ask("el botón de cancelar una clase no hace nada en el móvil", "dec-4040dd01", "pat-4040dd-02ee03"),
      read("/home/ada/dev/gimnasio/src/clase.tsx", "<div onMouseDown={() => cancelar(clase)}>Cancelar</div>"),
      edit(
        "/home/ada/dev/gimnasio/src/clase.tsx",
        "<div onMouseDown={() => cancelar(clase)}>Cancelar</div>",
        '<button type="button" onClick={() => cancelar(clase)}>Cancelar</button>',
      ),
      say("El elemento era un div con `onMouseDown`, que no se dispara al tocar la pantalla. Ahora es un botón con `onClick` y funciona también en el móvil."),
    ],
    truth: { "dec-4040dd01": "ignored", "pat-4040dd-02ee03": "ignored" },
  },
  {
    name: "new-corrected-owner",
    cwd: "/home/ada/dev/platform",
    records: [
      note("obs-5050ee01", "Certificates are renewed by the acme-bot on edge-1; its logs are in /var/log/acme-bot", { tags: ["tls"] }),
      decision("dec-5050ee02", "Internal services speak mTLS with SPIFFE identities", "Audit of 2023.", { tags: ["tls"] }),
    ],
    steps: [
      ask("the certificate of status.example.org expires tomorrow, why was it not renewed?", "obs-5050ee01", "dec-5050ee02"),
      bash("ssh edge-1 tail -n 20 /var/log/acme-bot/renew.log", "tail: cannot open '/var/log/acme-bot/renew.log': No such file or directory", true),
      say("The acme-bot on edge-1 should have renewed it, but it has no logs there. Is it still running on that machine?"),
      ask("nope, acme-bot is gone, cert-manager does that in the cluster now"),
      bash("kubectl get certificate -A | grep status", "web   status-example-org   False   status-tls   89d"),
      say("cert-manager has the certificate, and it is not ready. I will look at its order next."),
    ],
    truth: { "obs-5050ee01": "contradicted", "dec-5050ee02": "ignored" },
  },
  {
    name: "new-test-conventions",
    cwd: "/home/ada/dev/parser",
    records: [
      pattern("pat-6060ff-01aa02", "Parser tests are pairs of .in and .out files", {
        Solution: "Put cases/NAME.in and cases/NAME.out side by side; the harness picks them up, no code needed",
      }),
      failure("fail-6060", "stack overflow on deeply nested arrays", { Fix: "Raise MAX_DEPTH only together with the explicit stack in lower.c" }),
    ],
    steps: [
      ask("add a test for trailing commas in objects", "pat-6060ff-01aa02", "fail-6060"),
      write("/home/ada/dev/parser/cases/trailing-comma-object.in", '{"a": 1,}'),
      write("/home/ada/dev/parser/cases/trailing-comma-object.out", "error 1:8 trailing comma"),
      bash("make check", "142 cases, 142 passed"),
      say("Added the case `trailing-comma-object`; the harness found it by itself and it passes."),
    ],
    truth: { "pat-6060ff-01aa02": "used", "fail-6060": "ignored" },
  },
  {
    name: "new-start-orientation",
    cwd: "/home/ada/dev/orchard",
    records: [
      handoff("hand-7070aa01", "Harvest forecast: weather join is done, yields are not", {
        Next: "Join yields by parcel and variety; beware of parcel 17, which was split in 2024",
      }),
      pattern("pat-7070aa-02bb03", "Dates of seasons are days since January first", { Solution: "Use day_of_year and never month names" }),
    ],
    steps: [
      start("hand-7070aa01", "pat-7070aa-02bb03"),
      ask("join the yields"),
      bash("head -3 data/yields.csv", "parcel,variety,year,kg\n16,Elstar,2023,8100\n17,Boskoop,2023,9400"),
      write(
        "/home/ada/dev/orchard/join_yields.py",
        "yields = pd.read_csv('data/yields.csv')\n# Parcel 17 was split in 2024: its older yields belong to both halves.\nold = yields[(yields.parcel == 17) & (yields.year < 2024)]\nforecast = forecast.merge(yields, on=['parcel', 'variety', 'year'], how='left')",
      ),
      say("Yields are joined on parcel, variety and year. For parcel 17 the years before the split need a decision: should I divide the old yield by area?"),
    ],
    truth: { "hand-7070aa01": "used", "pat-7070aa-02bb03": "ignored" },
  },
  {
    name: "new-withheld-anyway",
    cwd: "/home/ada/dev/payments",
    records: [
      decision("dec-8080bb01", "Refunds are idempotent by the refund reference", "Support clicked twice.", { tags: ["refunds"] }),
      decision("dec-8080bb02", "Chargebacks freeze the merchant's payouts for five days", "Rolling reserve of the acquirer.", { tags: ["chargebacks"] }),
    ],
    steps: [
      askWithheld("write the handler for chargebacks", "dec-8080bb01", "dec-8080bb02"),
      read(
        "/home/ada/dev/payments/src/events.ts",
        "export type Event = { type: 'chargeback'; payment: string; amount: number } | { type: 'refund'; payment: string };",
      ),
      write(
        "/home/ada/dev/payments/src/chargeback.ts",
        "export async function onChargeback(event: Extract<Event, { type: 'chargeback' }>): Promise<void> {\n  await ledger.book({ payment: event.payment, amount: -event.amount, kind: 'chargeback' });\n  await mail(merchantOf(event.payment), 'chargeback', event);\n}",
      ),
      say("`onChargeback` books the amount against the merchant and sends a mail. Should anything else happen, for example a hold on payouts?"),
    ],
    truth: { "dec-8080bb01": "ignored", "dec-8080bb02": "ignored" },
  },
  {
    name: "new-command-flag",
    cwd: "/home/ada/dev/firmware",
    records: [
      failure("fail-9090", "region FLASH overflowed by 1204 bytes", {
        Fix: "Build the bootloader with -Oz and LTO: west build -- -DCONFIG_SIZE_OPTIMIZATIONS=y -DCONFIG_LTO=y",
        Tool: "Bash",
      }),
      note("obs-9090cc01", "Board revision C has the LED on pin 13 instead of 12", { tags: ["hardware"] }),
    ],
    steps: [
      ask("build the bootloader"),
      bash("west build", "ld: region `FLASH' overflowed by 388 bytes", true),
      beside("fail-9090", "obs-9090cc01"),
      bash("west build -p -- -DCONFIG_SIZE_OPTIMIZATIONS=y -DCONFIG_LTO=y", "FLASH: 31240 B of 32 KB, 95.34%"),
      say("It fits now, at 95 %."),
    ],
    truth: { "fail-9090": "used", "obs-9090cc01": "ignored" },
  },
  {
    name: "new-outdated-limit",
    cwd: "/home/ada/dev/intranet",
    records: [
      decision("dec-0a0a0a01", "Attachments are limited to 10 MB by the reverse proxy", "nginx default was raised once, disks filled up.", {
        tags: ["uploads"],
      }),
      note("obs-0a0a0a02", "The virus scanner skips archives with a password", { tags: ["uploads"] }),
    ],
    steps: [
      ask("users cannot attach their 25 MB presentations", "dec-0a0a0a01", "obs-0a0a0a02"),
      say(
        "The reverse proxy limits attachments to 10 MB, deliberately, because the disks filled up once. I could raise `client_max_body_size` in nginx to 30 MB if the disks allow it now.",
      ),
      ask("That's not true any more, the proxy has no limit since we moved to S3. It must be something else."),
      grep("maxFileSize", "src/upload.ts:5:const upload = multer({ limits: { fileSize: 20 * 1024 * 1024 } });"),
      edit("/home/ada/dev/intranet/src/upload.ts", "20 * 1024 * 1024", "50 * 1024 * 1024"),
      say("multer had a limit of 20 MB. It is 50 MB now."),
    ],
    truth: { "dec-0a0a0a01": "contradicted", "obs-0a0a0a02": "ignored" },
  },
];
