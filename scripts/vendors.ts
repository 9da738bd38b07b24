// npm run vendors [-- PORT [ADDRESS]]: plays WhatsApp, Telegram and a payment gateway on loopback, and posts statuses to ADDRESS.
import { join } from "node:path";
import { run } from "./lib/run.ts";
import { ROOT } from "./lib/topology.ts";

await run("node", [join(ROOT, "tests/support/vendors/server.ts"), ...process.argv.slice(2)]);
