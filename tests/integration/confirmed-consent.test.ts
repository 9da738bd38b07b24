import { beforeEach, expect, test } from "vitest";
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
import { makePerson } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { messagingTexts } from "#texts/messaging.ts";
import * as customerReachApi from "#workers/contract/endpoints/customer-reach.ts";
import * as sendingApi from "#workers/contract/endpoints/sending.ts";
import { CONFIRMED_WITHIN_MS } from "#workers/domain/messaging/opting-in.ts";

const harness = await startHarness();
const db = harness.env.TENANT_1;
beforeEach(() => {
  answerOurselves(harness);
});

async function begin() {
  const owner = await makePerson(harness);
  await owner.call(sendingApi.saveOfferRules, {
    body: { quiet: null, cap: null, confirm: { text: "Send YES, please." } },
  });
  const channel = await makeChannel(harness, owner);
  const { phone } = await makeWaiting(harness, channel);
  const say = (words: string) => deliver(harness, channel, [saying(phone, words)]);
  const last = async (purpose: "marketing" | "service") =>
    (
      await rowsOf<{ given: number; source: string; wording: string }>(
        harness,
        `SELECT c.given, c.source, c.wording FROM consents c JOIN addresses a ON a.identity_id = c.identity_id
         WHERE a.address = ?1 AND c.purpose = ?2 ORDER BY c.at DESC, c.id DESC LIMIT 1`,
        phone,
        purpose,
      )
    )[0];
  const heard = async () =>
    (await messagesOf(harness, channel)).map(({ body }) => (JSON.parse(body) as { text?: string }).text);
  return { owner, channel, phone, say, last, heard };
}

test("a start word is asked about once, offers wait for the yes, and both words are kept", async () => {
  const { owner, phone, say, last, heard } = await begin();
  await say("START");
  await eventually(async () => expect(await heard()).toContain("Send YES, please."));
  expect(await last("marketing")).toMatchObject({ given: 0, wording: "START" });
  expect((await last("marketing"))?.source).toMatch(/^pending:/);
  expect(await last("service")).toMatchObject({ given: 1 });
  // Nothing that outlives the person is written by a question.
  expect(
    await rowsOf(
      harness,
      "SELECT s.why FROM suppressions s JOIN addresses a ON a.hash = s.hash AND a.enterprise_id = s.enterprise_id WHERE a.address = ?",
      phone,
    ),
  ).toEqual([]);
  await say("START");
  await say("yes");
  await eventually(async () =>
    expect(await last("marketing")).toMatchObject({ given: 1, wording: "START / yes" }),
  );
  await eventually(async () => expect(await heard()).toContain(messagingTexts.started));
  expect((await heard()).filter((text) => text === "Send YES, please.")).toHaveLength(1);
  const [who] = await rowsOf<{ id: string }>(harness, "SELECT id FROM customers WHERE phone = ?", phone);
  const { consents } = await owner.call(customerReachApi.customerConsents, { params: { id: who?.id ?? "" } });
  expect(consents.map(({ purpose, given, source }) => [purpose, given, source])).toEqual(
    expect.arrayContaining([
      ["marketing", true, "message"],
      ["marketing", false, "pending"],
    ]),
  );
});

test("after a week a yes is an answer like any other", async () => {
  const { channel, say, last, heard } = await begin();
  await say("START");
  await eventually(async () => expect(await heard()).toContain("Send YES, please."));
  await db
    .prepare("UPDATE consents SET at = at - ?2 WHERE enterprise_id = ?1")
    .bind(channel.enterpriseId, CONFIRMED_WITHIN_MS + 60_000)
    .run();
  await say("yes");
  await eventually(async () => expect(await heard()).toContain("yes"));
  expect(await last("marketing")).toMatchObject({ given: 0 });
  expect(await heard()).not.toContain(messagingTexts.started);
});

test("an old refusal that outlives the person stays until the yes", async () => {
  const { channel, phone, say, last } = await begin();
  const kept = () =>
    rowsOf(
      harness,
      "SELECT s.why FROM suppressions s JOIN addresses a ON a.hash = s.hash AND a.enterprise_id = s.enterprise_id WHERE a.address = ?",
      phone,
    );
  await say("STOP");
  await eventually(async () => expect(await kept()).toEqual([{ why: "optOut" }]));
  // As after the link of a mail, which ends offers alone.
  await db
    .prepare("UPDATE suppressions SET why = 'marketing' WHERE enterprise_id = ?")
    .bind(channel.enterpriseId)
    .run();
  await say("START");
  await eventually(async () => expect((await last("marketing"))?.source).toMatch(/^pending:/));
  expect(await kept()).toEqual([{ why: "marketing" }]);
  await say("yes");
  await eventually(async () => expect(await kept()).toEqual([]));
});
