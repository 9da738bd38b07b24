// `npm test`, from a fresh checkout on: needs only Node 20 and npm. Arguments choose layers: unit integration e2e.
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";

ensureInstalled();
handOver("scripts/test.ts");
