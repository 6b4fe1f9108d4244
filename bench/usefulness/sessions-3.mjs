/** Sessions 21 to 30: changes of topic, late use, corrections of one record among several, stale records found out. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what an edit writes is code.
import { ask, bash, decision, edit, failure, grep, note, pattern, read, say, write } from "./steps.mjs";

export const sessions = [
  {
    name: "topic-changed",
    records: [
      decision("dec-0d9912fe", "Stock is reserved when the payment is authorised", "Reserving at add-to-cart let bots empty the shelves.", { tags: ["stock"] }),
    ],
    steps: [
      ask("when is stock reserved?", "dec-0d9912fe"),
      read("/home/ada/dev/shop/src/stock/reserve.ts", "export async function reserve(order: Order) { /* called by PaymentAuthorised */ }"),
      say("`reserve` is called from the PaymentAuthorised handler, so when the payment goes through."),
      ask("ok. Different thing: the README still says node 18"),
      edit("/home/ada/dev/shop/README.md", "node 18", "node 22"),
      say("Changed to node 22. Bots in CI use 22 as well, and the shelves of old versions are gone."),
    ],
    truth: { "dec-0d9912fe": "ignored" },
  },
  {
    name: "used-two-prompts-later",
    cwd: "/home/ada/dev/etl",
    records: [
      pattern("pat-44dd55-c0ffee", "Load big tables through COPY with a staging table", {
        Problem: "Row by row inserts took four hours",
        Solution: "COPY into an unlogged staging table, then INSERT ... ON CONFLICT DO UPDATE from there",
      }),
    ],
    steps: [
      ask("We need to import the partner's product feed every night", "pat-44dd55-c0ffee"),
      read("/home/ada/dev/etl/feeds/partner.csv", "sku,name,price\n1,Apple,0.30"),
      say("The feed has three columns. Where should it be written to?"),
      ask("into products, about 8 million rows"),
      write(
        "/home/ada/dev/etl/src/import_feed.py",
        "cur.execute('create unlogged table products_staging (like products)')\nwith open(path) as feed:\n    cur.copy_expert('copy products_staging from stdin csv header', feed)\ncur.execute('insert into products select * from products_staging on conflict (sku) do update set price = excluded.price')",
      ),
      say("The import is in `src/import_feed.py`."),
    ],
    truth: { "pat-44dd55-c0ffee": "used" },
  },
  {
    name: "one-of-two-corrected",
    cwd: "/home/ada/dev/mailer",
    records: [
      decision("dec-11ab77c0", "Templates are written in MJML", "Outlook broke handwritten tables.", { tags: ["templates"] }),
      decision("dec-11ab77c1", "Every mail carries a List-Unsubscribe header", "Gmail marks bulk senders without it as spam.", { tags: ["deliverability"] }),
    ],
    steps: [
      ask("create the mail for abandoned carts", "dec-11ab77c0", "dec-11ab77c1"),
      write(
        "/home/ada/dev/mailer/templates/abandoned-cart.mjml",
        "<mjml><mj-body><mj-section><mj-column><mj-text>You left something behind</mj-text></mj-column></mj-section></mj-body></mjml>",
      ),
      edit("/home/ada/dev/mailer/src/send.ts", "headers: {}", "headers: { 'List-Unsubscribe': `<${unsubscribeUrl(user)}>` }"),
      say("The template is in MJML as the others, and the mail sets List-Unsubscribe so that Gmail does not take it for spam."),
      ask("MJML is outdated, we moved to react-email last year. The header is good."),
      write("/home/ada/dev/mailer/templates/abandoned-cart.tsx", "export const AbandonedCart = () => <Html><Text>You left something behind</Text></Html>;"),
    ],
    truth: { "dec-11ab77c0": "contradicted", "dec-11ab77c1": "used" },
  },
  {
    name: "agent-finds-it-stale",
    cwd: "/home/ada/dev/gateway",
    records: [note("obs-c0de1177", "Rate limits are configured in limits.yaml under tenants", { entities: ["limits.yaml"] })],
    steps: [
      ask("raise the rate limit of tenant acme to 500", "obs-c0de1177"),
      bash("cat limits.yaml", "cat: limits.yaml: No such file or directory", true),
      grep("rate_limit", 'src/limits.go:12: rows := db.Query("select tenant, rate_limit from tenant_limits")'),
      say("The note about limits.yaml is out of date: that file no longer exists, the limits are rows of tenant_limits now. I'll write an update for acme."),
      write("/home/ada/dev/gateway/sql/acme.sql", "update tenant_limits set rate_limit = 500 where tenant = 'acme';"),
    ],
    truth: { "obs-c0de1177": "contradicted" },
  },
  {
    name: "command-only",
    cwd: "/home/ada/dev/mobile",
    records: [
      failure("fail-c1a0", "PodInstallFailed: CocoaPods could not find compatible versions for pod Firebase", {
        Fix: "bundle exec pod install --repo-update after deleting ios/Podfile.lock",
        Tool: "Bash",
      }),
    ],
    steps: [
      ask("pod install fails for me since I merged main", "fail-c1a0"),
      bash("rm ios/Podfile.lock && cd ios && bundle exec pod install --repo-update", "Pod installation complete! 42 pods installed."),
      say("Works again."),
    ],
    truth: { "fail-c1a0": "used" },
  },
  {
    name: "usual-command",
    cwd: "/home/ada/dev/mobile",
    records: [
      failure("fail-d7b2", "JestFailed: cannot find module react-native-maps", {
        Fix: "npm ci and then npm test; the lock file pins a fork of the maps module",
        Tool: "Bash",
      }),
    ],
    steps: [
      ask("write a test for the login screen and run the jest tests", "fail-d7b2"),
      write(
        "/home/ada/dev/mobile/test/login.test.tsx",
        "test('asks for a password', () => {\n  render(<Login />);\n  expect(screen.getByLabelText('Password')).toBeVisible();\n});",
      ),
      bash("npm test", "14 passed"),
      say("The test is in place, and all 14 pass."),
    ],
    truth: { "fail-d7b2": "ignored" },
  },
  {
    name: "refused-advice",
    records: [
      pattern("pat-66ee77-0b1e55", "Debounce search input by 300 ms", {
        Problem: "Each key press sent a request",
        Solution: "Use the useDebounced hook with 300 ms and abort the request before with AbortController",
      }),
    ],
    steps: [
      ask("The search box sends too many requests", "pat-66ee77-0b1e55"),
      edit(
        "/home/ada/dev/shop/src/search/box.tsx",
        "onChange={(e) => search(e.target.value)}",
        "onChange={(e) => setText(e.target.value)}\n  // useDebounced waits until nobody has typed for 300 ms\n",
      ),
      say("The box now waits 300 ms with `useDebounced`, and a running request is aborted by an AbortController."),
      ask("great, thanks. Now also trim the text"),
      edit("/home/ada/dev/shop/src/search/box.tsx", "setText(e.target.value)", "setText(e.target.value.trim())"),
      say("Done."),
    ],
    truth: { "pat-66ee77-0b1e55": "used" },
  },
  {
    name: "plain-no",
    cwd: "/home/ada/dev/billing",
    records: [decision("dec-7e55d0aa", "Dunning letters are sent after 14, 28 and 42 days", "Agreed with the collections agency.", { tags: ["dunning"] })],
    steps: [
      ask("at which point do we send dunning letters?", "dec-7e55d0aa"),
      say("After 14, 28 and 42 days, as agreed with the collections agency."),
      ask("No, that's wrong. Legal changed it to 10 and 20 days last month."),
      say("Thanks. Do you want me to record that?"),
    ],
    truth: { "dec-7e55d0aa": "contradicted" },
  },
  {
    name: "old-code-mentioned",
    cwd: "/home/ada/dev/billing",
    records: [
      decision("dec-9c3300bd", "VAT rates come from the vat_rates table with a valid_from date", "Rates change in the middle of a year.", { tags: ["tax"] }),
    ],
    steps: [
      ask("Ireland lowers its rate in May, what has to be done? The old constant in tax.ts is outdated anyway", "dec-9c3300bd"),
      grep("IE", "src/tax.ts:8:  IE: 0.23,"),
      write("/home/ada/dev/billing/db/seeds/2026-05-ie.sql", "insert into vat_rates (country, rate, valid_from) values ('IE', 0.21, '2026-05-01');"),
      say("I added a row to `vat_rates` with valid_from 2026-05-01, so that invoices before May keep the old rate. The constant in tax.ts can go."),
    ],
    truth: { "dec-9c3300bd": "used" },
  },
  {
    name: "common-talk",
    cwd: "/home/ada/dev/portal",
    records: [
      decision(
        "dec-aa5500cc",
        "Sessions expire after twelve hours of inactivity",
        "Support staff share terminals; the security review asked for a short lifetime.",
        { tags: ["auth", "session"] },
      ),
      note("obs-9911cd02", "Login attempts are limited by fail2ban on the bastion, not in the portal", { tags: ["auth"] }),
    ],
    steps: [
      ask("users report that login shows a white page in Safari", "dec-aa5500cc", "obs-9911cd02"),
      read(
        "/home/ada/dev/portal/src/login.tsx",
        "const params = new URLSearchParams(location.search);\nconst next = params.get('next')?.replaceAll('..', '');",
      ),
      bash("npx browserslist", "safari 13"),
      edit("/home/ada/dev/portal/src/login.tsx", ".replaceAll('..', '')", ".split('..').join('')"),
      say("Safari 13 has no `replaceAll`, so the script of the login page died. It uses split and join now; the support tickets about it can be closed."),
    ],
    truth: { "dec-aa5500cc": "ignored", "obs-9911cd02": "ignored" },
  },
];
