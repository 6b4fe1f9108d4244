/** The entry of the bundle that answers every event but a prompt, and what a prompt seldom needs: rules, documents, modes, other styles. */
import { compactStyle } from "./render/compact-style.ts";
import { xmlStyle } from "./render/xml-style.ts";

export { handleEvent } from "./events/handle-event.ts";
export { offerForPrompt } from "./events/offer-for-prompt.ts";

export const styles = { xml: xmlStyle, compact: compactStyle } as const;
