import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { calibrationFile, readCalibration, type StoredCalibration, writeCalibration } from "../../../src/calibrate/calibration-file.ts";
import { checkCalibration } from "../../../src/doctor/check-calibration.ts";
import type { StoreFile } from "../../../src/store/store-file.ts";
import { makeConfig, makeRecord, makeTempDir, writeFile } from "../builders.ts";

const STORED: StoredCalibration = {
  v: 1,
  at: Date.parse("2026-11-16T12:00:00Z"),
  rate: 0.05,
  threshold: { maxWrong: 0.05, score: 0 },
  wrong: { count: 4, of: 175 },
  answered: { count: 42, of: 44 },
  records: 100,
};
const config = makeConfig();

function check(stored: StoredCalibration | null, records: number, over: Parameters<typeof makeConfig>[0] = {}) {
  const stateDir = makeTempDir();
  if (stored !== null) expect(writeCalibration(stateDir, stored)).toBe(true);
  return checkCalibration({ stateDir, config: makeConfig(over), stores: storesOf(records) });
}

function storesOf(records: number): readonly StoreFile[] {
  const path = writeFile(join(makeTempDir(), "decisions.jsonl"), "{}\n".repeat(records - 2));
  const store = { source: "journal", shownAs: path } as const;
  return [
    { ...store, path, derived: false },
    { ...store, path: "", derived: true, inline: [makeRecord(), makeRecord()] },
    { ...store, path: `${path}.gone`, derived: false },
  ];
}

const codes = ({ findings }: ReturnType<typeof checkCalibration>): readonly string[] => findings.map(({ code }) => code);

describe("checkCalibration", () => {
  it("shows the rate with its interval", () => {
    const { lines, findings } = check(STORED, 120);
    expect(lines[0]).toBe("2.3 % wrong injections (4 of 175; 95 % interval 0.6 % to 5.7 %), wanted at most 5.0 %; calibrated 2026-11-16");
    expect(findings).toEqual([]);
  });

  it("of a calibration that never was it only says how to get one", () => {
    expect(codes(check(null, 50))).toEqual([]);
    expect(checkCalibration({ stateDir: null, config, stores: storesOf(50) }).lines[0]).toContain("lore-inject calibrate");
  });

  it("hints when the stores have doubled, when the setting is another, and when the rate was missed", () => {
    expect(codes(check(STORED, 199))).toEqual([]);
    expect(codes(check(STORED, 200))).toEqual(["calibration-outgrown"]);
    expect(codes(check(STORED, 120, { max_wrong: 0.2 }))).toEqual(["calibration-changed"]);
    expect(codes(check({ ...STORED, wrong: { count: 40, of: 175 } }, 120))).toEqual(["calibration-missed"]);
  });

  it("takes a file that makes no sense for none", () => {
    const stateDir = makeTempDir();
    for (const text of ["", "{", "[]", '{"v":2}', JSON.stringify({ ...STORED, wrong: 3 })]) {
      writeFile(calibrationFile(stateDir), text);
      expect(readCalibration(stateDir)).toBeNull();
    }
  });
});
