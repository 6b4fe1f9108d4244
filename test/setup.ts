/** One seed for all properties, so that a run can be repeated; FAST_CHECK_SEED explores others. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20261116) });
