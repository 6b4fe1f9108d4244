/** `capture-hook --debug`: what the capture hook does with an event, told on stderr. Without options bin/ starts src/capture-hook.ts instead. */
import { captureEvent } from "../capture/capture-event.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";

export interface CaptureHookOptions extends CommonOptions {
  readonly debug?: boolean;
}

export function captureHook({ debug, ...options }: CaptureHookOptions): void {
  const told = captureEvent((cwd) => openForCommand(options, { cwd, fresh: false }));
  if (debug) process.stderr.write(`${told}\n`);
}
