/** Sessions 1 to 10: records of one kind or another that were used, or were not, in plain ways. */
import { ask, bash, decision, edit, failure, grep, note, pattern, read, say, write } from "./steps.mjs";

export const sessions = [
  {
    name: "invoices-credit-notes",
    records: [
      decision(
        "dec-3f8a11c0",
        "Issued invoices are immutable",
        "The auditor requires it. Corrections are booked as a credit note that references the original invoice number.",
        { tags: ["billing"] },
      ),
    ],
    steps: [
      ask("A customer was billed for the wrong quantity, invoice 2231. How should I correct it in the code?", "dec-3f8a11c0"),
      read(
        "/home/ada/dev/shop/src/billing/invoice.ts",
        "export class Invoice {\n  constructor(readonly number: string, readonly lines: readonly Line[]) {}\n  total() { return this.lines.reduce((sum, line) => sum + line.amount, 0); }\n}",
      ),
      say(
        "We should not change invoice 2231 in place: once an invoice is issued it stays as it is, and a correction is booked as a credit note that points back at the original number. I'll add `createCreditNote(invoice, lines)` next to the Invoice class.",
      ),
      write(
        "/home/ada/dev/shop/src/billing/credit-note.ts",
        "export function createCreditNote(original: Invoice, lines: readonly Line[]): CreditNote {\n  return { references: original.number, lines };\n}",
      ),
    ],
    truth: { "dec-3f8a11c0": "used" },
  },
  {
    name: "pdf-margins",
    records: [
      decision("dec-71b2aa9e", "Invoices are archived for ten years in cold storage", "Tax law asks for it; Glacier costs a tenth of standard storage.", {
        tags: ["billing", "archive"],
      }),
    ],
    steps: [
      ask("The invoice PDF has no left margin when it is printed, please fix", "dec-71b2aa9e"),
      grep("margin", "src/pdf/layout.ts:14:  margin: { top: 40, right: 40, bottom: 40, left: 0 },"),
      edit("/home/ada/dev/shop/src/pdf/layout.ts", "left: 0 }", "left: 40 }"),
      say("The layout had `left: 0`. I set it to 40 like the other sides; the invoice now prints with an even margin."),
    ],
    truth: { "dec-71b2aa9e": "ignored" },
  },
  {
    name: "flaky-clock",
    records: [
      pattern("pat-10aa22-7f01bc", "Freeze the clock in date tests", {
        Context: "tests that compare dates",
        Problem: "They fail around midnight UTC and at daylight saving changes",
        Solution: "Call vi.useFakeTimers and vi.setSystemTime with a fixed instant in beforeEach, restore in afterEach",
      }),
    ],
    steps: [
      ask("subscription.test.ts failed tonight in CI but passes on my laptop, can you look?", "pat-10aa22-7f01bc"),
      read(
        "/home/ada/dev/shop/test/subscription.test.ts",
        "test('renews in a month', () => {\n  const sub = new Subscription(new Date());\n  expect(sub.renewsOn().getMonth()).toBe((new Date().getMonth() + 1) % 12);\n});",
      ),
      edit(
        "/home/ada/dev/shop/test/subscription.test.ts",
        "test('renews in a month', () => {",
        "beforeEach(() => {\n  vi.useFakeTimers();\n  vi.setSystemTime(new Date('2026-01-15T12:00:00Z'));\n});\nafterEach(() => vi.useRealTimers());\n\ntest('renews in a month', () => {",
      ),
      bash("npx vitest run test/subscription.test.ts", "1 passed"),
      say("The test depended on the time of the run. It now uses a fixed instant, so CI and your laptop agree."),
    ],
    truth: { "pat-10aa22-7f01bc": "used" },
  },
  {
    name: "migrations-by-hand",
    cwd: "/home/ada/dev/ledger",
    records: [
      failure("fail-88e1", "MigrationFailed: relation accounts_old does not exist", {
        Tool: "Bash",
        Fix: "Run `make db-shadow` before `make migrate`: the shadow schema must be rebuilt first",
      }),
    ],
    steps: [
      ask("run the database migrations please", "fail-88e1"),
      bash("make db-shadow && make migrate", "shadow schema rebuilt\n3 migrations applied"),
      say("All three migrations are applied."),
    ],
    truth: { "fail-88e1": "used" },
  },
  {
    name: "migrations-without",
    cwd: "/home/ada/dev/ledger",
    records: [
      failure("fail-19c4", "MigrationFailed: lock timeout on table postings", {
        Tool: "Bash",
        Fix: "Stop the reconciler worker first, it holds a share lock for minutes",
      }),
    ],
    steps: [
      ask("add a migration that gives postings a currency column", "fail-19c4"),
      bash("ls db/migrations", "001_init.sql\n002_accounts.sql"),
      write("/home/ada/dev/ledger/db/migrations/003_currency.sql", "ALTER TABLE postings ADD COLUMN currency char(3) NOT NULL DEFAULT 'EUR';"),
      bash("make migrate", "1 migration applied"),
      say("Added `003_currency.sql`, with EUR as the default, and applied it."),
    ],
    truth: { "fail-19c4": "ignored" },
  },
  {
    name: "named-by-id",
    records: [
      decision("dec-5c01d2ef", "Use server-sent events instead of websockets for order updates", "Proxies of two large customers drop websocket upgrades.", {
        tags: ["realtime"],
      }),
      decision("dec-c4410b9a", "Order list is paged by cursor", "Offsets were slow beyond page 200.", { tags: ["orders"] }),
    ],
    steps: [
      ask("I want the order page to update live. What do we do for that?", "dec-5c01d2ef", "dec-c4410b9a"),
      say("According to dec-5c01d2ef this should go over SSE. I would add an `/orders/stream` endpoint and an EventSource in the page."),
    ],
    truth: { "dec-5c01d2ef": "used", "dec-c4410b9a": "ignored" },
  },
  {
    name: "title-named",
    cwd: "/home/ada/dev/gateway",
    records: [
      pattern("pat-22bb33-01aacd", "Circuit breaker around partner calls", {
        Context: "calls to partner APIs",
        Solution: "Wrap them in PartnerBreaker with five failures in thirty seconds; half-open after a minute",
      }),
    ],
    steps: [
      ask("The weather partner was down yesterday and took our whole gateway with it. Make that impossible.", "pat-22bb33-01aacd"),
      say("There is a pattern for this already: circuit breaker around partner calls. The weather client does not follow it yet, so I will change that."),
      read(
        "/home/ada/dev/gateway/src/weather.go",
        'func (c *Client) Forecast(ctx context.Context, city string) (*Forecast, error) {\n\treturn c.get(ctx, "/forecast", city)\n}',
      ),
      edit(
        "/home/ada/dev/gateway/src/weather.go",
        'return c.get(ctx, "/forecast", city)',
        'return c.breaker.Do(ctx, func() (*Forecast, error) { return c.get(ctx, "/forecast", city) })',
      ),
    ],
    truth: { "pat-22bb33-01aacd": "used" },
  },
  {
    name: "corrected-queue",
    cwd: "/home/ada/dev/mailer",
    records: [
      decision("dec-90fe1b77", "Mails are queued in RabbitMQ with a dead letter exchange", "Lost mails in the outage of 2024.", { tags: ["mail", "queue"] }),
    ],
    steps: [
      ask("Add a retry when sending the welcome mail fails", "dec-90fe1b77"),
      say(
        "Since mails go through RabbitMQ I would let the message fall into the dead letter exchange and requeue it from there with a delay. Shall I add the binding?",
      ),
      ask("no, we don't use RabbitMQ any more, it's all in Postgres now"),
      say("Understood. Then I will look at the jobs table."),
      grep("create table jobs", "db/schema.sql:3:create table jobs (id bigserial, run_at timestamptz, attempts int)"),
      edit("/home/ada/dev/mailer/src/welcome.ts", "await send(mail);", "await enqueue(mail, { attempts: 5 });"),
    ],
    truth: { "dec-90fe1b77": "contradicted" },
  },
  {
    name: "own-mistake-corrected",
    records: [decision("dec-2a77c6d1", "Prices are stored as integer cents", "Floats lost a cent per thousand orders.", { tags: ["money"] })],
    steps: [
      ask("Add a discount field to the cart", "dec-2a77c6d1"),
      edit("/home/ada/dev/shop/src/cart/cart.ts", "total: number;", "total: number;\n  /** In integer cents, as all prices. */\n  discountCents: number;"),
      say("The cart has `discountCents` now, an integer in cents so that no rounding errors creep in."),
      ask("no, not in cart.ts, put it into the checkout please"),
      edit("/home/ada/dev/shop/src/checkout/checkout.ts", "items: Item[];", "items: Item[];\n  discountCents: number;"),
      say("Moved it to the checkout."),
    ],
    truth: { "dec-2a77c6d1": "used" },
  },
  {
    name: "same-words-from-file",
    cwd: "/home/ada/dev/gateway",
    records: [note("obs-7718aa01", "The gateway reads its upstream list from upstreams.toml and reloads it on SIGHUP", { entities: ["upstreams.toml"] })],
    steps: [
      ask("which port does the gateway listen on?", "obs-7718aa01"),
      read(
        "/home/ada/dev/gateway/main.go",
        'func main() {\n\tport := flag.Int("port", 8443, "port to listen on")\n\tcfg := load("upstreams.toml")\n\tonSIGHUP(func() { cfg.reload() })\n',
      ),
      say(
        "It listens on 8443 by default; the `-port` flag of main.go changes that. The same file loads upstreams.toml and reloads it on SIGHUP, but the port is fixed at start.",
      ),
    ],
    truth: { "obs-7718aa01": "ignored" },
  },
];
