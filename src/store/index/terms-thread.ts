/**
 * Gathers terms in a thread of its own, while this one reads lines: batches in shared memory, taken in turn. Both block while
 * they wait, as a build is one long call. Where the thread does not come up, what was meant for it is gathered here. Off the hot path.
 */
import { accessSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { gatherHere, type RunSink, TermGatherer } from "./gather-terms.ts";
import type { Run } from "./run-cursors.ts";
import { Batch } from "./term-batch.ts";

/** About 4 MB in all, so that reading goes on while a block is sorted and written. */
const SLOTS = 16;
/** Room for any one text: a line has 4 MB at most, and names its files twice. What is not written to takes no memory. */
const SLOT_BYTES = 16 << 20;
const CONTROL_BYTES = 128;
/** Words of the control: how far the thread has come, how many batches were given and taken, how many words each slot holds. */
const STATE = 0;
const GIVEN = 1;
const TAKEN = 2;
const USED = 4;
const STARTING = 0;
const RUNNING = 1;
/** No further batch comes. */
const CLOSING = 2;
const ABANDONED = 3;
const ENDED = 4;
/** Generous: the batches fill meanwhile. */
const START_MS = 3000;
/** No batch and no block takes longer: the thread must have died. */
const STALL_MS = 120_000;
/** So often whoever waits looks by itself: a word may have changed between the question and the wait. */
const LOOK_MS = 20;

export interface ThreadData {
  readonly memory: SharedArrayBuffer;
  readonly fd: number;
  readonly salt: number;
}

type Outcome = { readonly runs: readonly Run[] } | { readonly error: string };

/** Null when there can be no thread. */
export function gatherInThread(script: string, fd: number, salt: number): RunSink | null {
  try {
    accessSync(script);
    const memory = new SharedArrayBuffer(CONTROL_BYTES + SLOTS * SLOT_BYTES);
    const workerData: ThreadData = { memory, fd, salt };
    const worker = new Worker(script, { workerData, execArgv: [], stdout: false, stderr: false });
    worker.unref();
    // Told by the control word; without a listener it would end this process.
    worker.on("error", () => {});
    return new ThreadSink(memory, fd, salt);
  } catch {
    return null;
  }
}

class ThreadSink implements RunSink {
  private readonly control: Int32Array;
  private readonly slots: readonly Batch[];
  private given = 0;
  /** Instead of the thread. */
  private here: RunSink | null = null;

  constructor(
    memory: SharedArrayBuffer,
    private readonly fd: number,
    private readonly salt: number,
  ) {
    this.control = new Int32Array(memory, 0, CONTROL_BYTES / 4);
    this.slots = slotsOf(memory);
  }

  take(batch: Batch, used: number, room: number): Batch {
    if (room > SLOT_BYTES) throw new Error("a text is too long to be indexed");
    if (this.here !== null) this.here.take(batch, used, 0);
    else if (used > 0) this.give(used);
    return this.slots[this.given % SLOTS] as Batch;
  }

  private give(used: number): void {
    this.control[USED + (this.given % SLOTS)] = used;
    this.given++;
    Atomics.store(this.control, GIVEN, this.given);
    Atomics.notify(this.control, GIVEN);
    // The next slot must be free.
    for (;;) {
      const taken = Atomics.load(this.control, TAKEN);
      if (this.given - taken < SLOTS) return;
      if (!this.isUp(START_MS)) return this.takeOver();
      if (Atomics.load(this.control, STATE) === ENDED) throw new Error(this.outcomeError());
      this.awaitChange(TAKEN, taken);
    }
  }

  /** Returns when the word is another one, or the thread has ended. */
  private awaitChange(word: number, value: number): void {
    for (let waited = 0; Atomics.wait(this.control, word, value, LOOK_MS) === "timed-out"; waited += LOOK_MS) {
      if (Atomics.load(this.control, STATE) === ENDED) return;
      if (waited > STALL_MS) throw new Error("the thread that gathers terms does not answer");
    }
  }

  /** False when it is not, and now never will be. */
  private isUp(patience: number): boolean {
    if (Atomics.load(this.control, STATE) !== STARTING) return true;
    Atomics.wait(this.control, STATE, STARTING, patience);
    return Atomics.compareExchange(this.control, STATE, STARTING, ABANDONED) !== STARTING;
  }

  private takeOver(): void {
    const here = gatherHere(this.fd, this.salt);
    for (let i = 0; i < this.given; i++) here.take(this.slots[i] as Batch, this.control[USED + i] as number, 0);
    this.here = here;
  }

  finish(): readonly Run[] {
    if (this.here === null && !this.isUp(START_MS)) this.takeOver();
    if (this.here !== null) return this.here.finish();
    Atomics.compareExchange(this.control, STATE, RUNNING, CLOSING);
    this.awaitEnd();
    const outcome = readOutcome(this.slots);
    if ("error" in outcome) throw new Error(outcome.error);
    return outcome.runs;
  }

  private awaitEnd(): void {
    Atomics.notify(this.control, GIVEN);
    for (let state = Atomics.load(this.control, STATE); state !== ENDED; state = Atomics.load(this.control, STATE)) this.awaitChange(STATE, state);
  }

  abandon(): void {
    if (this.here !== null || !this.isUp(0)) return;
    Atomics.compareExchange(this.control, STATE, RUNNING, ABANDONED);
    Atomics.compareExchange(this.control, STATE, CLOSING, ABANDONED);
    this.awaitEnd();
  }

  private outcomeError(): string {
    const outcome = readOutcome(this.slots);
    return "error" in outcome ? outcome.error : "the thread that gathers terms ended early";
  }
}

/** The thread's whole life. */
export function runTermsThread({ memory, fd, salt }: ThreadData): void {
  const control = new Int32Array(memory, 0, CONTROL_BYTES / 4);
  if (Atomics.compareExchange(control, STATE, STARTING, RUNNING) !== STARTING) return;
  Atomics.notify(control, STATE);
  const slots = slotsOf(memory);
  try {
    writeOutcome(slots, { runs: takeAll(control, slots, new TermGatherer(fd, salt)) });
  } catch (error) {
    writeOutcome(slots, { error: (error as Error).message });
  }
  Atomics.store(control, STATE, ENDED);
  Atomics.notify(control, STATE);
  Atomics.notify(control, TAKEN);
}

function takeAll(control: Int32Array, slots: readonly Batch[], gatherer: TermGatherer): readonly Run[] {
  for (let taken = 0; ; ) {
    const state = Atomics.load(control, STATE);
    if (state === ABANDONED) return [];
    if (Atomics.load(control, GIVEN) > taken) {
      gatherer.take(slots[taken % SLOTS] as Batch, control[USED + (taken % SLOTS)] as number);
      Atomics.store(control, TAKEN, ++taken);
      Atomics.notify(control, TAKEN);
    } else if (state === CLOSING) return gatherer.finish();
    else Atomics.wait(control, GIVEN, taken, LOOK_MS);
  }
}

function slotsOf(memory: SharedArrayBuffer): readonly Batch[] {
  return Array.from({ length: SLOTS }, (_, slot) => new Batch(memory, CONTROL_BYTES + slot * SLOT_BYTES, SLOT_BYTES));
}

/** In the first slot, which nobody reads any more. */
function writeOutcome([slot]: readonly Batch[], outcome: Outcome): void {
  if (slot === undefined) return;
  slot.words[0] = slot.bytes.write(JSON.stringify(outcome), 4, "utf8");
}

function readOutcome([slot]: readonly Batch[]): Outcome {
  return JSON.parse(slot?.bytes.toString("utf8", 4, 4 + (slot.words[0] as number)) ?? "") as Outcome;
}
