/** What was said on the command line becomes what the run uses. Reads nothing and prints nothing. */
import { parseArgs } from "node:util";
import { InputError } from "./input-error.mjs";

export const HELP = `Measures how well the records that are chosen fit the prompts: npm run eval [-- options]

  --data DIR          a set, or a folder of sets, in place of the shipped ones (repeatable)
  --sets a,b          only these sets
  --split NAME        dev, test or all (default all; prompts without a split always count)
  --limit N           at most N queries and N negatives of a set, evenly thinned
  --config KEY=VALUE  a setting as in config.yaml, e.g. recency.floor=0.6 (repeatable)
  --match METHOD      short for --config match=METHOD
  --continued         each prompt as the second of a session, after another prompt of its project
  --follow-ups        follow-ups.jsonl of a set in place of its queries and negatives: short prompts after one on the subject
  --slices            also a table by slice
  --curve             also false injections against recall for thresholds over the confidence; draws bench/eval/curve.svg
  --rankings FILE     a JSON line for each prompt: what was ranked, what was injected, the confidence
  --write             put the tables into bench/RELEVANCE.md
  --check             compare the shipped set with bench/eval/recorded.json; exit 1 when a figure is worse
  --record            write bench/eval/recorded.json
  --help              this text

A set is a folder with records.jsonl, queries.jsonl and, if there is one, negatives.jsonl: see bench/eval/data/README.md.`;

const SPLITS = ["dev", "test", "all"];
/** What would make the figures of the shipped set something else than the recorded ones. */
const NARROWING = ["data", "sets", "split", "limit", "continued", "follow-ups"];

export function parseOptions(args) {
  const values = parseValues(args);
  const { split = "all", check = false, record = false } = values;
  if (!SPLITS.includes(split)) throw new InputError(`--split must be one of ${SPLITS.join(", ")}, not "${split}"`);
  if (check || record) refuse(values, check ? "--check" : "--record", NARROWING);
  // Recorded is what is shipped, not what somebody tried.
  if (record) refuse(values, "--record", ["config", "match"]);
  return {
    ...values,
    split,
    check,
    record,
    sets: values.sets?.split(",").map((name) => name.trim()) ?? null,
    limit: values.limit === undefined ? Number.POSITIVE_INFINITY : parseLimit(values.limit),
    settings: [...(values.config ?? []), ...(values.match === undefined ? [] : [`match=${values.match}`])],
  };
}

function parseValues(args) {
  try {
    return parseArgs({
      args,
      options: {
        data: { type: "string", multiple: true },
        sets: { type: "string" },
        split: { type: "string" },
        limit: { type: "string" },
        config: { type: "string", multiple: true },
        match: { type: "string" },
        continued: { type: "boolean" },
        "follow-ups": { type: "boolean" },
        slices: { type: "boolean" },
        curve: { type: "boolean" },
        rankings: { type: "string" },
        write: { type: "boolean" },
        check: { type: "boolean" },
        record: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    throw new InputError(`${error.message}\n\n${HELP}`);
  }
}

function refuse(values, option, others) {
  const given = others.find((name) => values[name] !== undefined);
  if (given !== undefined) throw new InputError(`${option} is about the shipped set as a whole: leave --${given} out`);
}

function parseLimit(text) {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw new InputError(`--limit must be a whole number from 1, not "${text}"`);
  return limit;
}
