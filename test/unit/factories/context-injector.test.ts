/** The collector's hooks for OpenCode: consumed once, in order, before the person's text, and never in the way. */
import { describe, expect, it } from "vitest";
import {
  type ChatMessageOutput,
  createContextInjectorHook,
  createContextInjectorMessagesTransformHook,
  injectPendingContext,
  type MessagePart,
  type MessagesTransformOutput,
} from "../../../src/factories/context-injector.ts";
import { contextCollector } from "../../../src/factories/shared-collector.ts";
import { ContextCollector } from "../../../src/session/collector.ts";

const SESSION = "ses_1";
const PART = "prt_9f3a00c41005Qw3RtY7uIoPaSd";

function textPart(text: string, over: Partial<MessagePart> = {}): MessagePart {
  return { id: PART, sessionID: SESSION, messageID: "msg_1", type: "text", text, ...over };
}

function collected(...contents: readonly string[]): ContextCollector {
  const collector = new ContextCollector();
  for (const [index, content] of contents.entries()) collector.register(SESSION, { id: String(index), source: "custom", content });
  return collector;
}

describe("chat.message", () => {
  const send = async (collector: ContextCollector, parts: MessagePart[], log: (message: string) => void = () => {}): Promise<MessagePart[]> => {
    const output: ChatMessageOutput = { message: { id: "msg_1", role: "user", sessionID: SESSION }, parts };
    await createContextInjectorHook(collector, { log })["chat.message"]({ sessionID: SESSION }, output);
    expect(output.parts).toBe(parts);
    return parts;
  };

  it("puts a synthetic part with ids before the person's text", async () => {
    const parts = await send(collected("context"), [textPart("question")]);
    expect(parts).toEqual([
      { id: "prt_9f3a00c41004Qw3RtY7uIoPaSd", sessionID: SESSION, messageID: "msg_1", type: "text", text: "context", synthetic: true },
      textPart("question"),
    ]);
  });

  it("an empty id is none: the text goes into the person's own part, and nothing hangs", async () => {
    const parts = await send(collected("context"), [textPart("question", { id: "" })]);
    expect(parts).toEqual([textPart("context\n\n---\n\nquestion", { id: "" })]);
  });

  it("merges by priority, joined by the separator, each source and id once", async () => {
    const collector = new ContextCollector();
    collector.register(SESSION, { id: "a", source: "directory-readme", content: "low", priority: "low" });
    collector.register(SESSION, { id: "b", source: "rules-injector", content: "stale" });
    collector.register(SESSION, { id: "b", source: "rules-injector", content: "normal" });
    collector.register(SESSION, { id: "c", source: "custom", content: "critical", priority: "critical" });
    collector.register(SESSION, { id: "d", source: "keyword-detector", content: "high", priority: "high" });
    const merged = collector.getPending(SESSION)?.merged;
    const [first] = await send(collector, [textPart("question")]);
    expect(first?.text).toBe("critical\n\n---\n\nhigh\n\n---\n\nnormal\n\n---\n\nlow");
    expect(first?.text).toBe(merged);
  });

  it("consumes: the next message has nothing, another session's stays", async () => {
    const collector = collected("context");
    collector.register("ses_2", { id: "x", source: "custom", content: "other" });
    await send(collector, [textPart("one")]);
    expect(await send(collector, [textPart("two")])).toEqual([textPart("two")]);
    expect(collector.hasPending(SESSION)).toBe(false);
    expect(collector.hasPending("ses_2")).toBe(true);
  });

  it("shows a persistent entry once, and again when it was registered anew", async () => {
    const collector = new ContextCollector();
    const hook = createContextInjectorHook(collector)["chat.message"];
    const texts = async (): Promise<readonly (string | undefined)[]> => {
      const parts = [textPart("question")];
      await hook({ sessionID: SESSION }, { message: { id: "msg_1" }, parts });
      return parts.map(({ text }) => text);
    };
    collector.register(SESSION, { id: "a", source: "custom", content: "rule", persistent: true });
    expect(await texts()).toEqual(["rule", "question"]);
    expect(await texts()).toEqual(["question"]);
    collector.register(SESSION, { id: "a", source: "custom", content: "rule 2", persistent: true });
    expect(await texts()).toEqual(["rule 2", "question"]);
  });

  it("stands behind files and other synthetic parts, before the text, with an id that none has", async () => {
    const file: MessagePart = { id: "prt_9f3a00c41001Qw3RtY7uIoPaSd", sessionID: SESSION, messageID: "msg_1", type: "file" };
    const other = textPart("mode", { id: "prt_9f3a00c41004Qw3RtY7uIoPaSd", synthetic: true });
    const parts = await send(collected("context"), [file, other, textPart("question")]);
    expect(parts.map(({ text }) => text)).toEqual([undefined, "mode", "context", "question"]);
    expect(new Set(parts.map(({ id }) => id)).size).toBe(4);
  });

  it("without ids it can only stand in the text itself; without a place it goes on waiting", async () => {
    const [only] = await send(collected("context"), [{ type: "text", text: "question" }]);
    expect(only?.text).toBe("context\n\n---\n\nquestion");
    const collector = collected("context");
    expect(await send(collector, [])).toEqual([]);
    expect(await send(collector, [{ type: "file" }])).toEqual([{ type: "file" }]);
    expect(collector.hasPending(SESSION)).toBe(true);
  });

  it("leaves a message alone when nothing is pending", async () => {
    expect(await send(new ContextCollector(), [textPart("question")])).toEqual([textPart("question")]);
  });

  it("never throws: one entry that fails is told and loses no other", async () => {
    const logged: string[] = [];
    const collector = collected("sound");
    const content = (): string => {
      throw new Error("broken entry");
    };
    collector.register(SESSION, { id: "bad", source: "custom", content });
    const parts = await send(collector, [textPart("question")], (message) => {
      logged.push(message);
      throw new Error("broken log");
    });
    expect(parts.map(({ text }) => text)).toEqual(["sound", "question"]);
    expect(logged).toEqual(["context was not injected: broken entry"]);
    for (const bad of [undefined, null, {}, { parts: null }])
      await expect(
        createContextInjectorHook(collected("x"))["chat.message"]({ sessionID: SESSION }, bad as unknown as ChatMessageOutput),
      ).resolves.toBeUndefined();
  });
});

describe("injectPendingContext", () => {
  it("tells whether there was anything, and takes it", () => {
    const collector = collected("context");
    const parts = [textPart("question")];
    expect(injectPendingContext(collector, SESSION, parts)).toEqual({ injected: true, contextLength: 7 });
    expect(injectPendingContext(collector, SESSION, parts)).toEqual({ injected: false, contextLength: 0 });
    expect(parts.map(({ text }) => text)).toEqual(["context", "question"]);
  });

  it("serves the collector that all hooks of a process share", () => {
    contextCollector.register(SESSION, { id: "a", source: "custom", content: "shared" });
    const parts = [textPart("question")];
    injectPendingContext(contextCollector, SESSION, parts);
    expect(parts[0]?.text).toBe("shared");
    expect(contextCollector.hasPending(SESSION)).toBe(false);
  });
});

describe("experimental.chat.messages.transform", () => {
  const user = (id: string, text: string): MessagesTransformOutput["messages"][number] => ({
    info: { id, role: "user", sessionID: SESSION },
    parts: [textPart(text, { messageID: id })],
  });
  const reply = { info: { id: "msg_a", role: "assistant", sessionID: SESSION }, parts: [textPart("answer", { messageID: "msg_a" })] };

  it("puts a synthetic part into the last user message, in place", async () => {
    const output = { messages: [user("msg_1", "first"), reply, user("msg_2", "second"), reply] };
    const { messages } = output;
    await createContextInjectorMessagesTransformHook(collected("context"))["experimental.chat.messages.transform"]({}, output);
    expect(output.messages).toBe(messages);
    expect(messages.map(({ parts }) => parts.map(({ text }) => text))).toEqual([["first"], ["answer"], ["context", "second"], ["answer"]]);
    expect(messages[2]?.parts[0]).toMatchObject({
      synthetic: true,
      type: "text",
      sessionID: SESSION,
      messageID: "msg_2",
      id: "prt_9f3a00c41004Qw3RtY7uIoPaSd",
    });
  });

  it("is consumed once, but stays for every request of the turn", async () => {
    const collector = collected("context");
    const hook = createContextInjectorMessagesTransformHook(collector)["experimental.chat.messages.transform"];
    const texts = async (...messages: MessagesTransformOutput["messages"]): Promise<readonly (readonly (string | undefined)[])[]> => {
      await hook({}, { messages });
      return messages.map(({ parts }) => parts.map(({ text }) => text));
    };
    expect(await texts(user("msg_1", "one"))).toEqual([["context", "one"]]);
    expect(collector.hasPending(SESSION)).toBe(false);
    expect(await texts(user("msg_1", "one"), reply)).toEqual([["context", "one"], ["answer"]]);
    collector.register(SESSION, { id: "rule", source: "rules-injector", content: "rule" });
    expect(await texts(user("msg_1", "one"), reply)).toEqual([["context\n\n---\n\nrule", "one"], ["answer"]]);
    expect(await texts(user("msg_1", "one"), reply, user("msg_2", "two"))).toEqual([["one"], ["answer"], ["two"]]);
  });

  it("run twice over the same list, it adds nothing twice", async () => {
    const hook = createContextInjectorMessagesTransformHook(collected("context"))["experimental.chat.messages.transform"];
    const output = { messages: [user("msg_1", "one")] };
    await hook({}, output);
    await hook({}, output);
    expect(output.messages[0]?.parts.map(({ text }) => text)).toEqual(["context", "one"]);
  });

  it("waits when there is no user message, and never throws", async () => {
    const collector = collected("context");
    const hook = createContextInjectorMessagesTransformHook(collector)["experimental.chat.messages.transform"];
    await hook({}, { messages: [reply] });
    await hook({}, { messages: [] });
    for (const bad of [undefined, null, {}, { messages: [null] }]) await hook({}, bad as unknown as MessagesTransformOutput);
    expect(collector.hasPending(SESSION)).toBe(true);
  });
});
