import { beforeAll, expect, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { sendClasses } from "#db/tenant/messages.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createChannel, meta } from "#tests/support/channels.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectHoursAgree, leaveToTest, queueFor, rowsOf } from "#tests/support/messaging.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { messagesTold } from "#tests/support/told.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import * as sendingApi from "#workers/contract/endpoints/sending.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { claimBlock } from "#workers/domain/messaging/claim.ts";
import { noteOutcomes } from "#workers/domain/messaging/outcomes.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

const harness = await startHarness();
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A vendor of one channel: how each call is answered, and when each began. */
async function withVendor(answer: (to: string) => Promise<Response> | Response, { rate = 500 } = {}) {
  const owner = await makePerson(harness);
  const phoneNumberId = String(++accounts);
  const { id } = await createChannel(owner, meta({ rate }, { phoneNumberId }));
  const channel = { id, enterpriseId: owner.enterpriseId };
  const calls: { to: string; text: string; at: number }[] = [];
  let open = 0;
  const seen = { most: 0 };
  answerOutbound("https://graph.facebook.com/", async (request) => {
    // A test before this one has left these waiting.
    if (!request.url.includes(`/${phoneNumberId}/`)) return accepted();
    const { to, text } = (await request.json()) as { to: string; text: { body: string } };
    calls.push({ to, text: text.body, at: Date.now() });
    seen.most = Math.max(seen.most, ++open);
    try {
      return await answer(to);
    } finally {
      open--;
    }
  });
  const wake = () => wakeSender(channel);
  return { owner, channel, calls, seen, wake };
}

const wakeSender = ({ id, enterpriseId }: { id: string; enterpriseId: string }) =>
  harness.inside(`/?sender=${id}:0`, {
    method: "POST",
    body: JSON.stringify({ database: "TENANT_1", enterpriseId, channelId: id }),
  });

let accounts = 100_000;
let answered = 0;
const accepted = () => Response.json({ messages: [{ id: `wamid.sending.${process.pid}.${++answered}` }] });

const statusesOf = async ({ id }: { id: string }) => {
  const rows = await rowsOf<{ status: string; count: number }>(
    harness,
    "SELECT status, count(*) AS count FROM messages WHERE channel_id = ? GROUP BY 1",
    id,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

/** So that the sweeper calls nothing before the test has made it what it is about. */
const pause = ({ id }: { id: string }) =>
  harness.env.TENANT_1.prepare("UPDATE channels SET state = 'paused' WHERE id = ?").bind(id).run();

/** Waiting messages would go out in the middle of other tests. */
const cancelled = ({ id }: { id: string }) =>
  harness.env.TENANT_1.prepare(
    "UPDATE messages SET status = 'cancelled' WHERE channel_id = ? AND status = 'queued'",
  )
    .bind(id)
    .run();

beforeAll(async () => {
  await harness.env.DIRECTORY.prepare("DELETE FROM switches").run();
});

test("a channel's senders work side by side, keep together to its rate, and call each message once", async () => {
  const rate = 40;
  const { channel, calls, seen, wake } = await withVendor(
    async () => {
      await wait(400);
      return accepted();
    },
    { rate },
  );
  const ids = await queueFor(harness, channel, { people: 70 });
  await wake();
  await eventually(async () => expect(await statusesOf(channel)).toEqual({ sent: 70 }));
  expect(calls.map(({ text }) => text).toSorted()).toEqual(ids.toSorted());
  const times = calls.map(({ at }) => at).toSorted((a, b) => a - b);
  // Over the whole time, since a busy machine may bunch calls: no more than the rate, and what may be sent after a rest.
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
  expect(times.length).toBeLessThanOrEqual(rate * (seconds + 0.25) + 1);
  expect(seen.most, "one sender has six calls open at most").toBeGreaterThan(6);
});

/** A vendor that answers the first person it is called for only once it may, and everybody else at once. */
async function withSlowFirst() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let first = "";
  const vendor = await withVendor(async (to) => {
    first ||= to;
    if (to === first) await held;
    return accepted();
  });
  return { ...vendor, release };
}

test("a call that takes long holds up nobody else's, and what could not be called in time is given back", async () => {
  const { channel, calls, wake, release } = await withSlowFirst();
  await queueFor(harness, channel, { people: 40 });
  await wake();
  await eventually(async () => expect(await statusesOf(channel)).toEqual({ sent: 39, queued: 1 }));
  expect(calls).toHaveLength(40);
  release();
  await eventually(async () => expect(await statusesOf(channel)).toEqual({ sent: 40 }));
  expect(calls).toHaveLength(40);
});

test("what is written while a call is slow need not wait for its answer", async () => {
  const { channel, calls, wake, release } = await withSlowFirst();
  await queueFor(harness, channel, { people: 1 });
  await wake();
  await eventually(async () => expect(calls).toHaveLength(1));
  const waited: number[] = [];
  for (let sent = 1; sent <= 8; sent++) {
    const began = Date.now();
    await queueFor(harness, channel, { people: 1 });
    await wake();
    await eventually(async () => expect(await statusesOf(channel)).toEqual({ sent, queued: 1 }));
    waited.push(Date.now() - began);
  }
  // Each would wait for a second, which is how long the slow answer is waited for; a busy machine holds up some of them.
  expect(Math.min(...waited)).toBeLessThan(900);
  release();
  await eventually(async () => expect(await statusesOf(channel)).toEqual({ sent: 9 }));
  expect(calls).toHaveLength(9);
});

test("while every call hangs, what is claimed and not called is free again within a second", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const { channel, calls, wake } = await withVendor(
    async () => {
      await held;
      return accepted();
    },
    { rate: 40 },
  );
  await queueFor(harness, channel, { people: 20 });
  await wake();
  await eventually(async () => expect(calls).toHaveLength(6));
  const free = "SELECT attempts FROM messages WHERE channel_id = ? AND claimed_by IS NULL";
  const began = Date.now();
  await eventually(async () =>
    expect(await rowsOf(harness, free, channel.id)).toEqual(
      Array.from({ length: 14 }, () => ({ attempts: 0 })),
    ),
  );
  // A claim that is not given back is lost after a minute.
  expect(Date.now() - began).toBeLessThan(15_000);
  release();
  await eventually(async () => expect(await statusesOf(channel)).toEqual({ sent: 20 }));
  expect(calls).toHaveLength(20);
});

test("a person who cannot be reached is no fault of the channel; a token that is refused is", async () => {
  let answer = () => Response.json({ error: { code: 131026, message: "undeliverable" } }, { status: 400 });
  const { owner, channel, wake } = await withVendor(() => answer());
  const errorOf = async () =>
    (await owner.call(channelsApi.channelDetails, { params: { id: channel.id } })).channel.lastError;
  await queueFor(harness, channel, { people: 1 });
  await wake();
  await eventually(async () => expect(await statusesOf(channel)).toEqual({ failed: 1 }));
  expect(await errorOf()).toBe(null);
  answer = () => Response.json({ error: { code: 190, message: "expired" } }, { status: 401 });
  await queueFor(harness, channel, { people: 1 });
  await wake();
  await eventually(async () => expect(await statusesOf(channel)).toEqual({ failed: 2 }));
  expect(await errorOf()).toContain("token");
});

/** Reasons for which a channel's calls stop, and how they go on. */
const stops: Record<
  string,
  {
    stop: (owner: Person, id: string) => Promise<unknown>;
    resume: (owner: Person, id: string) => Promise<unknown>;
  }
> = {
  "a pause": {
    stop: (owner, id) => owner.call(channelsApi.pauseChannel, { params: { id } }),
    resume: (owner, id) => owner.call(channelsApi.resumeChannel, { params: { id } }),
  },
  "a stop of all sending": {
    stop: (owner) => owner.call(sendingApi.stopSending, { body: { reason: "Wrong price in the answer" } }),
    resume: (owner) => owner.call(sendingApi.resumeSending),
  },
};
/** How often each stop is tried; CHATBIRD_STOPS=1000 takes some tens of minutes. */
const REPEATS = Number(process.env.CHATBIRD_STOPS ?? 3);
/** Two seconds, and as much again for calls that this process takes late on a busy machine. */
const STOPPED_MS = 4_000;
const timeout = 120_000 + REPEATS * 5_000;

test.each(Object.entries(stops))(
  "no call begins later than two seconds after %s was answered",
  { timeout },
  async (_, { stop, resume }) => {
    const { owner, channel, calls, wake } = await withVendor(async () => {
      await wait(20);
      return accepted();
    });
    let sent = 0;
    let latest = -Infinity;
    for (let round = 0; round < REPEATS; round++) {
      await queueFor(harness, channel, { people: 40 });
      sent += 40;
      const before = calls.length;
      await wake();
      await eventually(() => expect(calls.length).toBeGreaterThan(before));
      await stop(owner, channel.id);
      const at = Date.now();
      await eventually(async () => {
        const claimed = await rowsOf(
          harness,
          "SELECT 1 FROM messages WHERE channel_id = ? AND claimed_by IS NOT NULL",
          channel.id,
        );
        expect(claimed).toEqual([]);
      });
      latest = Math.max(latest, (calls.at(-1)?.at ?? 0) - at);
      await resume(owner, channel.id);
      await eventually(async () => expect(await statusesOf(channel)).toEqual({ sent }));
    }
    console.log(`latest call ${latest} ms after the answer, of ${REPEATS}`);
    expect(latest).toBeLessThanOrEqual(STOPPED_MS);
    expect(calls).toHaveLength(sent);
  },
);

test("a stop of all sending leaves other enterprises alone, and is told with its reason to who may see channels", async () => {
  const one = await withVendor(accepted);
  const other = await withVendor(accepted);
  await one.owner.call(sendingApi.stopSending, { body: { reason: "  Wrong   price " } });
  expect(await one.owner.call(sendingApi.getSending)).toMatchObject({ stopped: { reason: "Wrong price" } });
  expect(await other.owner.call(sendingApi.getSending)).toEqual({ stopped: null });
  await queueFor(harness, one.channel, { people: 2 });
  await queueFor(harness, other.channel, { people: 2 });
  await one.wake();
  await other.wake();
  await eventually(async () => expect(await statusesOf(other.channel)).toEqual({ sent: 2 }));
  expect(await statusesOf(one.channel)).toEqual({ queued: 2 });
  // A second stop changes nothing, and a resume by two at once is recorded once.
  await one.owner.call(sendingApi.stopSending, { body: { reason: "Another" } });
  await Promise.all([one.owner.call(sendingApi.resumeSending), one.owner.call(sendingApi.resumeSending)]);
  const trail = await rowsOf<{ action: string }>(
    harness,
    "SELECT action FROM audit_trail WHERE enterprise_id = ? AND object_kind = 'sending' ORDER BY id",
    one.owner.enterpriseId,
  );
  expect(trail.map(({ action }) => action)).toEqual(["pause", "resume"]);
});

test(
  "the operators' switch stops every enterprise within ten seconds, and messages wait",
  { timeout },
  async () => {
    const { channel, calls, wake } = await withVendor(
      async () => {
        await wait(100);
        return accepted();
      },
      { rate: 30 },
    );
    let latest = -Infinity;
    for (let round = 0; round < Math.max(1, REPEATS / 5); round++) {
      const before = calls.length;
      await queueFor(harness, channel, { people: 200 });
      await wake();
      await eventually(() => expect(calls.length).toBeGreaterThan(before + 10));
      await harness.env.DIRECTORY.prepare("INSERT INTO switches VALUES ('sending', 'test', 1)").run();
      const thrown = Date.now();
      try {
        await eventually(async () => {
          const claimed = "SELECT 1 FROM messages WHERE channel_id = ? AND claimed_by IS NOT NULL";
          expect(Date.now() - (calls.at(-1)?.at ?? 0)).toBeGreaterThan(1_500);
          expect(await rowsOf(harness, claimed, channel.id)).toEqual([]);
        });
        latest = Math.max(latest, (calls.at(-1)?.at ?? 0) - thrown);
        expect(await statusesOf(channel)).toMatchObject({ queued: expect.any(Number) as number });
      } finally {
        await cancelled(channel);
        await harness.env.DIRECTORY.prepare("DELETE FROM switches").run();
      }
    }
    console.log(`latest call ${latest} ms after the switch`);
    expect(latest).toBeLessThanOrEqual(10_000);
  },
);

test("a sender whose memory is gone calls nothing again: what it had claimed is not confirmed, and screens hear so", async () => {
  const { owner, channel, calls, wake } = await withVendor(accepted);
  await pause(channel);
  const [lost] = await queueFor(harness, channel, { people: 1 });
  await harness.env.TENANT_1.prepare("UPDATE messages SET claimed_by = ?, attempts = 1 WHERE id = ?")
    .bind(`${channel.id}:0`, lost)
    .run();
  await wake();
  await eventually(async () => expect(await statusesOf(channel)).toEqual({ unknown: 1 }));
  expect(calls).toEqual([]);
  expect(await messagesTold(harness, owner.enterpriseId)).toMatchObject([{ id: lost, status: "unknown" }]);
});

test("a vendor's limit for one person holds their messages back, and nobody else's", async () => {
  const owner = await makePerson(harness);
  const { id } = await createChannel(owner, meta());
  const channel = { id, enterpriseId: owner.enterpriseId };
  await leaveToTest(harness, channel);
  await queueFor(harness, channel, { people: 1, each: 5 });
  let at = Date.now();
  const ctx = ctxOf(
    tenantDatabase(harness.env, "TENANT_1"),
    asEnterpriseId.parse(owner.enterpriseId),
    { userId: "system", name: "", address: "", requestId: "a test" },
    { now: () => at },
  );
  const pair = { bucket: 3, refillMs: 10_000 };
  const taken: string[] = [];
  const once = async () => {
    const { block, nextAt } = await claimBlock(
      ctx,
      { id, type: channelTypes.whatsApp, hasWindow: false, pair },
      `${id}:0`,
      10,
    );
    taken.push(...block.map((message) => message.id));
    const ended = block.map((message) => ({
      id: message.id,
      attempts: 1,
      at,
      result: { outcome: "sent", vendorId: `pair.${message.id}` } as const,
    }));
    await noteOutcomes(ctx, { id, pairMs: pair.refillMs, idempotent: false }, `${id}:0`, ended);
    return { count: block.length, nextAt };
  };
  for (let turn = 0; turn < 3; turn++) expect((await once()).count).toBe(1);
  const held = await once();
  expect(held.count).toBe(0);
  expect(held.nextAt).toBe(at + 10_000);
  await queueFor(harness, channel, { people: 1 });
  expect((await once()).count).toBe(1);
  at += 10_000;
  expect((await once()).count).toBe(1);
  expect((await once()).count).toBe(0);
  expect(new Set(taken).size).toBe(5);
  await cancelled(channel);
});

test(
  "marketing that was claimed before an opt-out is called within two seconds of it, and nothing after",
  { timeout },
  async () => {
    const { channel, calls, wake } = await withVendor(async () => {
      await wait(30);
      return accepted();
    });
    let people = 0;
    let latest = -Infinity;
    while (people < 10 * REPEATS) {
      people += 30;
      await queueFor(harness, channel, { people: 30, sendClass: sendClasses.marketing });
      const before = calls.length;
      await wake();
      await eventually(() => expect(calls.length).toBeGreaterThan(before));
      await harness.env.TENANT_1.prepare(
        `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
       SELECT identity_id || ':out', enterprise_id, identity_id, 4, 'marketing', 0, 'STOP', 'test', 2e12 FROM messages
       WHERE channel_id = ? ON CONFLICT DO NOTHING`,
      )
        .bind(channel.id)
        .run();
      const at = Date.now();
      await eventually(async () =>
        expect(Object.keys(await statusesOf(channel)).filter((status) => status === "queued")).toEqual([]),
      );
      latest = Math.max(latest, (calls.at(-1)?.at ?? 0) - at);
    }
    console.log(`latest call ${latest} ms after the opt-out, of ${people} people`);
    expect(latest).toBeLessThanOrEqual(STOPPED_MS);
    const { failed = 0, sent = 0 } = await statusesOf(channel);
    expect(failed + sent).toBe(people);
    expect(calls).toHaveLength(sent);
  },
);

test("what waited too long is ended and counted, and never called", async () => {
  const { channel, calls, wake } = await withVendor(accepted);
  await pause(channel);
  await queueFor(harness, channel, { people: 2 });
  const late = "UPDATE messages SET expires_at = ? WHERE channel_id = ?";
  await harness.env.TENANT_1.prepare(late)
    .bind(Date.now() - 1, channel.id)
    .run();
  await wake();
  await eventually(async () => expect(await statusesOf(channel)).toEqual({ expired: 2 }));
  expect(calls).toEqual([]);
  await expectHoursAgree(harness, channel.enterpriseId);
});

test("a channel with an outgoing proxy calls its vendor through it alone", async () => {
  const { channel, calls, wake } = await withVendor(accepted);
  const through: { path: string; token: string | null }[] = [];
  answerOutbound("https://proxy.example/", ({ url, headers }) => {
    through.push({ path: new URL(url).pathname, token: headers.get("authorization") });
    return accepted();
  });
  await harness.env.TENANT_1.prepare(
    "UPDATE channels SET settings = json_set(settings, '$.proxy', 'https://proxy.example/out') WHERE id = ?",
  )
    .bind(channel.id)
    .run();
  await queueFor(harness, channel, { people: 1 });
  await wake();
  await eventually(async () => expect(await statusesOf(channel)).toEqual({ sent: 1 }));
  expect(calls).toEqual([]);
  expect(through).toEqual([
    {
      path: expect.stringMatching(/^\/out\/graph\.facebook\.com\/v[\d.]+\/\d+\/messages$/) as string,
      token: expect.stringMatching(/^Bearer /) as string,
    },
  ]);
});

test("a vendor that gives two messages the same id holds up neither them nor those after", async () => {
  const { channel, calls, wake } = await withVendor(() =>
    Response.json({ messages: [{ id: "wamid.the same" }] }),
  );
  await queueFor(harness, channel, { people: 3 });
  await wake();
  await eventually(async () => expect(await statusesOf(channel)).toEqual({ sent: 3 }));
  await queueFor(harness, channel, { people: 1 });
  await wake();
  await eventually(async () => expect(await statusesOf(channel)).toEqual({ sent: 4 }));
  expect(calls).toHaveLength(4);
  const named = "SELECT count(*) AS n FROM messages WHERE channel_id = ? AND vendor_id IS NOT NULL";
  expect(await rowsOf(harness, named, channel.id)).toEqual([{ n: 1 }]);
});
