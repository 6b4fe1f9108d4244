/** `import` as a person runs it: what it finds, what it writes, what it refuses, and that the next prompt knows it. */
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, type Home, makeHome, runHook, walk, write } from "./run-hook.ts";

const ADR = `# 7. Render invoices with typst

Date: 2026-09-01

## Status

Accepted

## Context

LaTeX took a minute for each invoice.

## Decision

Invoices are rendered with the typst compiler.
`;

const OLD_ADR = ADR.replace("# 7. Render invoices with typst", "# 2. Render invoices with wkhtmltopdf")
  .replace("Accepted", "Superseded by 7")
  .replace("the typst compiler", "the wkhtmltopdf binary");

const CHANGELOG = `# Changelog

## [2.0.0] - 2026-08-01

### Removed

- The legacy SOAP endpoint for warehouse stock

### Fixed

- Refunds were booked twice when the webhook was retried
`;

const MEMORY = "# Memory\n\n- Never run the seeder against the staging database\n- The token is ghp_0123456789abcdefABCDEF0123456789abcd for the mirror\n";
const JOURNAL = "journal/data/decisions.jsonl";

/** A home without any store, whose project has things to import. */
function newHome(): Home {
  const home = makeHome("none");
  write(join(home.storefront, ".git", "HEAD"), "ref: refs/heads/main\n");
  write(join(home.storefront, "docs", "adr", "0007-typst.md"), ADR);
  write(join(home.storefront, "docs", "adr", "0002-wkhtmltopdf.md"), OLD_ADR);
  write(join(home.storefront, "CHANGELOG.md"), CHANGELOG);
  const slug = home.storefront.replaceAll(/[^A-Za-z0-9]/g, "-");
  write(join(home.dir, ".claude", "projects", slug, "memory", "MEMORY.md"), MEMORY);
  return home;
}

async function run(home: Home, ...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runHook({ home, args: ["import", ...args, "--cwd", home.storefront] });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

async function refuse(home: Home, ...args: readonly string[]): Promise<string> {
  const before = snapshot(home);
  const { status, stdout, stderr } = await runHook({ home, args: ["import", ...args, "--cwd", home.storefront] });
  expect({ status, stdout }, stderr).toEqual({ status: 1, stdout: "" });
  expect(stderr).not.toContain("    at ");
  expect(snapshot(home)).toEqual(before);
  return stderr;
}

function snapshot({ data }: Home): readonly (readonly [string, string])[] {
  return walk(data).map((path) => [path, lstatSync(path).isFile() ? readFileSync(path, "latin1") : "folder"] as const);
}

describe("import", () => {
  it("without a name lists what there is, and writes nothing", async () => {
    const home = newHome();
    const output = await run(home);
    expect(output).toMatch(/adr +2 records +2 new .*docs.adr/);
    expect(output).toMatch(/memory +2 records +2 new/);
    expect(output).toMatch(/changelog +2 records +2 new .*CHANGELOG\.md/);
    expect(output).toMatch(/^Not found:\n(?: .*\n)* +lore /m);
    expect(output).toContain("lore-inject import all");
    expect(snapshot(home)).toEqual([]);
  });

  it("writes all that was found once, and the next prompt knows it", async () => {
    const home = newHome();
    const before = await ask(home, "how are invoices rendered with the typst compiler?");
    expect(before).toBe("");
    expect(await run(home, "all")).toContain("wrote 6 records, 0 there already\n");
    expect(await ask(home, "how are invoices rendered with the typst compiler?")).toContain("LaTeX took a minute");
    expect(await ask(home, "are refunds booked twice when the webhook is retried?")).toContain("Refunds were booked twice");
    const written = snapshot(home);
    expect(await run(home, "all")).toContain("wrote 0 records, 6 there already\n");
    expect(snapshot(home)).toEqual(written);
  });

  it("never shows what was superseded there, though it is kept", async () => {
    const home = newHome();
    expect(await run(home, "adr")).toContain("decision 2 (1 of them retired: kept, never shown)");
    expect(readFileSync(join(home.data, JOURNAL), "utf8")).toContain("wkhtmltopdf");
    expect(await ask(home, "are invoices rendered with the wkhtmltopdf binary?")).not.toContain("wkhtmltopdf binary");
  });

  it("removes secrets on the way", async () => {
    const home = newHome();
    await run(home, "memory");
    const all = snapshot(home).map(([, text]) => text);
    expect(all.join("")).toContain("for the mirror");
    expect(all.join("")).not.toContain("ghp_0123456789");
  });

  it("with --dry-run tells kinds and titles, and writes nothing", async () => {
    const home = newHome();
    await run(home, "adr");
    const before = snapshot(home);
    const output = await run(home, "changelog", "--dry-run");
    expect(output).toContain("new        decision 1, observation 1");
    expect(output).toContain("decision: Removed in 2.0.0: The legacy SOAP endpoint for warehouse stock");
    expect(output).toContain("would write 2 records, 0 there already (nothing was written)");
    expect(snapshot(home)).toEqual(before);
  });

  it("puts records into the project that is named, and says all as JSON", async () => {
    const home = newHome();
    const output = JSON.parse(await run(home, "changelog", join(home.storefront, "CHANGELOG.md"), "--project", "depot", "--json"));
    expect(output).toMatchObject({ dryRun: false, results: [{ importer: "changelog", read: 2, written: { decision: 1, observation: 1 }, problems: [] }] });
    expect(JSON.parse(readFileSync(join(home.data, JOURNAL), "utf8"))).toMatchObject({ project: "depot", timestamp: "2026-08-01T00:00:00Z" });
  });

  it("names file and line of what it could not read, and imports the rest", async () => {
    const home = newHome();
    const file = write(join(home.storefront, ".beads", "issues.jsonl"), '{"id":"s-1","title":"Ship to islands","status":"open"}\n{"id":"s-2","ti\n');
    const output = await run(home, "beads");
    expect(output).toContain(`problems\n  ${file}:2: no JSON object`);
    expect(output).toContain("wrote 1 record, 0 there already");
  });

  it("refuses what it does not know, with a way out", async () => {
    const home = newHome();
    write(join(home.data, JOURNAL), "");
    expect(await refuse(home, "notion")).toMatch(/no importer "notion" \(lore, memory, adr, beads, .*changelog.*, all/);
    expect(await refuse(home, "docs/adr")).toContain("lore-inject import adr docs/adr");
    expect(await refuse(home, "adr", "nowhere")).toContain("nowhere: no such file or folder");
    expect(await refuse(home, "lore", "docs")).toContain("is not what `import lore` reads");
    expect(await refuse(home, "beads")).toContain("nothing in the usual places");
    expect(await refuse(home, "lore", home.data)).toContain("is the data folder itself");
    expect(await refuse(home, "all", "docs")).toContain("takes no path");
  });
});
