// `npm start`: from a fresh checkout to a served console. Needs only Node 20 and npm.
import { handOver } from "./lib/hand-over.mjs";
import { ensureInstalled } from "./lib/install.mjs";

const started = Date.now();
const install = ensureInstalled();
handOver("scripts/start.ts", {
  CHATBIRD_STARTED: String(started),
  CHATBIRD_INSTALL_SECONDS: String(install),
});
