/** What a request body says to the model: its texts, and how often something is among them. Pure. */

/** Of the system prompt, the messages and the results of tools; not the calls of tools, which the model made itself. */
export function textsOf({ system, messages }) {
  return [...textsIn(system), ...messages.flatMap(({ content }) => textsIn(content))];
}

/** What came from the person's side: prompts, reminders, results. */
export function userTextsOf({ messages }) {
  return messages.filter(({ role }) => role !== "assistant").flatMap(({ content }) => textsIn(content));
}

export function countIn(body, part) {
  return textsOf(body).reduce((sum, text) => sum + text.split(part).length - 1, 0);
}

/** Our blocks, in either of the two forms that the defaults have. */
export function countBlocks(body) {
  return countIn(body, "--- Lore Context (") + countIn(body, "[lore] Memory context (");
}

function textsIn(content) {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) => {
    if (block.type === "text") return [block.text];
    return block.type === "tool_result" ? textsIn(block.content) : [];
  });
}
