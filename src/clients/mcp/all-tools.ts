/** Every tool, in the order in which clients list them. */
import type { Tool } from "./tool.ts";
import { context } from "./tools/context.ts";
import { fail } from "./tools/fail.ts";
import { feedback } from "./tools/feedback.ts";
import { get } from "./tools/get.ts";
import { handoff } from "./tools/handoff.ts";
import { hookPrompt } from "./tools/hook-prompt.ts";
import { learn } from "./tools/learn.ts";
import { remember } from "./tools/remember.ts";
import { search } from "./tools/search.ts";
import { timeline } from "./tools/timeline.ts";

export const ALL_TOOLS: readonly Tool[] = [search, get, timeline, context, remember, learn, fail, handoff, feedback, hookPrompt];
