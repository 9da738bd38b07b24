// Preparing an audience: `--rows 1000000` rows of a CSV, and the customers that they became as a saved view, each made the
// recipients of a broadcast (normalised, deduplicated, people found or made). Beside it, in the same run, the import of the
// same file: goal at least half its rows/s, and no more than 64 MB of workerd's memory more than before. A tenth of the rows
// is a number that an earlier row has, so doubles are looked for, too.
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
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import { checkDataFile } from "#workers/contract/endpoints/data-files.ts";
import { buildStale } from "../../scripts/build.ts";
import { option } from "./options.ts";

const ROWS = option("rows", 1_000_000);
const LEAST_RATIO = 0.5;
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
  const of = [
    ["a CSV", { file: { path, column } }, total],
    ["everybody of a view", { filter: {} }, undefined],
  ] as const;
  for (const [what, audience, rows] of of) {
    const warm = memoryOf(pid);
    forgetPeak(pid);
    const { id, seconds } = await prepared(client, { ...base, audience });
    const { peak } = memoryOf(pid);
    const { data } = await client.call(broadcastsApi.getBroadcast, { params: { id } });
    const people = rows ?? data.counts.total;
    const rate = people / seconds;
    const growth = Math.max(0, peak - warm.now);
    console.log(
      `${what}, ${people} rows: ${seconds.toFixed(1)} s, ${Math.round(rate)} rows/s; ${data.counts.total} recipients, ${data.counts.doubles} doubles, ` +
        `${data.counts.failed} left out; memory ${warm.now.toFixed(0)} MB before, peak ${peak.toFixed(0)}; load ${loadavg()[0]?.toFixed(1)}`,
    );
    floor(
      `all of ${what} are accounted for`,
      data.counts.total + data.counts.doubles === people || rows === undefined,
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
