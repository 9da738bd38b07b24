// the whole process group is killed at random instants while customers write and a bot answers, with nobody doing
// anything but starting it again. At the end every message is there once, in its customer's order, and has one answer
// that arrived once (the simulator honours our key, so none may stay unconfirmed).
// `--kills 50 --customers 200 --each 100 --seed S`
import { setTimeout as pause } from "node:timers/promises";
import { check } from "#tests/support/check.ts";
import { randomOf } from "#tests/support/import-load.ts";
import { deliverAll, endsOf, messagePower } from "#tests/support/message-power.ts";
import { buildStale } from "../../scripts/build.ts";
import { option } from "./options.ts";

const KILLS = option("kills", 50);
const CUSTOMERS = option("customers", 200);
const EACH = option("each", 100);
const SEED = option("seed", Date.now() % 1_000_000);
/** From one start to the next kill, at most. */
const WITHIN_MS = 2_000;
const RECOVERY_MS = 120_000;

await buildStale();
const power = await messagePower();
try {
  const random = randomOf(SEED);
  console.log(`${KILLS} kills while ${CUSTOMERS} customers write ${EACH} messages each, seed ${SEED}`);
  let delivered = false;
  const delivering = deliverAll(power, { customers: CUSTOMERS, each: EACH }).then((calls) => {
    delivered = true;
    return calls;
  });
  let kills = 0;
  for (; kills < KILLS; kills++) {
    await pause(random() * WITHIN_MS);
    if (delivered && (await endsOf(power)).open === 0) break;
    await power.cut();
  }
  const calls = await delivering;
  const since = Date.now();
  let ends = await endsOf(power);
  while (ends.open > 0 && Date.now() - since < RECOVERY_MS) {
    await pause(200);
    ends = await endsOf(power);
  }
  const all = CUSTOMERS * EACH;
  console.log(
    `${kills} kills, ${calls} calls for ${all} messages, at rest ${Date.now() - since} ms after the last 200:`,
    ends,
  );
  const right =
    ends.open === 0 &&
    ends.inbound === all &&
    ends.answers === all &&
    ends.wrong === 0 &&
    ends.disordered === 0 &&
    Object.keys(ends.statuses).join() === "delivered";
  check("nothing lost, nothing doubled, in order", right);
} finally {
  await power.end();
}
