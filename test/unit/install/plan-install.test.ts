/** Settings text in, settings text out: what is registered, and that nothing else moves. */
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { findRegistrations } from "../../../src/install/find-registrations.ts";
import { type InstallPlan, type InstallRequest, planInstall } from "../../../src/install/plan-install.ts";
import { planUninstall } from "../../../src/install/plan-uninstall.ts";
import { wantedEntries } from "../../../src/install/wanted-entries.ts";
import { COMMAND, requestFor, STARTING } from "./starting-settings.ts";

const FILE = "/home/ada/.claude/settings.json";
const LOOK = { command: COMMAND, exists: () => true };
const OLD_EVENTS = ["UserPromptSubmit", "SessionStart"];

function plan(text: string | null, more: Partial<InstallRequest> = {}): InstallPlan {
  const planned = planInstall(text, requestFor(FILE, more));
  if (!planned.ok) throw new Error(`${planned.problem.where} ${planned.problem.what}`);
  return planned;
}

function without(text: string, containers: readonly string[] | null): string {
  const planned = planUninstall(text, { file: FILE, containers });
  if (!planned.ok) throw new Error(planned.problem.what);
  return planned.text;
}

describe("planInstall", () => {
  it.each(Object.entries(STARTING))("%s: registers every event once, in the exec form", (_name, text) => {
    const { text: after, changes } = plan(text);
    const found = findRegistrations(after, LOOK);
    expect(found.map(({ event, role }) => `${event} ${role}`).sort()).toEqual(
      wantedEntries({ events: null, capture: true })
        .map(({ event, role }) => `${event} ${role}`)
        .sort(),
    );
    expect(found.every(({ isCurrent, timeout, args }) => isCurrent && timeout !== null && args !== null)).toBe(true);
    expect(changes.every(({ kind }) => kind === "added")).toBe(true);
  });

  it.each(Object.entries(STARTING))("%s: what else it says is the same, and the second time nothing changes", (_name, text) => {
    const once = plan(text).text;
    const { hooks: before = {}, ...rest } = parse((text ?? "").replace("\uFEFF", ""), [], { allowTrailingComma: true }) ?? {};
    const { hooks: after, ...restAfter } = parse(once.replace("\uFEFF", ""), [], { allowTrailingComma: true });
    expect(restAfter).toEqual(rest);
    for (const [event, groups] of Object.entries(before)) expect(after[event].slice(0, (groups as unknown[]).length)).toEqual(groups);
    const twice = plan(once);
    expect(twice).toMatchObject({ text: once, changes: [] });
  });

  it.each(Object.entries(STARTING))("%s: taken out again, not a byte is different", (_name, text) => {
    const { text: after, containers } = plan(text);
    const expected =
      text === null || text === "" ? "{}\n" : text.replace('"SessionEnd":[\n   ]', '"SessionEnd":[]').replace('"PreCompact" : [ ]', '"PreCompact" : []');
    expect(without(after, containers)).toBe(expected);
  });

  it.each([["\r\n"], ["\n"]] as const)("keeps the line end %j and the indentation of its surroundings", (eol) => {
    const text = ["{", '\t"model": "opus",', '\t"hooks": {', '\t\t"Stop": []', "\t}", "}"].join(eol);
    const { text: after } = plan(text, { wanted: wantedEntries({ events: ["SessionStart"], capture: false }) });
    expect(after.split(eol)).toEqual([
      "{",
      '\t"model": "opus",',
      '\t"hooks": {',
      '\t\t"Stop": [],',
      '\t\t"SessionStart": [',
      "\t\t\t{",
      '\t\t\t\t"hooks": [',
      "\t\t\t\t\t{",
      '\t\t\t\t\t\t"type": "command",',
      `\t\t\t\t\t\t"command": ${JSON.stringify(COMMAND.command)},`,
      `\t\t\t\t\t\t"args": [${JSON.stringify(COMMAND.args[0])}],`,
      '\t\t\t\t\t\t"timeout": 5',
      "\t\t\t\t\t}",
      "\t\t\t\t]",
      "\t\t\t}",
      "\t\t]",
      "\t}",
      "}",
    ]);
  });

  it("keeps comments, also those behind the last member, and the order", () => {
    const text = STARTING["an object with comments"] ?? "";
    expect(plan(text).text.startsWith(text.slice(0, text.indexOf(" // last")))).toBe(true);
    expect(plan(text).text).toContain('"env": { "A": "1" }, // last\n  // nothing below\n  "hooks": {');
  });

  it("is not swallowed by a comment at the end of a line", () => {
    const { text } = plan('{ "a": 1 // why\n}');
    expect(text.startsWith('{ "a": 1, // why\n')).toBe(true);
    expect(findRegistrations(text, LOOK).length).toBeGreaterThan(0);
  });

  it("of two members with one name the last counts, as for the client", () => {
    const { text } = plan('{ "hooks": { "Stop": [] }, "a": 1, "hooks": { "SessionEnd": [] } }');
    expect(text.startsWith('{ "hooks": { "Stop": [] }, "a": 1, "hooks": { "SessionEnd": [{ "hooks"')).toBe(true);
    expect(JSON.parse(text).hooks.UserPromptSubmit).toHaveLength(2);
  });

  it("captures in the background, but for the end of a session, which would not wait for it", () => {
    const found = findRegistrations(plan(null).text, LOOK);
    const captures = found.filter(({ role }) => role === "capture");
    expect(captures.filter(({ isAsync }) => !isAsync).map(({ event }) => event)).toEqual(["SessionEnd"]);
    expect(found.filter(({ role, isAsync }) => role === "inject" && isAsync)).toEqual([]);
    expect(captures.every(({ args }) => args?.at(-1) === "capture-hook")).toBe(true);
  });

  it("tools have a matcher, so that Node is not started for each of them", () => {
    const found = findRegistrations(plan(null).text, LOOK);
    expect(found.filter(({ event, matcher }) => event.includes("ToolUse") && matcher === null)).toEqual([]);
  });
});

describe("a choice of events", () => {
  it("registers what is named, with capture or without", () => {
    const named = (capture: boolean) => wantedEntries({ events: ["PreCompact", "InstructionsLoaded"], capture }).map(({ event, role }) => `${event} ${role}`);
    expect(named(true)).toEqual(["PreCompact inject", "PreCompact capture", "InstructionsLoaded inject"]);
    expect(named(false)).toEqual(["PreCompact inject", "InstructionsLoaded inject"]);
  });

  it("named later, the others go; other people's hooks stay", () => {
    const full = plan(STARTING["other hooks on the same events"] ?? null).text;
    const wanted = wantedEntries({ events: ["UserPromptSubmit"], capture: true });
    const { text } = plan(full, { wanted, isExact: true });
    expect(findRegistrations(text, LOOK).map(({ event }) => event)).toEqual(["UserPromptSubmit", "UserPromptSubmit"]);
    expect(parse(text).hooks.PreToolUse).toEqual([{ matcher: "Bash", hooks: [{ type: "command", command: "guard.sh" }] }]);
    expect(Object.keys(parse(text).hooks)).toEqual(["UserPromptSubmit", "PreToolUse", "Notification"]);
  });

  it("--no-capture takes capture away, and nothing else", () => {
    const full = plan(null).text;
    const { text, changes } = plan(full, { wanted: wantedEntries({ events: null, capture: false }), dropsCapture: true });
    expect(new Set(findRegistrations(text, LOOK).map(({ role }) => role))).toEqual(new Set(["inject"]));
    expect(changes.every(({ kind, role }) => kind === "removed" && role === "capture")).toBe(true);
  });
});

describe("an older registration", () => {
  const older = (handler: object, more: object = {}): string =>
    JSON.stringify({ hooks: Object.fromEntries(OLD_EVENTS.map((event) => [event, [{ ...more, hooks: [{ type: "command", ...handler }] }]])) }, null, 2);

  it.each([
    ["a shell form", { command: "lore-inject" }],
    ["npx", { command: "npx -y lore-inject@0.0.9" }],
    ["another path", { command: "node", args: ["/old/place/bin/lore-inject.js"] }],
    ["a quoted path in the shell form", { command: 'node "/old place/lore-inject/bin/lore-inject.js" 2>/dev/null || true' }],
    ["the other system's path", { command: "C:\\nodejs\\node.exe", args: ["D:\\tools\\lore-inject\\bin\\lore-inject.js"] }],
  ])("%s is upgraded where it stands", (_name, handler) => {
    const { text, changes } = plan(older(handler), { wanted: wantedEntries({ events: OLD_EVENTS, capture: false }) });
    expect(changes).toEqual(OLD_EVENTS.map((event) => ({ kind: "upgraded", event, role: "inject" })));
    expect(parse(text)).toEqual({
      hooks: Object.fromEntries(OLD_EVENTS.map((event) => [event, [{ hooks: [{ type: "command", ...COMMAND, timeout: 5 }] }]])),
    });
  });

  it.each([
    { command: "LORE_DATA_DIR=/srv/lore lore-inject" },
    { command: "lore-inject 2>>/var/log/lore" },
    { command: "timeout 3 lore-inject" },
    { command: "env", args: ["LORE_DATA_DIR=/srv/lore", "node", "/old/lore-inject.js"] },
  ])("what the person put around it would be lost: left as it is, and not registered again: $command", (handler) => {
    const before = older(handler);
    const { text, changes } = plan(before, { wanted: wantedEntries({ events: OLD_EVENTS, capture: false }) });
    expect(changes).toEqual([]);
    expect(text).toBe(before);
  });

  it("keeps the person's time limit, matcher and arguments", () => {
    const text = older({ command: "node", args: ["/old/lore-inject.js", "--budget", "500"], timeout: 9 }, { matcher: "mine" });
    const [found] = findRegistrations(plan(text).text, LOOK);
    expect(found).toMatchObject({ ...COMMAND, args: [...COMMAND.args, "--budget", "500"], timeout: 9, matcher: "mine", isCurrent: true });
  });

  it("an answer that was registered async would come too late: it no longer is", () => {
    const { text } = plan(older({ command: "lore-inject", async: true }), { wanted: wantedEntries({ events: OLD_EVENTS, capture: false }) });
    expect(findRegistrations(text, LOOK).map(({ isAsync }) => isAsync)).toEqual([false, false]);
  });

  it("of two that do the same one goes", () => {
    const twice = JSON.stringify({
      hooks: {
        SessionStart: [
          {
            hooks: [
              { type: "command", command: "lore-inject" },
              { type: "command", command: "npx lore-inject" },
            ],
          },
        ],
      },
    });
    const { text } = plan(twice, { wanted: wantedEntries({ events: ["SessionStart"], capture: false }) });
    expect(findRegistrations(text, LOOK)).toHaveLength(1);
  });

  it("is left alone where it does more, or something else", () => {
    const others = ["notify.sh; lore-inject", "lore-inject status", "cat /x/lore-inject/notes.txt"];
    const text = JSON.stringify({ hooks: { Stop: others.map((command) => ({ hooks: [{ type: "command", command }] })) } }, null, 2);
    const { text: after } = plan(text);
    expect(parse(after).hooks.Stop).toEqual(parse(text).hooks.Stop);
    expect(findRegistrations(text, LOOK).map(({ isMixed, role }) => [isMixed, role])).toEqual([
      [true, "other"],
      [false, "other"],
    ]);
    expect(without(text, null)).toBe(text);
  });
});

describe("taken out", () => {
  const ENTRY = '{"hooks":[{"type":"command","command":"lore-inject"}]}';

  it.each([
    [`{"hooks":{"Stop":[ // mine\n  ${ENTRY} ]}}`, '{"hooks":{"Stop":[ // mine\n ]}}'],
    [`{"hooks":{"Stop":[${ENTRY}, // mine\n  {"hooks":[]}]}}`, '{"hooks":{"Stop":[ // mine\n  {"hooks":[]}]}}'],
    [`{"hooks":{"Stop":[{"hooks":[]} /* a */ , /* b */ ${ENTRY} /* c */ ]}}`, '{"hooks":{"Stop":[{"hooks":[]} /* a */  /* b */ /* c */ ]}}'],
    [`{"a":1,"hooks":{"Stop":[${ENTRY}]},"b":2}`, '{"a":1,"b":2}'],
    [`{"hooks":{"Stop":[${ENTRY}]}}`, "{}"],
  ])("%s: comments and neighbours stay", (text, expected) => {
    expect(without(text, null)).toBe(expected);
  });
});

describe("a file that is no settings", () => {
  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', `${FILE}:3:3`, "comma expected"],
    ['{ "a": tru }', `${FILE}:1:8`, "invalid symbol"],
    ['{ "hooks": {', `${FILE}:1:13`, "close brace expected"],
    ["[]", FILE, "an array"],
    ['{\n "hooks": [] }', `${FILE}:2:11`, "hooks is no object"],
    ['{ "hooks": { "Stop": {} } }', `${FILE}:1:14`, "hooks.Stop is no list"],
  ])("%j: says where and what", (text, where, what) => {
    const planned = planInstall(text, requestFor(FILE));
    expect(planned).toMatchObject({ ok: false, problem: { where, what: expect.stringContaining(what), hint: expect.stringContaining("nothing was written") } });
    expect(planUninstall(text, { file: FILE, containers: null }).ok).toBe(false);
  });
});

/** Any settings, laid out in any way: spaces, lines, comments, a trailing comma. */
const layout = fc.record({
  blank: fc.constantFrom("", " ", "\n", "\n  ", "\r\n\t", " // note\n", " /* note */ "),
  comma: fc.constantFrom(",", " ,", ", ", ",\n", " // note\n,", "/* note */,"),
  trailing: fc.boolean(),
});

function lay(value: unknown, { blank, comma, trailing }: { blank: string; comma: string; trailing: boolean }): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = (item: unknown): string => lay(item, { blank, comma, trailing });
  const items = Array.isArray(value) ? value.map(inner) : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${blank}${inner(item)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}${blank}${items.join(comma + blank)}${trailing && items.length > 0 ? comma : ""}${blank}${close}`;
}

const hook = fc.record({ type: fc.constant("command"), command: fc.constantFrom("a.sh", "b.sh // no comment", '"c"') });
const group = fc.record({ matcher: fc.constantFrom("Bash", "*"), hooks: fc.array(hook, { maxLength: 2 }) });
const events = fc.dictionary(fc.constantFrom("UserPromptSubmit", "PreToolUse", "Stop", "SessionEnd"), fc.array(group, { minLength: 1, maxLength: 2 }));
const anySettings = fc.record({ model: fc.string(), hooks: events, permissions: fc.dictionary(fc.string(), fc.array(fc.string())) }, { requiredKeys: [] });

describe("whatever the layout", () => {
  it("is taken out as it was put in", () => {
    fc.assert(
      fc.property(anySettings, layout, (settings, style) => {
        // An empty object or list with white space in it is the one thing that comes back tidied up.
        const text = lay(settings, style).replace(/([[{])\s+(?=[\]}])/g, "$1");
        const { text: after, containers } = plan(text);
        expect(findRegistrations(after, LOOK)).toHaveLength(wantedEntries({ events: null, capture: true }).length);
        expect(without(after, containers)).toBe(text);
        expect(plan(after).text).toBe(after);
      }),
      { numRuns: 150 },
    );
  });
});
