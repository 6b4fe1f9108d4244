/** A subagent begins: a small slice for its own task, found from what it was asked; else what is essential to the project. */
import type { SessionEvent } from "../event/parse-session-event.ts";
import type { Run } from "../find-records.ts";
import type { Steps } from "../inject.ts";
import { type Injection, silence } from "../trace.ts";
import type { OtherEvent } from "../types.ts";
import { orientation } from "./session-start.ts";

type SubagentStart = Extract<SessionEvent, { readonly name: "SubagentStart" }>;

export function startSubagent({ sessionId }: OtherEvent, { agent, type }: SubagentStart, run: Run, steps: Steps): Injection {
  const { context, trace } = run;
  const { config } = context;
  if (!config.subagent.enabled) return silence(trace, "subagent is switched off");
  // Compaction runs as a nameless subagent.
  if (agent === "" || type === "") return silence(trace, "not a subagent with a task");
  const session = steps.openSession(context, sessionId, agent);
  const task = session.ledger.tasks[session.ledger.findTask(type)];
  if (task !== undefined) steps.answer(run, session, task.words);
  else {
    const essentials = orientation(run, steps).filter(({ record }) => record.kind !== "handoff");
    trace.scored = steps.offerRecords(run, session, essentials, { prompt: "", occasion: "found" });
  }
  return steps.deliver(run, session, {
    purpose: "subagent",
    style: config.styles.subagent,
    tokens: Math.min(config.subagent.tokens, config.budget.tokens),
    line: { event: "agent", source: type },
    isNews: true,
    silentBecause: task === undefined ? "nothing is stored for this project" : "nothing is stored about its task",
  });
}
