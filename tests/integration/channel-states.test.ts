import { describe, expect, test } from "vitest";
import {
  actionsOn,
  answerTo,
  channelsPath,
  createChannel,
  meta,
  readChannel,
  ringOf,
} from "#tests/support/channels.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person, signedInAs } from "#tests/support/people.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import app from "#workers/api/app.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { vendorCodes, vendors } from "#workers/contract/vendors.ts";
import { updateChannel } from "#workers/domain/channels/save.ts";
import { testChannel } from "#workers/domain/channels/test.ts";

const harness = await startHarness();
const refused = (who: Person, body: object) => answerTo(who, "POST", channelsPath, body);

describe("a deployment that limits its vendors", () => {
  const limited = (owner: Person, setting: string) => {
    const env = { ...harness.env, CHANNEL_VENDORS: setting };
    const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
    const fetch = async (to: string, init: RequestInit = {}) =>
      app.fetch(new Request(new URL(to, "http://localhost"), init), env, context as never);
    return signedInAs({ fetch }, owner, owner.token);
  };

  test("offers these, refuses others, and what is there goes on", async () => {
    const owner = await makePerson(harness);
    const { id } = await createChannel(owner, meta());
    const here = limited(owner, "simulator, 10");
    const { types } = await here.call(channelsApi.channelVendors, {});
    const offered = types.flatMap((type) => type.vendors.filter((each) => each.offered));
    expect(new Set(offered.map(({ name }) => name))).toEqual(new Set(["Simulator", "Mailchimp"]));
    expect(await refused(here, meta({ contactId: "4915112345679" }))).toMatchObject({
      status: 400,
      errors: { vendor: "WhatsApp Cloud API is not offered here. Choose another vendor." },
    });
    const { accessToken: _, appSecret: __, ...data } = meta().data;
    const body = { name: "Renamed", contactId: "4915112345678", data };
    expect((await here.send("PUT", `${channelsPath}/${id}`, body)).status).toBe(200);
  });

  test("offers everything without the setting, and says what is closed", async () => {
    const owner = await makePerson(harness);
    const { types } = await owner.call(channelsApi.channelVendors, {});
    const all = new Set(
      types.flatMap((type) => type.vendors.filter((each) => each.offered).map(({ vendor }) => vendor)),
    );
    expect([...all].toSorted((a, b) => a - b)).toEqual(Object.values(vendorCodes).toSorted((a, b) => a - b));
    const closed = types.flatMap((type) =>
      type.vendors.filter((each) => !each.ready).map(({ name }) => [type.type, name]),
    );
    expect(closed).toEqual([[6, "MCMI"]]);
  });
});

describe("details", () => {
  const details = (who: Person, id: string) => who.call(channelsApi.channelDetails, { params: { id } });

  test("give the webhook's address by vendor, and Meta's verify token", async () => {
    const owner = await makePerson(harness);
    const { id } = await createChannel(owner, meta());
    const { webhook, channel } = await details(owner, id);
    expect(channel.id).toBe(id);
    expect(webhook.kind).toBe("address");
    expect(new URL(webhook.address ?? "").pathname).toBe(`/api/webhooks/whatsapp-cloud/${id}`);
    expect(new URL(webhook.address ?? "").search).toBe("");
    expect(webhook.verifyToken).toMatch(/^[\w-]{32}$/);
    const site = await createChannel(owner, { name: "Site", type: 12, vendor: 90 });
    expect((await details(owner, site.id)).webhook).toEqual({
      kind: "none",
      address: null,
      verifyToken: null,
    });
  });

  test("keep the secrets of an address from people who may only look", async () => {
    const owner = await makePerson(harness);
    const looking = await makeColleague(harness, owner, { roles: [2] });
    const { id } = await createChannel(owner, meta());
    expect((await details(looking, id)).webhook).toMatchObject({ kind: "address", verifyToken: null });
    // A vendor that signs nothing.
    await harness.env.TENANT_1.prepare("UPDATE channels SET vendor = 5 WHERE id = ?").bind(id).run();
    expect((await details(looking, id)).webhook).toEqual({
      kind: "hidden",
      address: null,
      verifyToken: null,
    });
    const { webhook } = await details(owner, id);
    expect(webhook.address).toMatch(new RegExp(`/api/webhooks/kaleyra/${id}\\?token=[\\w-]{32}$`));
  });
});

describe("a test", () => {
  const run = (who: Person, id: string) => who.call(channelsApi.testChannel, { params: { id } });

  test("of the simulator works and is its last success; one that its vendor refuses says why", async () => {
    answerOutbound("https://graph.facebook.com/", () =>
      Response.json({ error: { message: "Session has expired", code: 190 } }, { status: 401 }),
    );
    const owner = await makePerson(harness);
    const [played, real] = [await createChannel(owner), await createChannel(owner, meta())];
    const worked = await run(owner, played.id);
    expect(worked).toMatchObject({ ok: true, channel: { lastError: null } });
    expect((await readChannel(owner, played.id)).lastSuccessAt).toBe(worked.channel.lastSuccessAt);
    const failed = await run(owner, real.id);
    expect(failed).toMatchObject({ ok: false, message: expect.stringMatching(/expired|token/i) });
    expect(await readChannel(owner, real.id)).toMatchObject({
      lastError: failed.message,
      lastErrorAt: failed.channel.lastErrorAt,
      lastSuccessAt: null,
      revision: 1,
    });
  });

  test("gets the stored credentials, and what it says is kept without them", async () => {
    const owner = await makePerson(harness);
    const { id } = await createChannel(owner, meta());
    const ctx = watchedCtx(harness, owner, () => undefined);
    const given: unknown[] = [];
    const finding = await testChannel(
      ctx,
      {
        ring: ringOf(harness),
        testCall: (channel, credentials) => {
          given.push(channel.contactId, credentials);
          return Promise.resolve({ ok: false, message: `wrong key ${credentials["accessToken"]}` });
        },
      },
      id,
    );
    expect(given).toEqual([
      "4915112345678",
      { accessToken: "CANARY-access-token", appSecret: "CANARY-app-secret" },
    ]);
    expect(finding.message).toBe("wrong key •••");
    expect((await readChannel(owner, id)).lastError).toBe("wrong key •••");
    const short = await createChannel(
      owner,
      meta({ contactId: "4915112345679" }, { accessToken: "abcd", appSecret: "abcdefg" }),
    );
    const testCall = () => Promise.resolve({ ok: false, message: "no abcdefg, no abcd, no a" } as const);
    expect((await testChannel(ctx, { ring: ringOf(harness), testCall }, short.id)).message).toBe(
      "no •••, no •••, no a",
    );
  });

  test("that breaks is a sentence, not a failure of ours", async () => {
    const owner = await makePerson(harness);
    const { id } = await createChannel(owner, meta());
    const ctx = watchedCtx(harness, owner, () => undefined);
    const broken = { ring: ringOf(harness), testCall: () => Promise.reject(new Error("CANARY")) };
    expect((await testChannel(ctx, broken, id)).message).toBe("Couldn't run the test. Try again.");
    await harness.env.TENANT_1.prepare("UPDATE secrets SET sealed = 'x' WHERE owner_id = ?").bind(id).run();
    expect((await testChannel(ctx, broken, id)).message).toContain("Enter it again");
  });
});

describe("a pause", () => {
  const say = (who: Person, id: string, word: string) =>
    answerTo(who, "POST", `${channelsPath}/${id}/${word}`);

  test("stops a channel until it is resumed, is recorded once, and asks for no revision", async () => {
    const owner = await makePerson(harness);
    const { id } = await createChannel(owner);
    const paused = await Promise.all([say(owner, id, "pause"), say(owner, id, "pause")]);
    expect(paused.map(({ status }) => status)).toEqual([200, 200]);
    expect(await readChannel(owner, id)).toMatchObject({ state: "paused", revision: 1 });
    expect((await say(owner, id, "resume")).status).toBe(200);
    expect(await readChannel(owner, id)).toMatchObject({ state: "active" });
    expect(await actionsOn(harness, owner)).toEqual(["create", "pause", "resume"]);
  });

  test("holds through an edit that began before it", async () => {
    const owner = await makePerson(harness);
    const { id } = await createChannel(owner);
    const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "select CASE", () => say(owner, id, "pause"));
    const body = { name: "Edited", deptId: "", agentId: "", data: {} };
    await updateChannel(ctx, { ring: ringOf(harness), offered: vendors }, id, body);
    expect(wasOvertaken()).toBe(true);
    expect(await readChannel(owner, id)).toMatchObject({ name: "Edited", state: "paused" });
  });

  test("is for people who may edit channels", async () => {
    const owner = await makePerson(harness);
    const looking = await makeColleague(harness, owner, { roles: [2] });
    const { id } = await createChannel(owner);
    for (const word of ["pause", "resume", "test"]) {
      expect(await say(looking, id, word)).toMatchObject({ status: 403, code: 1403 });
    }
  });
});
