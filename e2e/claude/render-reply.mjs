/** What a script replies → a message of the Messages API, whole or as the events of a stream. Pure. */

const USAGE = { input_tokens: 100, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** @param {{ text?: string, tools?: readonly { name: string, input: object }[] }} reply */
export function renderMessage({ text = "", tools = [] }, model, number) {
  const id = String(number).padStart(6, "0");
  const calls = tools.map(({ name, input }, index) => ({ type: "tool_use", id: `toolu_${id}${index}`, name, input }));
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [...(text === "" ? [] : [{ type: "text", text }]), ...calls],
    stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: USAGE,
  };
}

export function renderEvents(message) {
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    ...message.content.flatMap((block, index) => renderBlock(block, index)),
    { type: "message_delta", delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: { output_tokens: USAGE.output_tokens } },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

function renderBlock(block, index) {
  const isText = block.type === "text";
  const start = isText ? { type: "text", text: "" } : { ...block, input: {} };
  const delta = isText ? { type: "text_delta", text: block.text } : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
  return [
    { type: "content_block_start", index, content_block: start },
    { type: "content_block_delta", index, delta },
    { type: "content_block_stop", index },
  ];
}
