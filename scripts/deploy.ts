// `npm run deploy`: brings everything to the Cloudflare account that wrangler is signed in to (`wrangler login`, or
// CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID). `-- --dry-run` prints the steps and touches nothing.
import { placesOf } from "./deploy/places.ts";
import { describe, plan } from "./deploy/plan.ts";

const dryRun = process.argv.includes("--dry-run");
const steps = plan(placesOf(process.env));
for (const [index, step] of steps.entries()) {
  console.log(`${String(index + 1).padStart(2)}/${steps.length}  ${describe(step)}`);
  if (dryRun) continue;
  const { carryOut } = await import("./deploy/account.ts");
  try {
    await carryOut(step);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(
      "The deploy has stopped here. Steps that are done stay done: run it again after mending the cause.",
    );
    process.exit(1);
  }
}
console.log(dryRun ? "Nothing was touched." : "Deployed.");
