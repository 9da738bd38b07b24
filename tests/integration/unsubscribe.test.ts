import { beforeEach, expect, test } from "vitest";
import { switchCampaignsOn } from "#tests/support/campaigns.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, leaveToTest, makeChannel, rowsOf } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { makeTemplate } from "#tests/support/public-sending.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import { linksTexts as texts } from "#texts/links.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastVariablesApi from "#workers/contract/endpoints/broadcast-variables.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import type { Category } from "#workers/contract/templates/template.ts";
import { claimRecipients } from "#workers/domain/broadcasts/claim.ts";
import { readCode } from "#workers/domain/links/codes.ts";
import { mailedTo, unsubscribe } from "#workers/domain/links/unsubscribe.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = { $client: harness.env.TENANT_1 };

/** Mails to two people, as a sender gets them. */
async function begin({ category = "MARKETING" as Category, type = channelTypes.email as number } = {}) {
  const owner = await makePerson(harness);
  await switchCampaignsOn(harness, owner);
  const channel = await makeChannel(harness, owner, { type });
  const { id: templateUId } = await makeTemplate(harness, channel, { category });
  await leaveToTest(harness, channel);
  const send = async (to: string[]) => {
    const { id } = await owner.call(broadcastSendingApi.sendBroadcast, {
      body: {
        channelId: channel.id,
        phoneNumber: to,
        message: { template: { templateUId } },
        columnMapping: [{ variable: "body/1", type: "static", value: "Sale" }],
      },
    });
    await eventually(async () => {
      const { data } = await owner.call(broadcastsApi.getBroadcast, { params: { id } });
      expect(data.isPrepared).toBe(true);
    });
    const claimed = await claimRecipients(
      watchedCtx(harness, owner, () => {}),
      { id: channel.id, type, pair: null },
      `sender ${id}`,
      50,
      undefined,
    );
    // As if they had been called: nobody else may call the same people meanwhile.
    await harness.env.TENANT_1.prepare(
      "UPDATE broadcast_recipients SET status = 'sent', claimed_by = NULL WHERE claimed_by = ?",
    )
      .bind(`sender ${id}`)
      .run();
    return claimed.block;
  };
  const consents = () =>
    rowsOf<{ given: number; purpose: string; source: string; address: string }>(
      harness,
      `SELECT c.given, c.purpose, c.source, a.address FROM consents c JOIN addresses a ON a.identity_id = c.identity_id
         WHERE c.enterprise_id = ? ORDER BY c.at, c.id`,
      owner.enterpriseId,
    );
  return { owner, channel, send, consents };
}

const mail = (name: string) => `${name}.${crypto.randomUUID()}@people.example`;
const pathOf = (url: string | undefined) => new URL(url ?? "").pathname;
/** As a mail program presses it. */
const press = (path: string) =>
  harness.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });

test("one press, without a session, ends the offers by mail, and twice is once", async () => {
  const { send, consents } = await begin();
  const [asha, other] = [mail("asha"), mail("other")];
  const block = await send([asha, other]);
  const [first, second] = block.map(({ unsubscribeUrl }) => pathOf(unsubscribeUrl));
  expect(first).not.toBe(second);
  for (let time = 0; time < 2; time++) {
    const response = await press(first ?? "");
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(texts.unsubscribed.title.replace("'", "&#39;"));
  }
  expect(await consents()).toEqual([
    { given: 0, purpose: "marketing", source: `unsubscribe:${block[0]?.id}`, address: asha },
  ]);
  const left = await send([asha, other]);
  expect(left.map(({ to }) => to[0]?.value)).toEqual([other]);
});

test("a template's own place for the address has it, and nobody has to fill it in", async () => {
  const { owner, channel } = await begin();
  const { id: templateUId } = await makeTemplate(harness, channel, {
    category: "MARKETING",
    components: { body: { text: "Hello {{name}}. No more? {{unsubscribe}}" } },
  });
  const variables = await owner.call(broadcastVariablesApi.listBroadcastVariables, {
    query: { templateUId },
  });
  expect(JSON.stringify(variables)).not.toContain("unsubscribe");
  const { id } = await owner.call(broadcastSendingApi.sendBroadcast, {
    body: {
      channelId: channel.id,
      phoneNumber: [mail("asha")],
      message: { template: { templateUId } },
      columnMapping: [{ variable: "body/name", type: "static", value: "Asha" }],
    },
  });
  await eventually(async () => {
    const { data } = await owner.call(broadcastsApi.getBroadcast, { params: { id } });
    expect(data.isPrepared).toBe(true);
  });
  const { block } = await claimRecipients(
    watchedCtx(harness, owner, () => {}),
    { id: channel.id, type: channelTypes.email, pair: null },
    `sender ${id}`,
    50,
    undefined,
  );
  const [{ unsubscribeUrl = "", body } = {}] = block;
  expect(pathOf(unsubscribeUrl)).toMatch(/^\/u\//);
  expect(body).toMatchObject({ rendered: `Hello Asha. No more? ${unsubscribeUrl}` });
});

test("two presses at once are one refusal", async () => {
  const { send, consents } = await begin();
  const [message] = await send([mail("asha")]);
  const named = readCode(pathOf(message?.unsubscribeUrl).slice("/u/".length));
  const mailed = named && (await mailedTo(db, named));
  if (!mailed) throw new Error("the code is not ours");
  let others = 0;
  const ctx = watchedCtx(harness, mailed, async (sql) => {
    if (others > 0 || !sql.startsWith("INSERT INTO consents")) return;
    others++;
    await unsubscribe(db, mailed, harness.env.FILES, Date.now());
  });
  await unsubscribe(ctx.db, mailed, harness.env.FILES, Date.now());
  expect(others).toBe(1);
  expect(await consents()).toHaveLength(1);
});

test("opening the address shows a button and changes nothing, as scanners do it", async () => {
  const { send, consents } = await begin();
  const [message] = await send([mail("asha")]);
  const path = pathOf(message?.unsubscribeUrl);
  for (const method of ["GET", "HEAD"]) {
    const response = await harness.fetch(path, { method });
    expect(response.status).toBe(200);
    if (method === "GET")
      expect(await response.text()).toContain(`<button>${texts.unsubscribe.button}</button>`);
  }
  expect(await consents()).toEqual([]);
});

test("a code that is changed, or leads to a page, unsubscribes nobody", async () => {
  const { send, consents } = await begin();
  const [message] = await send([mail("asha")]);
  const path = pathOf(message?.unsubscribeUrl);
  const last = path.endsWith("b") ? "c" : "b";
  for (const wrong of [path.slice(0, -1) + last, `${path}b`, "/u/x"])
    expect((await press(wrong)).status).toBe(404);
  expect((await harness.fetch(path.replace("/u/", "/l/"))).status).toBe(404);
  expect(await consents()).toEqual([]);
});

test("only mails with offers have it", async () => {
  for (const of of [{ category: "UTILITY" as const }, { type: channelTypes.whatsApp }]) {
    const { send } = await begin(of);
    const to = "type" in of ? "+919812345678" : mail("asha");
    const [message] = await send([to]);
    expect(message).toBeDefined();
    expect(message?.unsubscribeUrl).toBeUndefined();
  }
});

test("an address from which mails come back for good is left out of the estimate, like one that is none", async () => {
  const { owner, channel, send } = await begin();
  const [dead, fine] = [mail("dead"), mail("fine")];
  await send([dead]);
  await db.$client
    .prepare(
      `INSERT INTO reach (enterprise_id, channel_id, identity_id, reachable)
       SELECT enterprise_id, ?1, identity_id, 0 FROM addresses WHERE address = ?2`,
    )
    .bind(channel.id, dead)
    .run();
  const { id: templateUId } = await makeTemplate(harness, channel, { category: "MARKETING" });
  const found = await owner.call(broadcastSendingApi.validateBroadcast, {
    body: {
      channelId: channel.id,
      phoneNumber: [dead, fine],
      message: { template: { templateUId } },
      columnMapping: [{ variable: "body/1", type: "static", value: "Sale" }],
    },
  });
  expect(found).toMatchObject({ reachable: 1, invalidCount: 1, invalid: [dead] });
  expect((await send([dead, fine])).map(({ to }) => to[0]?.value)).toEqual([fine]);
});
