/** Something expected that cannot be done: what is wrong, and the way out. Commands print both; callers of the library may catch it. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
    this.name = "Refusal";
  }
}

/** What the disk says becomes what a person reads. */
export function attempt<T>(work: () => T, hint = "nothing was changed"): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal((error as Error).message, hint);
  }
}
