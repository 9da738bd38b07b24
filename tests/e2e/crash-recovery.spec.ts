import { rmSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { makeBot } from "#tests/support/bot.ts";
import { randomOf } from "#tests/support/import-load.ts";
import { deliverAll, endsOf, messagePower } from "#tests/support/message-power.ts";
import { startServed, type Served } from "#tests/support/served.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import { openSqlite, tenantFiles } from "../../scripts/lib/sqlite-file.ts";

/** Enough work that a training is still running when the power goes. */
const manyIntents = Object.fromEntries(
  Array.from({ length: 60 }, (_, intent) => [
    `Intent ${intent}`,
    Array.from(
      { length: 60 },
      (__, phrase) => `topic${intent} word${phrase} detail${(intent * 7 + phrase) % 97}`,
    ),
  ]),
);

const clientOf = ({ url }: Served) => signIn((path, init) => fetch(url + path, init), DEMO);

/** Versions of a bot's model in a state whose server is off. */
async function versionsIn(state: string, agentId: string): Promise<unknown[]> {
  const found = await Promise.all(
    tenantFiles(state).map(async (path) => {
      const database = openSqlite(path);
      const statement = database.prepare("SELECT id FROM model_versions WHERE agent_id = ?");
      const { results } = await statement.bind(agentId).all();
      database.close();
      return results;
    }),
  );
  return found.flat();
}

test("a training that a power cut broke off finishes by itself after the restart, once", async () => {
  test.setTimeout(300_000);
  const before = await startServed();
  let agentId = "";
  try {
    const client = await clientOf(before);
    const bot = await makeBot(client, manyIntents);
    agentId = bot.agentId;
    await client.call(botsApi.trainAgent, { params: { id: agentId } });
    await expect
      .poll(async () => (await client.call(botsApi.getAgent, { params: { id: agentId } })).training.state, {
        intervals: [20],
      })
      .toBe("running");
  } finally {
    await before.kill("SIGKILL");
  }
  // Asked of the restarted server, a slow machine would hear of the training that has gone on meanwhile.
  expect(await versionsIn(before.state, agentId)).toEqual([]);

  const after = await startServed({ state: before.state });
  try {
    const client = await clientOf(after);
    const stateNow = async () => (await client.call(botsApi.getAgent, { params: { id: agentId } })).training;
    await expect.poll(stateNow, { timeout: 120_000 }).toMatchObject({ state: "trained", version: 1 });
    const turn = await client.call(botSessionsApi.predictIntent, {
      body: { agentId, message: { text: "topic7 word3" } },
    });
    expect(turn.intent?.name).toBe("Intent 7");
  } finally {
    await after.stop();
    rmSync(before.state, { recursive: true });
  }
});

test("messages that five power cuts meet are there once, in their order, each answered once", async () => {
  test.setTimeout(300_000);
  const seed = Date.now() % 1_000_000;
  console.log(`seed ${seed}`);
  const random = randomOf(seed);
  const power = await messagePower();
  try {
    const [customers, each] = [10, 20];
    const delivering = deliverAll(power, { customers, each });
    for (let kills = 0; kills < 5; kills++) {
      // A power cut comes when it comes.
      await new Promise((resolve) => setTimeout(resolve, random() * 1_000));
      await power.cut();
    }
    await delivering;
    await expect.poll(async () => (await endsOf(power)).open, { timeout: 120_000 }).toBe(0);
    const all = customers * each;
    const delivered = { delivered: all };
    expect(await endsOf(power)).toEqual({
      open: 0,
      inbound: all,
      answers: all,
      wrong: 0,
      disordered: 0,
      statuses: delivered,
    });
  } finally {
    await power.end();
  }
});
