import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  makeChannel,
  messagesOf,
  rowsOf,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { ashas, playing, SIMULATOR, text } from "#tests/support/simulator.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import { noTrouble, type Trouble } from "#workers/contract/simulator.ts";

const harness = await startHarness();
let owner: Person;
beforeEach(() => {
  answerOurselves(harness);
});
beforeAll(async () => {
  owner = await makePerson(harness);
});
const { phoneOf, say, onPhone } = playing(() => owner);

describe("trouble on purpose", () => {
  const only = (part: Partial<Trouble>): Trouble => ({ ...noTrouble, ...part });
  /** A channel with this trouble, to which a customer says STOP: the confirmation is what is sent. */
  async function troubled(part: Partial<Trouble>): Promise<TestChannel> {
    const channel = await makeChannel(harness, owner);
    const set = await owner.call(simulatorApi.setSimulatedTrouble, {
      params: { id: channel.id },
      body: only(part),
    });
    expect(set).toEqual(only(part));
    await say(channel, { body: text("STOP") });
    return channel;
  }
  const answerOf = async (channel: TestChannel) =>
    (await messagesOf(harness, channel)).find(({ direction }) => direction === "out");
  const facts = (row: { facts: string } | undefined) => Object.keys(JSON.parse(row?.facts ?? "{}") as object);
  const untilStatus = (channel: TestChannel, status: string) =>
    eventually(async () => {
      const row = await answerOf(channel);
      expect(row?.status).toBe(status);
      return row;
    });

  test.each([["131026"], ["131047"], ["131049"]] as const)(
    "a call refused with %s ends the message as failed with that code, and the phone says so",
    async (code) => {
      const channel = await troubled({ refuse: code });
      const row = await untilStatus(channel, "failed");
      expect(row).toMatchObject({ code, vendor_id: null });
      expect(row?.reason).toMatch(/\w{3}/);
      const shown = (await phoneOf(channel, ashas)).at(-1);
      expect(shown).toMatchObject({ way: "out", status: "refused", code, reason: row?.reason });
    },
  );

  test.each([["130429"], ["500"]] as const)(
    "a call refused with %s is tried again, and arrives once the trouble is over",
    async (code) => {
      const channel = await troubled({ refuse: code });
      await eventually(async () => {
        expect(await answerOf(channel)).toMatchObject({ status: "queued", code, claimed_by: null });
      });
      await owner.call(simulatorApi.setSimulatedTrouble, { params: { id: channel.id }, body: noTrouble });
      await untilStatus(channel, "delivered");
      const entries = await phoneOf(channel, ashas);
      expect(entries.map(({ way, status, code: shown }) => [way, status, shown])).toEqual([
        ["in", "delivered", null],
        ["out", "delivered", null],
      ]);
    },
  );

  test("a call whose connection breaks off is made again, since the vendor knows our key, and arrives once", async () => {
    const channel = await troubled({ unreachable: true });
    await eventually(async () => {
      expect(await answerOf(channel)).toMatchObject({ status: "queued", attempts: 1, claimed_by: null });
    });
    await owner.call(simulatorApi.setSimulatedTrouble, { params: { id: channel.id }, body: noTrouble });
    expect((await untilStatus(channel, "delivered"))?.attempts).toBeGreaterThan(1);
    expect((await phoneOf(channel, ashas)).map(({ way }) => way)).toEqual(["in", "out"]);
  });

  test("a message that fails later was sent first, and ends as failed with the code of its status", async () => {
    const channel = await troubled({ failLater: "131049" });
    const row = await untilStatus(channel, "failed");
    expect([row?.code, facts(row).toSorted()]).toEqual(["131049", ["failed", "sent"]]);
    expect((await phoneOf(channel, ashas)).at(-1)).toMatchObject({ status: "failed", code: "131049" });
  });

  test("statuses that come the wrong way round end as read, each with its time", async () => {
    const channel = await troubled({ disordered: true });
    await untilStatus(channel, "read");
    await eventually(async () => {
      const told = await rowsOf<{ key: string }>(
        harness,
        "SELECT event_key AS key FROM inbound_events WHERE channel_id = ? AND event_key NOT LIKE 'sim.in.%' AND state = 'done' ORDER BY n",
        channel.id,
      );
      expect(told.map(({ key }) => key.split(":")[1])).toEqual(["read", "delivered", "sent"]);
    });
    const row = await answerOf(channel);
    expect([row?.status, facts(row).toSorted()]).toEqual(["read", ["delivered", "read", "sent"]]);
  });

  test("statuses that are told twice change nothing", async () => {
    const told: string[] = [];
    answerOutbound("http://127.0.0.1:8787/api/", async (request) => {
      const body = await request.arrayBuffer();
      const { events } = JSON.parse(Buffer.from(body).toString()) as { events: { key: string }[] };
      told.push(...events.map(({ key }) => key.split(":")[1] ?? "said"));
      const { pathname } = new URL(request.url);
      const headers = Object.fromEntries(request.headers.entries());
      return harness.fetch(pathname, { method: request.method, headers, body });
    });
    const channel = await troubled({ twice: true });
    await eventually(() => expect(told).toHaveLength(5));
    expect(told.toSorted()).toEqual(["delivered", "delivered", "said", "sent", "sent"]);
    const row = await untilStatus(channel, "delivered");
    expect(facts(row).toSorted()).toEqual(["delivered", "sent"]);
  });

  test("a message that is late is sent, is not on the phone, and arrives when its time has come", async () => {
    const channel = await troubled({ delay: 3 });
    const sent = await untilStatus(channel, "sent");
    expect((await phoneOf(channel, ashas)).map(({ way }) => way)).toEqual(["in"]);
    const row = await untilStatus(channel, "delivered");
    const times = JSON.parse(row?.facts ?? "{}") as Record<string, [number, number]>;
    expect((times["delivered"]?.[0] ?? 0) - (times["sent"]?.[0] ?? 0)).toBeGreaterThanOrEqual(2_900);
    expect(sent?.id).toBe((await phoneOf(channel, ashas)).at(-1)?.messageId);
  });

  test("a silent vendor tells nothing of what it delivered, nor that it was read", async () => {
    const channel = await troubled({ silent: true });
    await untilStatus(channel, "sent");
    await owner.call(simulatorApi.simulatedRead, { params: { id: channel.id }, body: { person: ashas } });
    expect((await phoneOf(channel, ashas)).at(-1)?.status).toBe("read");
    const told = await rowsOf(
      harness,
      "SELECT 1 FROM inbound_events WHERE channel_id = ? AND event_key NOT LIKE 'sim.in.%'",
      channel.id,
    );
    expect(told).toEqual([]);
  });

  test("is the channel's own, and unknown trouble is refused", async () => {
    const [one, other] = [await troubled({ silent: true }), await makeChannel(harness, owner)];
    const troubleOf = ({ id }: TestChannel) => owner.call(simulatorApi.simulatedTrouble, { params: { id } });
    expect([await troubleOf(one), await troubleOf(other)]).toEqual([only({ silent: true }), noTrouble]);
    for (const wrong of [{ refuse: "7" }, { delay: -1 }, { delay: 601 }, { failLater: "130429" }]) {
      const response = await owner.send("POST", `${SIMULATOR}/${one.id}/trouble`, { ...noTrouble, ...wrong });
      expect(response.status).toBe(400);
    }
  });
});

describe("what the simulator keeps", () => {
  const storageOf = ({ id }: TestChannel) =>
    harness.raw.getWorker("chatbird-jobs").getDurableObjectStorage("SIMULATOR", { name: id });
  const keptIn = async (channel: TestChannel) =>
    (await (
      await storageOf(channel)
    ).exec("SELECT phone FROM entries UNION ALL SELECT event FROM events")) as unknown[];

  test("a message that our webhook refuses for a day was not taken, and is told no more", async () => {
    const channel = await makeChannel(harness, owner);
    let tries = 0;
    answerOutbound("http://127.0.0.1:8787/api/", async () => {
      tries++;
      return new Response("no", { status: 503 });
    });
    await say(channel, {});
    expect((await phoneOf(channel, ashas))[0]?.status).toBe("sent");
    await (await storageOf(channel)).exec("UPDATE events SET made_at = made_at - 86400000");
    await eventually(async () => expect((await phoneOf(channel, ashas))[0]?.status).toBe("notTaken"));
    expect(tries).toBeGreaterThanOrEqual(2);
    expect(await (await storageOf(channel)).exec("SELECT 1 FROM events")).toEqual([]);
  });

  test("erasing a customer takes their phone, on every simulator, and nobody else's", async () => {
    const [one, other] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
    const ravis = { phone: "+919876561777" };
    for (const channel of [one, other]) {
      await say(channel, {}, { name: "Asha", phone: "+919876561776" });
      await say(channel, {}, { name: "Ravi", ...ravis });
      await onPhone(channel, { phone: "+919876561776" }, 2);
      await onPhone(channel, ravis, 2);
    }
    const {
      customers: { customers },
    } = await owner.call(customersApi.listCustomers, { query: { search: "9876561776" } });
    const [customer] = customers;
    await owner.call(personalDataApi.eraseCustomer, {
      params: { id: customer?.id ?? "" },
      body: { confirm: customer?.name ?? "" },
    });
    for (const channel of [one, other]) {
      await eventually(async () => {
        expect(await phoneOf(channel, { phone: "+919876561776" })).toEqual([]);
        expect(JSON.stringify(await keptIn(channel))).not.toContain("9876561776");
      });
      expect(await phoneOf(channel, ravis)).toHaveLength(2);
    }
    // The job named the phone: its row is gone too.
    await eventually(async () => {
      const left = await rowsOf(
        harness,
        "SELECT 1 FROM jobs WHERE enterprise_id = ? AND kind = 'customers.erase'",
        owner.enterpriseId,
      );
      expect(left).toEqual([]);
    });
  });

  test("deleting its channel leaves nothing", async () => {
    const channel = await makeChannel(harness, owner);
    await say(channel, {});
    await onPhone(channel, ashas, 2);
    expect(await keptIn(channel)).not.toEqual([]);
    await owner.call(channelsApi.deleteChannel, { params: { id: channel.id } });
    await eventually(async () => expect(await keptIn(channel)).toEqual([]));
  });

  test("a channel that is gone when its webhook is told leaves nothing either", async () => {
    const channel = await makeChannel(harness, owner);
    answerOutbound("http://127.0.0.1:8787/api/", async () => new Response("no", { status: 503 }));
    await say(channel, {});
    await harness.env.TENANT_1.prepare("DELETE FROM channels WHERE id = ?").bind(channel.id).run();
    await eventually(async () => expect(await keptIn(channel)).toEqual([]));
  });
});
