import { trainBot } from "#db/seed/train.ts";
import { describe, expect, test } from "vitest";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { heldTraining, modelFiles, ctxFor, work } from "#tests/support/training.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as trainingApi from "#workers/contract/endpoints/training.ts";
import { serveVersion } from "#workers/domain/training/versions.ts";

const harness = await startHarness();
const person = await makePerson(harness);

const train = (agentId: string) => trainBot(person, agentId);
const stateOf = async (agentId: string) =>
  (await person.call(botsApi.getAgent, { params: { id: agentId } })).training;
const serve = (agentId: string, version: number) =>
  person.send("POST", `/api/chatbird/api/nlp/agent/${agentId}/versions/${version}/serve`, {});
const versionsOf = async (agentId: string) =>
  (await person.call(trainingApi.listVersions, { params: { id: agentId }, query: { perPage: 100 } }))
    .versions;

describe("serving a version", () => {
  test("whose model is missing or damaged is refused in a sentence, before anything changes", async () => {
    const { agentId } = await makeBot(person, smallBank);
    await train(agentId);
    await train(agentId);
    const { file } = (await harness.env.TENANT_1.prepare(
      "SELECT file FROM model_versions WHERE agent_id = ? AND version = 1",
    )
      .bind(agentId)
      .first<{ file: string }>()) ?? { file: "" };
    await harness.env.FILES.put(file, "damaged, and long enough to have a header");
    expect((await serve(agentId, 1)).status).toBe(409);
    await harness.env.FILES.delete(file);
    const missing = await serve(agentId, 1);
    expect(missing.status).toBe(409);
    expect(await missing.json()).toMatchObject({ message: expect.stringContaining("cannot be read") });
    expect(await stateOf(agentId)).toMatchObject({ version: 2 });
    const audits = await harness.env.TENANT_1.prepare(
      "SELECT count(*) AS n FROM audit_trail WHERE object_id = ? AND action = 'serve'",
    )
      .bind(agentId)
      .first("n");
    expect(audits).toBe(0);
  });

  /** As many versions as are kept, the first of them real. */
  async function fullShelf(agentId: string): Promise<void> {
    await train(agentId);
    await harness.env.TENANT_1.prepare(
      `WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20)
       INSERT INTO model_versions (id, enterprise_id, agent_id, version, file, bytes, model_type, trained_by, read_at, report, created_at)
       SELECT id || '-' || n, enterprise_id, agent_id, n, file || '-' || n, bytes, model_type, trained_by, read_at, report, created_at
       FROM model_versions, numbers WHERE agent_id = ?`,
    )
      .bind(agentId)
      .run();
    await harness.env.TENANT_1.prepare(
      "UPDATE agents SET model_version_id = (SELECT id FROM model_versions WHERE agent_id = ?1 AND version = 20) WHERE id = ?1",
    )
      .bind(agentId)
      .run();
  }

  test("that was just chosen is not deleted by the training that ends now", async () => {
    const { agentId } = await makeBot(person, smallBank);
    await fullShelf(agentId);
    const ctx = ctxFor(harness, person);
    const job = await heldTraining(ctx, agentId);
    await work(harness, ctx, job, { written: () => serve(agentId, 1) });
    const kept = (await versionsOf(agentId)).map(({ version }) => version);
    expect(kept).toContain(1);
    expect(kept).toHaveLength(21);
    expect((await serve(agentId, 1)).status).toBe(200);
    const turn = await person.call(botSessionsApi.predictIntent, {
      body: { agentId, message: { text: "account balance" } },
    });
    expect(turn.intent?.name).toBe("Balance");
  });

  test("that is deleted in this moment is refused, and what served goes on", async () => {
    const { agentId } = await makeBot(person, smallBank);
    await train(agentId);
    await train(agentId);
    const ctx = ctxFor(harness, person);
    const serving = serveVersion(ctx, agentId, 1, {
      get: async (key) => {
        const object = await harness.env.FILES.get(key);
        await harness.env.TENANT_1.prepare("DELETE FROM model_versions WHERE agent_id = ? AND version = 1")
          .bind(agentId)
          .run();
        return object;
      },
    });
    await expect(serving).rejects.toThrow("no such version");
    expect(await stateOf(agentId)).toMatchObject({ version: 2 });
  });

  test("above twenty the oldest goes, with its files", async () => {
    const { agentId } = await makeBot(person, smallBank);
    await fullShelf(agentId);
    await train(agentId);
    expect((await versionsOf(agentId)).map(({ version }) => version)).toEqual(
      Array.from({ length: 20 }, (_, at) => 21 - at),
    );
    // Of the made-up versions there are none; the first one's are gone, the new one's are there.
    await expect.poll(() => modelFiles(harness, ctxFor(harness, person), agentId)).toHaveLength(3);
  });
});
