// `npm run dev`: screens and Workers that reload on change. Needs only Node 20 and npm.
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";

ensureInstalled();
handOver("scripts/dev.ts");
