// Preparing an audience: `--rows 1000000` rows of a CSV, the customers that they became by a saved view of one of their fields, and as
// many rows of a file that has a thousand numbers again and again, each made the recipients of a broadcast (normalised, deduplicated,
// people found or made, with 5,000 entries of the blacklist applied). Beside it, in the same run, the import of the first file: goal at
// least half its rows/s, and no more than 64 MB of workerd's memory more than before.
import { setTimeout as pause } from "node:timers/promises";
import { loadavg } from "node:os";
import { type ApiClient, signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { simulatedChannel } from "#tests/support/casting.ts";
import { loadOf } from "#tests/support/import-load.ts";
import { makeLoadFields } from "#tests/support/load-fields.ts";
import { forgetPeak, memoryOf, workerdOf } from "#tests/support/processes.ts";
import { sendFile } from "#db/seed/send-file.ts";
import { startServed } from "#tests/support/served.ts";
import { importOf } from "#tests/support/timed-import.ts";
import { addToBlacklist, MOST_ADDRESSES } from "#workers/contract/endpoints/blacklist.ts";
import { listFields } from "#workers/contract/endpoints/customer-fields.ts";
import { countCustomers } from "#workers/contract/endpoints/customers.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import { checkDataFile } from "#workers/contract/endpoints/data-files.ts";
import { buildStale } from "../../scripts/build.ts";
import { option } from "./options.ts";

const ROWS = option("rows", 1_000_000);
const LEAST_RATIO = 0.5;
/** Different numbers of the file that has hardly anything but doubles. */
const FEW = 1_000;
const MOST_GROWTH_MB = 64;
let isMet = true;
function floor(sentence: string, met: boolean): void {
  console.log(`${met ? "met" : "MISSED"}: ${sentence}`);
  isMet &&= met;
}

async function prepared(client: ApiClient, body: object): Promise<{ id: string; seconds: number }> {
  const began = performance.now();
  const { id } = await client.call(broadcastSendingApi.sendBroadcast, { body: body as never });
  for (;;) {
    const { data } = await client.call(broadcastsApi.getBroadcast, { params: { id } });
    if (data.isPrepared) return { id, seconds: (performance.now() - began) / 1_000 };
    if (data.status === "failed") throw new Error(data.reason);
    await pause(100);
  }
}

await buildStale();
process.env.MINIFLARE_WORKERD_V8_FLAGS = "--max-heap-size=128";
const served = await startServed({ env: { MINIFLARE_WORKERD_V8_FLAGS: "--max-heap-size=128" } });
try {
  const send = (path: string, init: RequestInit) => fetch(served.url + path, init);
  const client = await signIn(send, DEMO);
  await makeLoadFields(client);
  // So slow that nothing but the preparing is at work.
  const { channelId, templateUId } = await simulatedChannel(client, 1);
  const load = loadOf(ROWS, { wrong: 0.02, repeats: 0.1 });
  const { seconds: importing } = await importOf(client, send, load.csv);
  const importRate = ROWS / importing;
  console.log(
    `import of ${ROWS} rows: ${importing.toFixed(1)} s, ${Math.round(importRate)} rows/s; load ${loadavg()[0]?.toFixed(1)}`,
  );

  const began = performance.now();
  const sent = await sendFile(send, client, load.csv);
  const { path, total, column, headers } = await client.call(checkDataFile, { body: { path: sent } });
  console.log(
    `file sent and checked in ${((performance.now() - began) / 1_000).toFixed(1)} s: ${total} rows, ${headers.join(", ")}`,
  );
  const pid = workerdOf(served.pid);
  const base = {
    channelId,
    message: { template: { templateUId } },
    columnMapping: [{ variable: "body/1", type: "column", value: "name" }],
  };
  // Every so many numbers of the file, in its own spelling.
  const step = Math.max(1, Math.floor(ROWS / MOST_ADDRESSES));
  const addresses = Array.from(
    { length: Math.min(ROWS, MOST_ADDRESSES) },
    (_, at) => `+9198${10_000_000 + at * step}`,
  );
  const { added } = await client.call(addToBlacklist, { body: { addresses } });
  const { blacklisted } = await client.call(broadcastSendingApi.validateBroadcast, {
    body: { ...base, audience: { file: { path, column } } } as never,
  });
  floor(
    `${added} on the blacklist, and an estimate finds some of them (${blacklisted})`,
    added === addresses.length && blacklisted > 0,
  );

  const few = `Phone,Name\n${Array.from({ length: ROWS }, (_, at) => `+9197${10_000_000 + (at % FEW)},Asha`).join("\n")}\n`;
  const doubles = await client.call(checkDataFile, { body: { path: await sendFile(send, client, few) } });
  const { inputFieldDefinitions } = await client.call(listFields);
  const plan = inputFieldDefinitions.find(({ fieldLabel }) => fieldLabel === "Plan")?._id ?? "";
  const fields = [{ field: plan, is: "oneOf", values: ["Silver", "Gold"], several: false }];
  const { count: inView } = await client.call(countCustomers, {
    query: { fields: JSON.stringify(fields) } as never,
  });
  const of = [
    { what: "a CSV", audience: { file: { path, column } }, rows: total },
    { what: "a view by a field", audience: { filter: { fields } }, rows: inView },
    {
      what: "a file of doubles",
      audience: { file: { path: doubles.path, column: doubles.column } },
      rows: doubles.total,
      recipients: Math.min(ROWS, FEW),
    },
  ];
  for (const { what, audience, rows, recipients } of of) {
    const warm = memoryOf(pid);
    forgetPeak(pid);
    const { id, seconds } = await prepared(client, { ...base, audience });
    const { peak } = memoryOf(pid);
    const { data } = await client.call(broadcastsApi.getBroadcast, { params: { id } });
    const rate = rows / seconds;
    const growth = Math.max(0, peak - warm.now);
    console.log(
      `${what}, ${rows} rows: ${seconds.toFixed(1)} s, ${Math.round(rate)} rows/s; ${data.counts.total} recipients, ${data.counts.doubles} doubles, ` +
        `${data.counts.failed} left out; memory ${warm.now.toFixed(0)} MB before, peak ${peak.toFixed(0)}; load ${loadavg()[0]?.toFixed(1)}`,
    );
    floor(
      `all of ${what} are accounted for`,
      data.counts.total + data.counts.doubles === rows &&
        (recipients === undefined || data.counts.total === recipients),
    );
    floor(
      `ratio to the import ${(rate / importRate).toFixed(2)}, at least ${LEAST_RATIO}`,
      rate >= importRate * LEAST_RATIO,
    );
    floor(`memory grew by ${growth.toFixed(0)} MB, at most ${MOST_GROWTH_MB}`, growth <= MOST_GROWTH_MB);
    await client.call(broadcastSendingApi.moveBroadcast, { params: { id, action: "stop" } });
  }
} finally {
  await served.stop();
}
process.exitCode = isMet ? 0 : 1;
