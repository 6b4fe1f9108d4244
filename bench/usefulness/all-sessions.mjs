/** The sets: the first was tuned on (its first thirty sessions were written before there was a judge); the second was not. */
import { sessions as heldOut } from "./held-out.mjs";
import { sessions as first } from "./sessions-1.mjs";
import { sessions as second } from "./sessions-2.mjs";
import { sessions as third } from "./sessions-3.mjs";
import { sessions as fourth } from "./sessions-4.mjs";
import { sessions as fifth } from "./sessions-5.mjs";
import { sessions as sixth } from "./sessions-6.mjs";
import { sessions as seventh } from "./sessions-7.mjs";
import { sessions as eighth } from "./sessions-8.mjs";

export const sets = [
  { name: "tuned on", sessions: [...first, ...second, ...third, ...fourth, ...fifth, ...sixth, ...seventh, ...eighth] },
  { name: "held out", sessions: heldOut },
];
