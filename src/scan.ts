/** Reading stores directly, and having them indexed, as a bundle of its own: most prompts find everything in the index. */
export { startRefresh } from "./store/index/start-refresh.ts";
export { prefilter } from "./store/prefilter.ts";
export { scanStore } from "./store/scan-store.ts";
