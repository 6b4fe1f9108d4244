/** Which folder the server works in. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { firstFolder, folderAmong } from "../../../../src/clients/mcp/place.ts";
import { makeTempDir } from "../../builders.ts";

describe("firstFolder", () => {
  it("is the project's folder that the client gives, if there is such a folder", () => {
    const folder = makeTempDir();
    expect(firstFolder({ CLAUDE_PROJECT_DIR: folder }, "/cwd")).toBe(folder);
    expect(firstFolder({ CLAUDE_PROJECT_DIR: join(folder, "none") }, "/cwd")).toBe("/cwd");
    expect(firstFolder({ CLAUDE_PROJECT_DIR: "." }, "/cwd")).toBe("/cwd");
    expect(firstFolder({}, "/cwd")).toBe("/cwd");
  });
});

describe("folderAmong", () => {
  it("takes the first root that is a folder here", () => {
    const folder = join(makeTempDir());
    const uri = pathToFileURL(folder).href;
    expect(folderAmong([{ uri: "https://example.com/" }, { uri: "file:///no/such/folder" }, { uri }, { uri: "file:///" }])).toBe(folder);
  });

  it.each([[undefined], [null], [[]], [[null]], [[{ uri: 7 }]], [[{ uri: "file://host/x" }]], [[{ uri: "file:///a%00b" }]], [[{ uri: "file:///%" }]]])(
    "knows none among %j",
    (roots) => {
      expect(folderAmong(roots)).toBeNull();
    },
  );
});
