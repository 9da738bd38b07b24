// Writes tables of docs/limits.md: what tests measure (round trips, sizes of Workers), the contract's limits of calls, and
// an estimate of cost:
//   UPDATE_DEPTH=1 npx vitest run --project integration tests/integration/depth.test.ts && node scripts/limits.ts
//   UPDATE_SIZES=1 npx vitest run --project integration tests/integration/deploy.test.ts && node scripts/limits.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tables, withTables } from "./lib/limits-page.ts";
import { ROOT } from "./lib/topology.ts";

const file = join(ROOT, "docs/limits.md");
writeFileSync(file, withTables(readFileSync(file, "utf8"), tables()));
