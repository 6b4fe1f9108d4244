/** The resolved settings, as every step receives them. */
import type { SPEC, ValueOf } from "./spec.ts";

export type Config = ValueOf<typeof SPEC>;
