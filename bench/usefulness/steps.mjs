/** The words in which the sessions of this folder are told: records, and what happens one after the other. */

export const decision = (id, title, why, more = {}) => record("journal", "decision", id, title, [["Why", why]], more);
export const pattern = (id, title, body, more = {}) => record("patterns", "pattern", id, title, Object.entries(body), more);
export const failure = (id, title, body, more = {}) => record("failures", "failure", id, title, Object.entries(body), more);
export const handoff = (id, title, body, more = {}) => record("transfer", "handoff", id, title, Object.entries(body), more);
export const note = (id, title, more = {}) => record("inbox", "observation", id, title, [], more);

function record(source, kind, id, title, body, { tags = [], entities = [] }) {
  return { id, source, kind, title, body: body.filter(([, text]) => text), notes: [], tags, entities, projects: [], day: 20600, at: null, value: 0.5 };
}

/** A prompt, and the ids of the records that come with it. */
export const ask = (text, ...ids) => ({ step: "ask", text, ids });
/** A prompt for which records were chosen and then kept back. */
export const askWithheld = (text, ...ids) => ({ step: "ask", text, ids, withheld: true });
/** Records that come at the start of the session. */
export const start = (...ids) => ({ step: "start", ids });
/** Records that come beside the result of the last tool. */
export const beside = (...ids) => ({ step: "beside", ids });
export const say = (text) => ({ step: "say", text });
export const bash = (command, output = "", failed = false) => tool("Bash", { command, description: "Run it" }, output, failed);
export const read = (path, content) => tool("Read", { file_path: path }, content);
export const grep = (what, output) => tool("Grep", { pattern: what, output_mode: "content" }, output);
export const edit = (path, before, after) => tool("Edit", { file_path: path, old_string: before, new_string: after }, `The file ${path} has been updated.`);
export const write = (path, content) => tool("Write", { file_path: path, content }, `File created successfully at: ${path}`);

function tool(name, input, output, failed = false) {
  return { step: "tool", name, input, output, failed };
}
