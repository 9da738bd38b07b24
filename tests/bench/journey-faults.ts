// Every call of the database fails once, before and after it took effect, while runs send links, templates, mails and SMS, call
// servers and databases, and ask for payments: each once (tests/integration/journeys-faults.test.ts).
import { run } from "../../scripts/lib/run.ts";

const file = "tests/integration/journeys-faults.test.ts";
await run("vitest", ["run", "--project", "integration", file], {
  env: { NODE_ENV: "test", WHOLE_SWEEP: "1" },
});
