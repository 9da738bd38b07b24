// Every call by which a deploy changes an account, or learns which keys it has, fails once, in one of three ways, for as long as
// the deploy lasts; after each it is run again, until nothing fails. In the end the account is as one whose deploy never failed.
// `--fault lost` is one way only.
import { parseArgs } from "node:util";
import { check } from "#tests/support/check.ts";
import { deploy, forgetDeploys } from "#tests/support/cloudflare/deploy.ts";
import { Cloudflare, type Fault } from "#tests/support/cloudflare/server.ts";
import { DATABASES, QUEUES, WORKERS } from "../../scripts/lib/topology.ts";

const { values } = parseArgs({ options: { fault: { type: "string" } } });
const FAULTS: Fault[] = ["500", "429", "lost"];
const chosen = FAULTS.filter((each) => values.fault === undefined || each === values.fault);

for (const fault of chosen) {
  const cloudflare = await Cloudflare.start();
  const failed = new Set<string>();
  for (let runs = 1; ; runs++) {
    const { code, output, failing } = await deployOnce(cloudflare, fault, failed);
    const met =
      failing === undefined ? code === 0 : code === 0 || output.includes("The deploy has stopped here");
    if (!met) console.log(output.slice(-1500));
    if (failing === undefined) {
      check(
        `${fault}: run again after each of ${failed.size} calls, the last of ${runs} deploys ends well`,
        met,
      );
      break;
    }
    check(`${fault}: ${failing}: ${code === 0 ? "it went on" : "it stopped with a sentence"}`, met);
    failed.add(failing);
  }
  const { storage, scripts, calls, unknown } = cloudflare;
  const made = [storage.databases.size, storage.queues.size, scripts.all.size];
  const wanted = [DATABASES.length, QUEUES.length, WORKERS.length];
  check(`${fault}: all is there once`, made.join() === wanted.join());
  check(`${fault}: nothing was removed`, !calls.some((call) => call.startsWith("DELETE")));
  check(`${fault}: all that was asked is played (${unknown.join(", ")})`, unknown.length === 0);
  const [jobs, api] = ["chatbird-jobs", "chatbird-api"].map((name) => keyOf(cloudflare, name));
  check(`${fault}: one key seals and opens`, jobs !== undefined && jobs === api);
  await cloudflare.stop();
  forgetDeploys();
}

/** A deploy during which the first changing call that has not failed yet fails, each time that it is tried. */
async function deployOnce(cloudflare: Cloudflare, fault: Fault, failed: ReadonlySet<string>) {
  let failing: string | undefined;
  cloudflare.fault = (call) => {
    // Of calls that change nothing only the one whose answer decides whether keys are made.
    const matters = !call.startsWith("GET") || call.endsWith("/secrets");
    if (!matters || failed.has(call)) return undefined;
    failing ??= call;
    return call === failing ? fault : undefined;
  };
  const { code, output } = await deploy(cloudflare);
  return { code, output, failing };
}

const keyOf = ({ scripts }: Cloudflare, worker: string): unknown =>
  scripts.all.get(worker)?.bindings.find(({ name }) => name === "DATA_KEY")?.text;
