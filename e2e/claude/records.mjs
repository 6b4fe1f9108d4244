/** The records that the scenarios store, and the prompts that ask for them or for nothing. */

const PROJECT = "storefront";
/** A session must find its records recent, whenever the suite runs. */
const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString();

export const DECISIONS = "journal/data/decisions.jsonl";
export const FAILURES = "failures/data/failures.jsonl";
export const HANDOFFS = "transfer/data/handoffs.jsonl";

function decision(id, title, rationale, tags) {
  return {
    id,
    timestamp: daysAgo(20),
    decision: title,
    rationale,
    alternatives: [],
    outcome: "pending",
    type: "architecture",
    entities: [],
    tags: [PROJECT, ...tags],
    status: "active",
  };
}

export const LOGIN = decision(
  "dec-51e55104",
  "Keep shopper login sessions in a Postgres table instead of Redis",
  "The Redis failover in March logged out every shopper; one indexed read costs less than that.",
  ["auth", "sessions"],
);
export const CHARGE = decision(
  "dec-c4a26e02",
  "Send the cart id as idempotency key with every PayBridge charge",
  "Customers who clicked pay twice were charged twice in the spring sale.",
  ["payments", "paybridge"],
);
const OTHERS = [
  decision("dec-0a0a0a01", "Round VAT for each line of an invoice", "The tax office checks lines, not totals.", ["invoices"]),
  decision("dec-0a0a0a02", "Render product pages on the server", "Crawlers saw empty pages before.", ["catalogue"]),
  decision("dec-0a0a0a03", "Rename columns in three releases", "Old pods run beside new ones during a rollout.", ["database"]),
];
export const ALL_DECISIONS = [LOGIN, CHARGE, ...OTHERS];

export const ASKS_LOGIN = "where do we keep shopper login sessions now that Redis is gone?";
export const ASKS_LOGIN_AGAIN = "so the shopper login sessions, are they kept in Postgres or in Redis?";
export const ASKS_CHARGE = "which idempotency key do we send to PayBridge when a customer clicked pay twice?";
export const ASKS_NOTHING = "thanks, that is all";

export const HANDOFF = {
  id: "hand-7a11ed01",
  timestamp: daysAgo(2),
  project: PROJECT,
  message: "The gift card form is live behind a flag, its refund path is missing.",
  next_steps: ["Write the refund path of gift cards"],
  blockers: [],
  questions: [],
};
export const NEWER_HANDOFF = {
  ...HANDOFF,
  id: "hand-7a11ed02",
  timestamp: daysAgo(0),
  message: "The refund path of gift cards works, its tests are half done.",
  next_steps: ["Finish the refund tests"],
};

export const FAILURE = {
  id: "fail-0dd5ea50",
  timestamp: daysAgo(9),
  error_type: "MigrationError",
  error_message: "MigrationError: relation orders_archive is locked by the vacuum job",
  tool: "Bash",
  fix: "Pause the vacuum job with npm run vacuum:pause before migrating orders_archive.",
  project: PROJECT,
  tags: ["database"],
};
