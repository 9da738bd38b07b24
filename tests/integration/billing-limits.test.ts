import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import { givePlan, makePayer, makePlan, subscriptionOf } from "#tests/support/billing.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
} from "#tests/support/messaging.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import { components } from "#workers/contract/templates/template.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import { getUsage } from "#workers/contract/endpoints/enterprise-billing.ts";
import { carryUsage } from "#workers/domain/billing/carry.ts";
import { syncLimits } from "#workers/domain/billing/limits.ts";

/** A hard limit stops broadcasts in the very claim, and never a chat. */
const harness = await startHarness();
beforeEach(() => answerOurselves(harness));
const limited = (at: number, isHard = true) => ({
  broadcastMessage: { included: 0, price: 1, limit: { at, isHard } },
});

test("a running broadcast stops at the limit to the message, says why, can't be resumed, and goes on by itself when it is lifted", async () => {
  const owner = await makePayer(harness);
  const channel = await makeChannel(harness, owner);
  const sync = async () =>
    syncLimits(tenantDatabase(harness.env, "TENANT_1"), [await subscriptionOf(harness, owner)], Date.now());
  await givePlan(harness, owner, await makePlan(harness, limited(7)));
  await sync();
  const templateUId = randomUUID();
  await harness.env.TENANT_1.prepare(
    `INSERT INTO templates (id, enterprise_id, channel_id, name, language, category, components, status, status_at, revision, updated_by, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?1, 'en', 'UTILITY', ?4, 'APPROVED', 1, 1, '', 1, 1)`,
  )
    .bind(
      templateUId,
      channel.enterpriseId,
      channel.id,
      JSON.stringify(components.parse({ body: { text: "Hello" } })),
    )
    .run();
  const { id } = await owner.call(broadcastSendingApi.sendBroadcast, {
    body: {
      channelId: channel.id,
      phoneNumber: Array.from({ length: 20 }, (_, at) => `+9197${String(20_000_000 + at)}`),
      message: { template: { templateUId } },
      commandId: randomUUID(),
    },
  });
  const read = async () => (await owner.call(broadcastsApi.getBroadcast, { params: { id } })).data;
  await eventually(async () =>
    expect(await read()).toMatchObject({ status: "paused", reason: broadcastsTexts.paused.usage }),
  );
  const sent = async () =>
    (
      await rowsOf<{ count: number }>(
        harness,
        "SELECT count AS count FROM usage_days WHERE enterprise_id = ? AND kind = 'broadcastMessage'",
        owner.enterpriseId,
      )
    )[0]?.count;
  expect(await sent()).toBe(7);
  const resumed = await owner.send("POST", `/api/chatbird/api/campaign/broadcast/${id}/resume`, {});
  expect(resumed.status).toBe(400);
  expect(await resumed.json()).toMatchObject({ message: broadcastsTexts.overLimit });
  // A chat goes on.
  await deliver(harness, channel, [saying("919812345670", "hello")]);
  const inbound = async () =>
    (await messagesOf(harness, channel)).find(({ direction }) => direction === "in");
  await eventually(async () => expect(await inbound()).toBeDefined());
  const [chat] = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM chats WHERE channel_id = ? LIMIT 1",
    channel.id,
  );
  const act = (body: object) =>
    owner.call(chatsApi.actOnChat, {
      params: { id: chat?.id ?? "" },
      body: { id: randomUUID(), ...body } as never,
    });
  await act({ action: "agentPickupChat" });
  await act({ action: "agentReplyChat", text: "we are here" });
  await eventually(async () =>
    expect(
      (await messagesOf(harness, channel)).find(
        ({ direction, status }) => direction === "out" && status !== "queued",
      ),
    ).toBeDefined(),
  );
  await sync();
  expect(await read()).toMatchObject({ status: "paused" });
  // A soft limit is told of, and stops nothing.
  await givePlan(harness, owner, await makePlan(harness, limited(7, false)));
  await sync();
  await eventually(async () => expect(await read()).toMatchObject({ status: "completed" }));
  await eventually(async () => expect(await sent()).toBe(20));
  await eventually(async () => {
    await carryUsage(tenantDatabase(harness.env, "TENANT_1"), directory(harness.env));
    const { isStopped, meters } = await owner.call(getUsage);
    const meter = meters.find(({ kind }) => kind === "broadcastMessage");
    expect({ isStopped, meter }).toMatchObject({
      isStopped: false,
      meter: { used: 20, full: 7, level: 100 },
    });
  });
});
