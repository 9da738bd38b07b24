import { beforeEach, describe, expect, test } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, deliver, makeChannel, messagesOf, saying } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { refused } from "#tests/support/refused.ts";
import { firstRunTexts as texts } from "#texts/first-run.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as storiesApi from "#workers/contract/endpoints/stories.ts";
import { listLabels } from "#workers/contract/endpoints/customer-taggings.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as api from "#workers/contract/endpoints/first-run.ts";
import { FIRST_PERSON, FIRST_RUN, SAMPLE_CUSTOMERS } from "#workers/contract/first-run.ts";
import { saveRole } from "#workers/contract/endpoints/roles.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

/** An enterprise's first minutes: whatever is pressed twice, at once, or broken off, comes to one bot and one first chat. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const begin = (who: Person, kind: string, samples = false) =>
  who.call(api.beginFirstRun, { body: { kind: kind as "bank", samples } });
const trained = (who: Person) =>
  eventually(async () => {
    const run = await who.call(api.getFirstRun);
    expect(run.agent?.trained).toBe(true);
    return run;
  });
const owning = async () => {
  const owner = await makePerson(harness);
  await harness.env.DIRECTORY.prepare("UPDATE enterprises SET first_run_due = 1 WHERE id = ?")
    .bind(owner.enterpriseId)
    .run();
  return owner;
};

async function emptied(who: Person, id: string) {
  const { childStories } = await who.call(storiesApi.listStories, { params: { id } });
  for (const story of childStories) {
    await who.call(storiesApi.deleteStory, { params: { agentId: id, storyId: story.id } });
  }
}

describe("a first run", () => {
  test("ends with a trained bot that has answered a first customer on the simulator", async () => {
    const owner = await owning();
    expect(await owner.call(api.getGuide)).toMatchObject({ due: true, hidden: false });
    const begun = await begin(owner, "bank");
    expect(begun).toMatchObject({ kind: "bank", agent: { name: "Banking FAQ bot" }, said: false });
    expect((await owner.call(api.getGuide)).due).toBe(false);
    const { channel } = await trained(owner);
    expect((await owner.call(api.firstChat)).said).toBe(true);
    await eventually(async () => {
      const { entries } = await owner.call(simulatorApi.simulatedPhone, {
        params: { id: channel?.id ?? "" },
        query: { person: { phone: FIRST_PERSON } },
      });
      expect(entries.map(({ body }) => body)).toMatchObject([
        { text: FIRST_RUN.bank.asks },
        { text: expect.stringContaining("Block the card at once") },
      ]);
    });
    expect(
      (await owner.call(api.getGuide)).steps.filter(({ done }) => !done).map(({ step }) => step),
    ).toEqual(["customers", "invite"]);
  });

  test("is begun once, however often and by whomever it is pressed at once", async () => {
    const owner = await owning();
    const other = await makeColleague(harness, owner, { roles: [1] });
    const answers = await Promise.all([
      begin(owner, "shop"),
      begin(owner, "shop"),
      begin(other, "travel"),
      begin(owner, "support"),
    ]);
    const again = await begin(owner, "bank");
    expect(new Set([...answers, again].map(({ agent }) => agent?.id)).size).toBe(1);
    expect((await owner.call(botsApi.listAgents, { query: {} })).agents).toHaveLength(1);
    const { channelConfig } = await owner.call(channelsApi.listChannels, { query: { perPage: -1 } });
    expect(channelConfig).toHaveLength(1);
  });

  test("lets the first customer write once, and not before the bot is trained", async () => {
    const owner = await owning();
    expect(await refused(owner.call(api.firstChat))).toMatchObject({
      status: 409,
      message: texts.noBotYet,
    });
    const { channel } = await begin(owner, "support");
    await trained(owner);
    // As after a kill between saying it and noting it.
    await owner.call(api.firstChat);
    await harness.env.TENANT_1.prepare("UPDATE first_runs SET said_at = NULL WHERE enterprise_id = ?")
      .bind(owner.enterpriseId)
      .run();
    await Promise.all([owner.call(api.firstChat), owner.call(api.firstChat)]);
    await eventually(async () =>
      expect((await messagesOf(harness, { id: channel?.id ?? "" } as never)).length).toBeGreaterThan(1),
    );
    const sent = await messagesOf(harness, { id: channel?.id ?? "" } as never);
    expect(sent.filter(({ direction }) => direction === "in")).toHaveLength(1);
  });

  test("has its first customer by itself once the bot is trained, and never a second one", async () => {
    const owner = await owning();
    const { agent, channel } = await begin(owner, "shop");
    const asked = async () =>
      (await messagesOf(harness, { id: channel?.id ?? "" } as never)).filter(
        ({ direction }) => direction === "in",
      );
    await eventually(async () => expect(await asked()).toHaveLength(1));
    await eventually(async () => expect((await owner.call(api.getFirstRun)).said).toBe(true));
    await owner.call(botsApi.trainAgent, { params: { id: agent?.id ?? "" } });
    await eventually(async () => {
      const { training } = await owner.call(api.getFirstRun);
      expect(training?.state).toBe("done");
    });
    const { results } = await harness.env.TENANT_1.prepare(
      "SELECT state FROM jobs WHERE enterprise_id = ? AND kind = 'firstRun.chat'",
    )
      .bind(owner.enterpriseId)
      .all();
    expect(results).toEqual([{ state: "done" }]);
    expect(await asked()).toHaveLength(1);
  });

  test("may begin with nothing, and with another bot once the first is deleted", async () => {
    const owner = await owning();
    expect(await begin(owner, "empty")).toMatchObject({ kind: "empty", agent: null });
    expect((await owner.call(api.getGuide)).due).toBe(false);
    const { agent } = await begin(owner, "bank");
    await trained(owner);
    await emptied(owner, agent?.id ?? "");
    await owner.call(botsApi.deleteAgent, { params: { id: agent?.id ?? "" } });
    expect(await owner.call(api.getFirstRun)).toMatchObject({ kind: null, agent: null });
    expect((await begin(owner, "travel")).agent).toMatchObject({ name: "Travel bookings bot" });
  });

  test("asks for the rights that it uses", async () => {
    const owner = await owning();
    const viewer = await makeColleague(harness, owner, { roles: [5] });
    expect(await refused(begin(viewer, "bank"))).toMatchObject({ status: 403 });
    expect((await viewer.call(api.getGuide)).steps).toEqual([]);
    const designer = await makeColleague(harness, owner, { roles: [2] });
    expect(await refused(begin(designer, "bank"))).toMatchObject({ status: 403 });
    expect(await designer.call(api.getGuide)).toMatchObject({
      due: false,
      steps: [{ step: "bot", done: false }],
    });
    const some = await makeColleague(harness, owner, { roles: [3] });
    const may = (...held: Permission[]) =>
      owner.call(saveRole, {
        params: { role: 3 },
        body: { permissions: Object.fromEntries(held.map((each) => [each, 1])) },
      });
    await may("CHANNELS.CREATE");
    expect(await refused(begin(some, "bank"))).toMatchObject({ status: 403 });
    await may("CHANNELS.CREATE", "NLP.VIEW");
    expect(await refused(begin(some, "empty", true))).toMatchObject({ status: 403 });
    expect(await owner.call(api.getFirstRun)).toMatchObject({ kind: null, agent: null });
    expect((await begin(some, "empty")).kind).toBe("empty");
  });
});

describe("sample customers", () => {
  const there = (who: Person, state: string) =>
    eventually(async () => {
      const { samples } = await who.call(api.getFirstRun);
      expect(samples.state).toBe(state);
      return samples;
    });
  const count = async (who: Person) => (await who.call(customersApi.countCustomers, { query: {} })).count;

  test("come by an import with their label, once, and go without a trace", async () => {
    const owner = await owning();
    await begin(owner, "empty", true);
    await Promise.all([owner.call(api.bringSamples), owner.call(api.bringSamples)]);
    expect((await there(owner, "there")).count).toBe(SAMPLE_CUSTOMERS);
    expect(await count(owner)).toBe(SAMPLE_CUSTOMERS);
    const { tags } = await owner.call(listLabels, { query: {} });
    expect(tags).toMatchObject([{ name: texts.samples.label }]);
    const { importId } = (await owner.call(api.getFirstRun)).samples;
    expect(await owner.call(api.getGuide)).toMatchObject({ samples: "there", samplesImport: importId });
    await owner.call(api.removeSamples);
    await there(owner, "none");
    expect(await count(owner)).toBe(0);
    expect(
      await harness.env.TENANT_1.prepare("SELECT count(*) AS n FROM marks WHERE enterprise_id = ?")
        .bind(owner.enterpriseId)
        .first("n"),
    ).toBe(0);
    expect(await refused(owner.call(api.removeSamples))).toMatchObject({ status: 409 });
    await owner.call(api.bringSamples);
    expect((await there(owner, "there")).count).toBe(SAMPLE_CUSTOMERS);
  });

  test("go on where a call was broken off before their import began", async () => {
    const owner = await owning();
    await owner.call(api.bringSamples);
    await there(owner, "there");
    const { results } = await harness.env.TENANT_1.prepare(
      "SELECT import_file AS file FROM first_runs WHERE enterprise_id = ?",
    )
      .bind(owner.enterpriseId)
      .all<{ file: string }>();
    const file = results[0]?.file ?? "";
    await harness.env.TENANT_1.batch([
      harness.env.TENANT_1.prepare("DELETE FROM customers WHERE enterprise_id = ?").bind(owner.enterpriseId),
      harness.env.TENANT_1.prepare("DELETE FROM customer_imports WHERE file = ?").bind(file),
    ]);
    await owner.call(api.bringSamples);
    expect((await there(owner, "there")).count).toBe(SAMPLE_CUSTOMERS);
    expect(
      await harness.env.TENANT_1.prepare("SELECT count(*) AS n FROM customer_imports WHERE enterprise_id = ?")
        .bind(owner.enterpriseId)
        .first("n"),
    ).toBe(1);
  });
});

describe("the first steps", () => {
  const doneOf = async (who: Person) =>
    Object.fromEntries((await who.call(api.getGuide)).steps.map(({ step, done }) => [step, done]));

  test("are done by what is there: what only leaves is no hello, and a bot counts once it is trained", async () => {
    const owner = await makePerson(harness);
    const none = { bot: false, channel: false, customers: false, invite: false, hello: false };
    expect(await doneOf(owner)).toEqual(none);
    const channel = await makeChannel(harness, owner);
    expect(await doneOf(owner)).toEqual({ ...none, channel: true });
    await deliver(harness, channel, [saying("+919876564001", "hello")]);
    await eventually(async () => expect(await messagesOf(harness, channel)).not.toEqual([]));
    expect(await doneOf(owner)).toMatchObject({ hello: true });
    await harness.env.TENANT_1.prepare("DELETE FROM messages WHERE channel_id = ? AND direction = 'in'")
      .bind(channel.id)
      .run();
    expect(await messagesOf(harness, channel)).not.toEqual([]);
    expect(await doneOf(owner)).toMatchObject({ hello: false });
    const [one, other] = [await makeBot(owner, smallBank), await makeBot(owner, smallBank)];
    expect(await doneOf(owner)).toMatchObject({ bot: false });
    await trainBot(owner, one.agentId);
    expect(await owner.call(api.getGuide)).toMatchObject({ onlyBot: { id: one.agentId, name: one.name } });
    await trainBot(owner, other.agentId);
    expect(await owner.call(api.getGuide)).toMatchObject({ onlyBot: null });
    await makeColleague(harness, owner, { roles: [3] });
    expect(await doneOf(owner)).toMatchObject({ bot: true, invite: true, customers: false });
  });

  test("are put aside by each person for themselves, and are nobody else's", async () => {
    const [owner, stranger] = [await makePerson(harness), await makePerson(harness)];
    await makeChannel(harness, owner);
    const other = await makeColleague(harness, owner, { roles: [1] });
    expect(await owner.call(api.setGuide, { body: { steps: "hidden" } })).toMatchObject({ hidden: true });
    expect(await owner.call(api.getGuide)).toMatchObject({ hidden: true });
    expect(await other.call(api.getGuide)).toMatchObject({ hidden: false });
    expect(await owner.call(api.setGuide, { body: { steps: "shown" } })).toMatchObject({ hidden: false });
    expect(await doneOf(stranger)).toMatchObject({ channel: false });
  });
});
