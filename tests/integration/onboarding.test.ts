import { afterEach, describe, expect, test } from "vitest";
import { answerTo } from "#tests/support/channels.ts";
import { startHarness } from "#tests/support/harness.ts";
import { rowsOf } from "#tests/support/messaging.ts";
import { forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person, signedInAs } from "#tests/support/people.ts";
import { PARTNER, type PlayedPartner, playPartner } from "#tests/support/waba-partner.ts";
import app from "#workers/api/app.ts";
import { codeOf } from "#workers/channels/waba-partner/simulated.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as onboardingApi from "#workers/contract/endpoints/onboarding.ts";

/** The way of a WhatsApp number to a channel, by a simulated partner and by one that is played over HTTP. */
const harness = await startHarness();
afterEach(forgetOutbound);

const mcmi = "/api/chatbird/api/mcmi";
/** The same API of a deployment with these settings. */
const deployed = (owner: Person, settings: object): Person => {
  const env = { ...harness.env, ...settings };
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
  const fetch = async (to: string, init: RequestInit = {}) =>
    app.fetch(new Request(new URL(to, "http://localhost"), init), env, context as never);
  return Object.assign(signedInAs({ fetch }, owner, owner.token), { fetch }) as never;
};
const withPartner = (owner: Person) =>
  deployed(owner, { PARTNER_URL: PARTNER.url, PARTNER_KEY: PARTNER.key });
const begin = (who: Person, name = "Shop") => who.call(onboardingApi.createOnboarding, { body: { name } });

/** Up to a client who has permitted the partner. */
async function permitted(who: Person, client = "client-1") {
  const { id } = await begin(who);
  const { url, state } = await who.call(onboardingApi.partnerPermissions, { body: { id } });
  await who.call(onboardingApi.embeddedSignup, { body: { id, state, client } });
  return { id, url, state };
}
const choose = (who: Person, id: string, wabaId: string, numberId: string) =>
  who.call(onboardingApi.updateOnboarding, { params: { id }, body: { name: "Shop", wabaId, numberId } });
const state = (who: Person, id: string) => who.call(onboardingApi.onboardingState, { params: { id } });

/** Up to a number that is verified and is being set up. */
async function opened(who: Person, partner: PlayedPartner) {
  const { id } = await permitted(who);
  const { step } = await choose(who, id, "client-1-waba", "n1");
  if (step === "chosen") {
    await who.call(onboardingApi.sendWabaCode, { body: { id, method: "SMS" } });
    await who.call(onboardingApi.verifyWabaCode, { body: { id, code: partner.codes.get("n1") ?? "" } });
  }
  await who.call(onboardingApi.openOnboarding, { params: { id } });
  return id;
}

test("a number of a simulated partner is chosen, verified and set up, and is a simulator's channel", async () => {
  const owner = await makePerson(harness);
  expect(await owner.call(onboardingApi.partnerDetails, {})).toEqual({
    configured: true,
    simulated: true,
    name: "Simulated partner",
  });
  const { id, url } = await permitted(owner, `client-${owner.userId}`);
  const page = new URL(url);
  expect(page.pathname).toBe("/simulated-partner");
  expect(page.searchParams.get("redirect_url")).toMatch(/\/dialog360-redirect$/);
  const { wabas } = await owner.call(onboardingApi.wabaList, { query: { id } });
  const wabaId = wabas[1]?.id ?? "";
  const { numbers } = await owner.call(onboardingApi.wabaNumbers, { query: { id, wabaId } });
  const [ready, other] = numbers;
  expect(numbers.map(({ verified }) => verified)).toEqual([true, false]);
  expect(await choose(owner, id, wabaId, ready?.id ?? "")).toMatchObject({ step: "verified" });
  expect(await choose(owner, id, wabaId, other?.id ?? "")).toMatchObject({
    step: "chosen",
    number: other?.number,
  });
  const sent = await owner.call(onboardingApi.sendWabaCode, {
    body: { id, method: "VOICE", language: "hi" },
  });
  expect(sent).toMatchObject({ shown: codeOf(other?.id ?? ""), onboarding: { step: "codeSent" } });
  expect(
    await owner.call(onboardingApi.verifyWabaCode, {
      body: { id, code: `${sent.shown.slice(0, 3)} ${sent.shown.slice(3)}` },
    }),
  ).toMatchObject({ step: "verified" });
  expect(await owner.call(onboardingApi.openOnboarding, { params: { id } })).toMatchObject({
    step: "pending",
  });
  await expect.poll(async () => (await state(owner, id)).step, { interval: 500 }).toBe("live");
  expect(await owner.call(channelsApi.getChannel, { params: { id } })).toMatchObject({
    name: "Shop",
    type: 4,
    vendorName: "Simulator",
    contactId: other?.number.replace("+", ""),
  });
  expect((await owner.call(onboardingApi.listOnboardings, {})).onboardings).toMatchObject([
    { id, step: "live", channelId: id },
  ]);
  await owner.call(onboardingApi.deleteOnboarding, { params: { id } });
  expect(await owner.call(channelsApi.getChannel, { params: { id } })).toMatchObject({ id });
});

test("a new number is added to the account in E.164, and bad ones are refused at their field", async () => {
  const owner = await makePerson(harness);
  const { id } = await permitted(owner);
  const add = (number: string, verifiedName = "Shrubs", wabaId = "client-1-1") =>
    answerTo(owner, "POST", `${mcmi}/waba/phone-numbers`, { id, wabaId, number, verifiedName });
  expect(await add("12345")).toMatchObject({ status: 400, errors: { number: "Invalid number format" } });
  expect(await add("")).toMatchObject({
    status: 400,
    errors: { number: "Valid Waba Phone Number is required" },
  });
  expect(await add("+91 98765 43210", " ")).toMatchObject({
    status: 400,
    errors: { verifiedName: expect.any(String) as string },
  });
  expect(await add("+91 98765 43210", "Shrubs", "another-client-1")).toMatchObject({ status: 404 });
  expect((await add("0091 98765 43210")).status).toBe(200);
  expect(await state(owner, id)).toMatchObject({
    step: "chosen",
    number: "+919876543210",
    verifiedName: "Shrubs",
  });
});

describe("what the partner's page hands back", () => {
  test("is taken with the word that went there, once, and for its own onboarding", async () => {
    const owner = await makePerson(harness);
    const [{ id }, other] = [await begin(owner), await begin(owner, "Other")];
    const { state: word } = await owner.call(onboardingApi.partnerPermissions, { body: { id } });
    const signup = (to: string, given: string) =>
      answerTo(owner, "POST", `${mcmi}/embedded-signup`, { id: to, state: given, client: "client-1" });
    expect((await signup(id, "made up")).status).toBe(409);
    expect((await signup(id, "")).status).toBe(409);
    expect((await signup(other.id, word)).status).toBe(409);
    expect((await signup(id, word)).status).toBe(200);
    expect((await signup(id, word)).status).toBe(409);
    expect(await state(owner, id)).toMatchObject({ step: "permitted" });
  });
});

test("every step is refused before its turn", async () => {
  const owner = await makePerson(harness);
  const { id } = await begin(owner);
  const tries = await Promise.all([
    answerTo(owner, "GET", `${mcmi}/waba/list?id=${id}`),
    answerTo(owner, "GET", `${mcmi}/waba/phone-numbers?id=${id}&wabaId=x`),
    answerTo(owner, "POST", `${mcmi}/waba/phone-numbers`, {
      id,
      wabaId: "x",
      number: "+919876543210",
      verifiedName: "x",
    }),
    answerTo(owner, "POST", `${mcmi}/waba/send-code`, { id, method: "SMS" }),
    answerTo(owner, "POST", `${mcmi}/waba/verify-code`, { id, code: "123456" }),
    answerTo(owner, "POST", `${mcmi}/channel/onboard/${id}/state`, {}),
    answerTo(owner, "PUT", `${mcmi}/channel/onboard/${id}`, { name: "x", wabaId: "x", numberId: "x" }),
  ]);
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 409));
});

describe("codes", () => {
  test("go out once a minute, however many ask at once", async () => {
    const owner = withPartner(await makePerson(harness));
    const partner = playPartner();
    const { id } = await permitted(owner);
    await choose(owner, id, "client-1-waba", "n1");
    const send = () => answerTo(owner, "POST", `${mcmi}/waba/send-code`, { id, method: "SMS" });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await send()).status).toBe(429);
    expect(partner.requests.filter(({ url }) => url.endsWith("/request_code"))).toHaveLength(1);
  });

  test("that could not be sent may be asked for again at once", async () => {
    const owner = withPartner(await makePerson(harness));
    const partner = playPartner();
    const { id } = await permitted(owner);
    await choose(owner, id, "client-1-waba", "n1");
    const send = () => answerTo(owner, "POST", `${mcmi}/waba/send-code`, { id, method: "SMS" });
    partner.say(() => new Response("<html>", { status: 502 }));
    expect(await send()).toMatchObject({
      status: 409,
      message: expect.stringContaining("did not answer") as string,
    });
    partner.say(() =>
      Response.json({ error: { message: "Too many codes. Try in 8 hours." } }, { status: 400 }),
    );
    expect((await send()).message).toBe("The partner refused: Too many codes. Try in 8 hours.");
    expect((await state(owner, id)).step).toBe("chosen");
    expect((await send()).status).toBe(200);
  });

  test("are tried five times, and a wrong one is told at its field", async () => {
    const owner = withPartner(await makePerson(harness));
    const partner = playPartner();
    const { id } = await permitted(owner);
    await choose(owner, id, "client-1-waba", "n1");
    await owner.call(onboardingApi.sendWabaCode, { body: { id, method: "SMS" } });
    const verify = (code: string) => answerTo(owner, "POST", `${mcmi}/waba/verify-code`, { id, code });
    for (let at = 0; at < 5; at++)
      expect(await verify("000000")).toMatchObject({
        status: 400,
        errors: { code: expect.stringContaining("not right") as string },
      });
    const last = await verify(partner.codes.get("n1") ?? "");
    expect(last).toMatchObject({
      status: 400,
      errors: { code: expect.stringContaining("Too many") as string },
    });
    expect(partner.requests.filter(({ url }) => url.endsWith("/verify_code"))).toHaveLength(5);
  });
});

describe("a number that the partner sets up", () => {
  test("is a channel with its key once it runs, one for all who ask at once", async () => {
    const owner = withPartner(await makePerson(harness));
    const partner = playPartner();
    const id = await opened(owner, partner);
    expect((await state(owner, id)).step).toBe("pending");
    partner.state = "running";
    const asked = await Promise.all([state(owner, id), state(owner, id), state(owner, id)]);
    expect(asked.map(({ step }) => step)).toEqual(["live", "live", "live"]);
    expect(await owner.call(channelsApi.getChannel, { params: { id } })).toMatchObject({
      vendorName: "MCMI",
      contactId: "919876543210",
      data: { baseUrl: "https://mcmi.company.com" },
      secrets: ["authKey"],
    });
  });

  test("is told by the partner's call, which is believed in nothing but that there is news", async () => {
    const owner = withPartner(await makePerson(harness));
    const partner = playPartner();
    const id = await opened(owner, partner);
    const [open] = partner.requests.filter(({ url }) => url.endsWith("/channels"));
    const asked = ((await open?.json()) ?? {}) as { callback_url?: string };
    const { pathname, search } = new URL(asked.callback_url ?? "");
    const { fetch } = owner as unknown as { fetch: typeof harness.fetch };
    const tell = async (to: string) =>
      (
        await fetch(to, {
          method: "POST",
          body: '{"channel":{"status":"running"}}',
          headers: { "content-type": "application/json" },
        })
      ).status;
    expect(await tell(`${pathname}?token=another`)).toBe(404);
    expect(await tell(pathname)).toBe(404);
    expect(await tell(`${mcmi}/callbacks/made-up${search}`)).toBe(404);
    expect(await tell(pathname + search)).toBe(200);
    expect((await state(owner, id)).step).toBe("pending");
    partner.state = "running";
    expect(await tell(pathname + search)).toBe(200);
    const steps = await rowsOf<{ step: string }>(harness, "SELECT step FROM onboardings WHERE id = ?", id);
    expect(steps).toEqual([{ step: "live" }]);
    expect(await tell(pathname + search)).toBe(200);
  });

  test("says why the partner refused it, and may choose another number", async () => {
    const owner = withPartner(await makePerson(harness));
    const partner = playPartner();
    const id = await opened(owner, partner);
    partner.state = "rejected";
    expect(await state(owner, id)).toMatchObject({
      step: "failed",
      reason: "The display name is not yours.",
    });
    expect(await choose(owner, id, "client-1-waba", "n1")).toMatchObject({ step: "verified", reason: "" });
  });

  test("that another channel has by now is refused with that reason, and leaves no channel", async () => {
    const owner = withPartner(await makePerson(harness));
    const partner = playPartner();
    const [first, second] = [await opened(owner, partner), await opened(owner, partner)];
    partner.state = "running";
    expect((await state(owner, first)).step).toBe("live");
    expect(await state(owner, second)).toMatchObject({ step: "failed", channelId: null });
    expect((await answerTo(owner, "GET", `/api/e/enterprise/channels/${second}`)).status).toBe(404);
  });
});

describe("without a partner", () => {
  test("what needs one says so, and what is there can be read", async () => {
    const person = await makePerson(harness);
    const { id } = await begin(person);
    const owner = deployed(person, { PARTNER_URL: "", PARTNER_KEY: "" });
    expect(await owner.call(onboardingApi.partnerDetails, {})).toEqual({
      configured: false,
      simulated: false,
      name: "",
    });
    expect(await answerTo(owner, "POST", `${mcmi}/partner/permissions`, { id })).toMatchObject({
      status: 409,
      message: expect.stringContaining("PARTNER_URL") as string,
    });
    expect((await state(owner, id)).step).toBe("started");
  });

  test.each([
    ["a page", () => new Response("<html></html>")],
    ["nothing", () => new Response(null, { status: 204 })],
    ["another shape", () => Response.json([1])],
    [
      "a page of its own elsewhere",
      () => Response.json({ id: "p", name: "x", permissions_url: "javascript:alert(1)" }),
    ],
  ])("a partner that answers %s has not answered", async (_, answer) => {
    const owner = withPartner(await makePerson(harness));
    const partner = playPartner();
    const { id } = await begin(owner);
    partner.say(answer);
    expect(await answerTo(owner, "POST", `${mcmi}/partner/permissions`, { id })).toMatchObject({
      status: 409,
      message: expect.stringContaining("did not answer") as string,
    });
  });
});
