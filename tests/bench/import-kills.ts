// an import during which the whole process group is killed again and again at random instants, with nobody doing
// anything but starting it again. At the end nothing is lost, nothing doubled, and the error list is that of a run that
// nobody disturbed. `--kills N --rows N --seed S --within MS` (a kill comes so long after a start, at most).
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { type Load, loadOf, randomOf } from "#tests/support/import-load.ts";
import { makeLoadFields } from "#tests/support/load-fields.ts";
import { sendFile } from "#tests/support/send-file.ts";
import { startServed, type Served } from "#tests/support/served.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import type { CustomerImport } from "#workers/contract/endpoints/imports.ts";
import { buildStale } from "../../scripts/build.ts";

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const KILLS = option("kills", 100);
const ROWS = option("rows", 50_000);
const SEED = option("seed", Date.now() % 1_000_000);
const WITHIN_MS = option("within", 250);
const RECOVERY_MS = 60_000;

const failures: string[] = [];
const check = (right: boolean, sentence: string): void => {
  if (!right) failures.push(sentence);
};
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const sendTo =
  ({ url }: Served) =>
  (path: string, init: RequestInit) =>
    fetch(url + path, init);

async function accept(served: Served, csv: string): Promise<{ token: string; id: string }> {
  const client = await signIn(sendTo(served), DEMO);
  const path = await sendFile(sendTo(served), client, csv);
  const { uploadId } = await client.call(endpoints.imports.start, {
    body: { file: { name: "load.csv", path } },
  });
  return { token: client.token, id: uploadId };
}

const get = (served: Served, token: string, path: string): Promise<Response> =>
  fetch(`${served.url}/api/chatbird/api/customer_master/uploads/${path}`, {
    headers: { "authentication-token": token },
  });

const statusOf = async (served: Served, token: string, id: string): Promise<CustomerImport> =>
  ((await (await get(served, token, id)).json()) as { data: CustomerImport }).data;

const errorsOf = async (served: Served, token: string, id: string): Promise<string> =>
  (await get(served, token, `${id}/errors`)).text();

async function untilCompleted(
  served: Served,
  token: string,
  id: string,
  limit: number,
): Promise<CustomerImport> {
  const until = Date.now() + limit;
  for (;;) {
    const upload = await statusOf(served, token, id);
    if (upload.state === "COMPLETED" || Date.now() > until) return upload;
    await sleep(100);
  }
}

/** What the database holds afterwards, read from its file without the product. */
async function stored(state: string): Promise<{ phone: string; name: string; amount: string }[]> {
  const { DatabaseSync } = await import("node:sqlite");
  const folder = join(state, "d1/miniflare-D1DatabaseObject");
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".sqlite"))) {
    const db = new DatabaseSync(join(folder, name));
    try {
      const [tables] = db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'customers'").all();
      if (tables?.["n"] !== 1) continue;
      const rows = db
        .prepare(
          `SELECT c.phone, c.name, coalesce((SELECT v.value FROM json_each(c.data) v
             JOIN customer_fields f ON f.id = v.key AND f.field_label = 'Amount'), '') AS amount FROM customers c`,
        )
        .all();
      if (rows.length === 0) continue;
      db.exec("INSERT INTO customers_fts (customers_fts) VALUES ('integrity-check')");
      const open = db.prepare("SELECT count(*) AS n FROM jobs WHERE state IN ('waiting', 'running')").get();
      check(open?.["n"] === 0, `${String(open?.["n"])} jobs are still open`);
      return rows as { phone: string; name: string; amount: string }[];
    } finally {
      db.close();
    }
  }
  return [];
}

/** What the file says of everybody whose row can be taken; the last row of a number counts. */
function said({ csv }: Load): Map<string, string> {
  const expected = new Map<string, string>();
  for (const line of csv.split("\n").slice(1, -1)) {
    const [name = "", phone = "", , , , , amount = ""] = line.split(",");
    if (phone.startsWith("+") && /^\d/.test(amount)) expected.set(phone, `${name} ${amount}`);
  }
  return expected;
}

interface Disturbed {
  load: Load;
  done: CustomerImport;
  errors: string;
}

/** Imports one file while the power goes again and again; answers how often it went before the import was done. */
async function disturb(
  power: Power,
  load: Load,
  kills: number,
): Promise<{ used: number; result: Disturbed }> {
  const { token, id } = await accept(power.served, load.csv);
  let used = 0;
  let gotOn = 0;
  let rows = 0;
  while (used < kills) {
    await sleep(random() * WITHIN_MS);
    await power.cut();
    used++;
    const upload = await statusOf(power.served, token, id);
    if (upload.totalLines > rows) gotOn++;
    rows = upload.totalLines;
    if (upload.state === "COMPLETED") break;
    if (used % 10 === 0) console.log(`  after ${used} kills: ${rows} rows are done`);
  }
  const restarted = Date.now();
  const done = await untilCompleted(power.served, token, id, RECOVERY_MS + ROWS / 2);
  const seconds = ((Date.now() - restarted) / 1_000).toFixed(1);
  console.log(
    `${used} kills, between which it got on ${gotOn} times; ${done.state} ${seconds} s after the last restart`,
  );
  return { used, result: { load, done, errors: await errorsOf(power.served, token, id) } };
}

/** The system, and what takes its power away and gives it back. */
interface Power {
  served: Served;
  cut(): Promise<void>;
}

async function powered(): Promise<Power> {
  const power: Power = {
    served: await startServed(),
    async cut() {
      const { state } = power.served;
      await power.served.kill("SIGKILL");
      power.served = await startServed({ state });
    },
  };
  await makeLoadFields(await signIn(sendTo(power.served), DEMO));
  return power;
}

await buildStale();
const random = randomOf(SEED);
console.log(
  `seed ${SEED}: ${KILLS} kills, each up to ${WITHIN_MS} ms after a start, over imports of ${ROWS} rows`,
);
const power = await powered();
const { state } = power.served;
const results: Disturbed[] = [];
try {
  for (let kills = 0; kills < KILLS;) {
    const file = results.length;
    const load = loadOf(ROWS, { wrong: 0.02, repeats: 0.01, seed: SEED + file, first: file * ROWS });
    const { used, result } = await disturb(power, load, KILLS - kills);
    kills += used;
    results.push(result);
  }
  await power.served.kill("SIGTERM");

  const calm = await powered();
  for (const { load, done, errors } of results) {
    const { token, id } = await accept(calm.served, load.csv);
    const reference = await untilCompleted(calm.served, token, id, 300_000);
    check(done.state === "COMPLETED", `an import is ${done.state}`);
    check(done.acceptedLines + done.errorLines === ROWS, `${done.acceptedLines} + ${done.errorLines} rows`);
    check(
      JSON.stringify(done.counts) === JSON.stringify(reference.counts),
      `counts ${JSON.stringify(done.counts)} are not the undisturbed run's, ${JSON.stringify(reference.counts)}`,
    );
    check(errors === (await errorsOf(calm.served, token, id)), "an error list is another one");
  }
  await calm.served.stop();

  const expected = new Map(results.flatMap(({ load }) => [...said(load)]));
  const rows = await stored(state);
  const found = new Map(rows.map(({ phone, name, amount }) => [phone, `${name} ${amount}`]));
  const lost = [...expected].filter(([phone, values]) => found.get(phone) !== values).length;
  const doubled = rows.length - found.size;
  const strange = [...found.keys()].filter((phone) => !expected.has(phone)).length;
  const sum = (of: (done: CustomerImport) => number): number =>
    results.reduce((total, { done }) => total + of(done), 0);
  console.log(
    `${results.length} imports, ${sum((done) => done.totalLines)} rows: ${sum((done) => done.acceptedLines)} accepted, ${sum((done) => done.errorLines)} rejected, ${rows.length} customers;` +
      ` ${lost} lost or with other values, ${doubled} doubled, ${strange} that nobody sent`,
  );
  check(lost === 0 && doubled === 0 && strange === 0, "customers are not those of the files");
} finally {
  await power.served.stop();
  rmSync(state, { recursive: true, force: true });
}
for (const failure of failures) console.error(`FLOOR: ${failure}`);
if (failures.length === 0) console.log("counts and error lists are those of runs that nobody disturbed");
process.exitCode = failures.length > 0 ? 1 : 0;
