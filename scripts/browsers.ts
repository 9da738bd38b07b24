// npm run browsers [firefox|webkit] [part of a walk's name]: walks the console in browsers that `npm test` does not use.
import { ensureOtherBrowsers } from "./lib/other-browsers.ts";
import { run } from "./lib/run.ts";

await ensureOtherBrowsers();
await run("node", ["tests/browsers/run.ts", ...process.argv.slice(2)], { env: { NODE_ENV: "test" } });
