// Second half of `npm start`, under the project's own Node: build what is stale, serve, fill with demo data.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { buildStale } from "./build.ts";
import { ROOT } from "./lib/topology.ts";
import { placeOf, serve, stopOnSignal } from "./serve.ts";

const started = Number(process.env.CHATBIRD_STARTED ?? Date.now());
const install = Number(process.env.CHATBIRD_INSTALL_SECONDS ?? 0);
const seconds = (value: number) => `${value.toFixed(1)} s`;

try {
  const buildStarted = performance.now();
  const built = await buildStale();
  const build = (performance.now() - buildStarted) / 1000;
  if (built.length > 0) console.log(`Built ${built.join(", ")} in ${seconds(build)}`);

  const gateway = await playedGateway();
  const { url, migrateSeconds, state, cloud, stop } = await serve({ withPlayer: true });
  stopOnSignal(stop);

  const seedStarted = performance.now();
  const { seed } = await import("#db/seed/index.ts");
  const { DEMO } = await import("#db/seed/demo.ts");
  const { seedDetails } = await import("#db/seed/details.ts");
  await seed(url, (line) => console.log(line));
  await seedDetails(url);
  const seeding = (performance.now() - seedStarted) / 1000;

  const total = (Date.now() - started) / 1000;
  console.log(`
  Chatbird   ${url}
  Sign in    ${DEMO.email}
  Password   ${DEMO.password}
  Payments   ${gateway}

  install ${seconds(install)} / build ${seconds(build)} / migrate ${seconds(migrateSeconds)} / seed ${seconds(seeding)} / total ${seconds(total)}
  Ctrl-C stops it.
`);
  console.log(`ready ${url}`);

  // After everything answers: nobody waits for the past.
  const { seedBroadcasts } = await import("#db/seed/broadcasts.ts");
  const { seedJourneys } = await import("#db/seed/journeys.ts");
  const { sampleOf } = await import("#app/features/automation-samples/samples.ts");
  const { seedReports } = await import("#db/seed/reports.ts");
  const { seedPast } = await import("#db/seed/past/index.ts");
  // First, and within seconds: their screens would be blank until the past is played.
  const graphs = { welcome: sampleOf("welcome"), reminder: sampleOf("reminder") };
  await seedJourneys(url, graphs, (line) => console.log(line));
  await seedReports(url, (line) => console.log(line));
  await seedPast(url, state, cloud, (line) => console.log(line));
  await seedBroadcasts(url, (line) => console.log(line));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Invoices of the demo are paid to a gateway that is played beside it, unless the command names an account. */
async function playedGateway(): Promise<string> {
  if (process.env.PAYMENT_KEY_ID !== undefined) return "to the account of PAYMENT_KEY_ID";
  // Invoices outlive us, so their links do: at a port that is told by ours, and in a file beside them. 0 is any port.
  const { port: ours, state } = placeOf(process.env);
  const [port, file] = [(ours + 1) % 65_536, join(state, "gateway.json")];
  // It ends with us, as its input does.
  const child = spawn(
    process.execPath,
    [join(ROOT, "tests/support/vendors/gateway.ts"), String(port), file],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const gone = once(child, "exit").then(() => {
    throw new Error("The gateway that is played beside the demo has ended.");
  });
  const [line] = (await Promise.race([once(child.stdout, "data"), gone])) as [Buffer];
  const settings = JSON.parse(line.toString()) as Record<string, string>;
  const seller = { name: "Chatbird", address: "This machine", state: "27", taxRate: 1_800 };
  process.env.BILLING_SELLER ??= JSON.stringify(seller);
  Object.assign(process.env, settings);
  return `played at ${settings.PAYMENT_GATEWAY_URL}`;
}
