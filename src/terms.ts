/** The thread that gathers terms while another one reads lines. Started by a large build, and by nothing else. */
import { workerData } from "node:worker_threads";
import { runTermsThread, type ThreadData } from "./store/index/terms-thread.ts";

runTermsThread(workerData as ThreadData);
