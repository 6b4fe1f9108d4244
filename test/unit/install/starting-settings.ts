/**
 * Settings files as people have them, before anything is installed. Null: there is none. No "model" in them: the client
 * (2.1.197) takes some of its values out by itself, and writes the whole file anew.
 */
import type { InstallRequest } from "../../../src/install/plan-install.ts";
import { wantedEntries } from "../../../src/install/wanted-entries.ts";

export const STARTING: Readonly<Record<string, string | null>> = {
  none: null,
  empty: "",
  "an object with comments": `// mine
{
  // how long
  "cleanupPeriodDays": 20, /* for now */
  "env": { "A": "1" } // last
  // nothing below
}
`,
  "other hooks on the same events": JSON.stringify(
    {
      $schema: "https://json.schemastore.org/claude-code-settings.json",
      hooks: {
        UserPromptSubmit: [{ hooks: [{ type: "command", command: "echo hello" }] }],
        PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "guard.sh" }] }],
        Notification: [],
      },
      permissions: { allow: ["Bash(ls:*)"] },
    },
    null,
    4,
  ),
  CRLF: '\uFEFF{\r\n\t"cleanupPeriodDays": 20,\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{ "hooks": [] }\r\n\t\t]\r\n\t}\r\n}\r\n',
  "formatted by hand": `{ "cleanupPeriodDays":20,   "theme" :"dark"
     , "hooks"  : { "UserPromptSubmit": [ {"hooks":[{"type":"command","command":"x"}]} ]
       ,"SessionEnd":[
   ],
   "PreCompact" : [ ]  }  ,

 "permissions": {"allow":[
       "a","b" ] } }

`,
};

export const COMMAND = { command: "/opt/node 22/bin/node", args: ["/home/ada/my tools/lore-inject/bin/lore-inject.js"] };

export function requestFor(file: string, more: Partial<InstallRequest> = {}): InstallRequest {
  return { file, command: COMMAND, wanted: wantedEntries({ events: null, capture: true }), isExact: false, dropsCapture: false, ...more };
}
