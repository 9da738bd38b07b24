import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel, rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeTemplate } from "#tests/support/public-sending.ts";
import { enterpriseTexts } from "#texts/enterprise.ts";
import { linksTexts as texts } from "#texts/links.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import * as enterpriseApi from "#workers/contract/endpoints/enterprise.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import { OPENINGS } from "#workers/api/limit-openings.ts";
import { recountBroadcasts } from "#workers/domain/broadcasts/recount.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const ORIGIN = "http://127.0.0.1:8787";
const SALE = "https://shop.example/sale?from=chat";
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";

let phone = 0;
const number = () => `+9196${String(10_000_000 + phone++).padStart(8, "0")}`;

/** A broadcast whose text and button carry an address, and the values that each of its recipients was sent. */
async function begin({
  trackClicks = true,
  body = `See ${SALE}.`,
  end = "https://shop.example/shoes",
  owner: somebody = undefined as Person | undefined,
} = {}) {
  const owner = somebody ?? (await makePerson(harness));
  const channel = await makeChannel(harness, owner);
  const { id: templateUId } = await makeTemplate(harness, channel, {
    components: {
      body: { text: "News: {{1}}" },
      buttons: [{ type: "URL", text: "Open", value: `${ORIGIN}/l/{{1}}` }],
    },
  });
  const to = [number(), number()];
  const { id } = await owner.call(broadcastSendingApi.sendBroadcast, {
    body: {
      channelId: channel.id,
      phoneNumber: to,
      message: { template: { templateUId } },
      columnMapping: [
        { variable: "body/1", type: "static", value: body },
        { variable: "buttons.0/1", type: "static", value: end },
      ],
      trackClicks,
    },
  });
  const detail = async () => (await owner.call(broadcastsApi.getBroadcast, { params: { id } })).data;
  await eventually(async () => expect((await detail()).status).toMatch(/completed|failed/));
  const rows = await rowsOf<{ id: string; data: string | null }>(
    harness,
    "SELECT id, data FROM broadcast_recipients WHERE substr(id, 1, 28) = ? ORDER BY id",
    id.slice(0, 28),
  );
  const values = rows.map(({ data }) => JSON.parse(data ?? "{}") as Record<string, string>);
  const urls = async () => (await owner.call(broadcastsApi.broadcastUrls, { params: { id } })).urls;
  return { owner, channel, id, to, detail, values, urls };
}

const open = (path: string, init: RequestInit = {}) =>
  harness.fetch(path, { ...init, headers: { "user-agent": PHONE, ...init.headers } });
const codeIn = (text = "") => new RegExp(`^See ${ORIGIN}(/l/[0-9A-Za-z]+)\\.$`).exec(text)?.[1] ?? "";

test("who opens one link too often waits, and previews of it count for nobody", async () => {
  const { values } = await begin();
  const path = codeIn(values[0]?.["body/1"]);
  const from = (agent: string) => ({ headers: { "user-agent": agent, "cf-connecting-ip": "203.0.113.77" } });
  for (let open_ = 0; open_ < 70; open_++) expect((await open(path, from("WhatsApp/2.26"))).status).toBe(302);
  const statuses = new Set<number>();
  let refused: Response | undefined;
  // A minute may end in between, and begins anew then.
  for (let press = 0; press < 2 * OPENINGS.code + 1 && !refused; press++) {
    const response = await open(path, from(PHONE));
    statuses.add(response.status);
    if (response.status === 429) refused = response;
  }
  expect([...statuses]).toEqual([302, 429]);
  const wait = Number(refused?.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(await refused?.text()).toContain(texts.tooOften.title);
  // Another person's link, and a preview, are none of that.
  expect((await open(codeIn(values[1]?.["body/1"]), from(PHONE))).status).toBe(302);
});

test("each recipient has short links of their own, which lead there and count people and clicks", async () => {
  const { values, detail, urls, owner, id, to } = await begin();
  const [one, two] = values.map((each) => codeIn(each["body/1"]));
  expect(one).not.toBe(two);
  for (let click = 0; click < 2; click++) {
    const response = await open(one ?? "");
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(SALE);
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
  await open(two ?? "");
  const button = await open(`/l/${values[0]?.["buttons.0/1"]}`);
  expect(button.headers.get("location")).toBe("https://shop.example/shoes");
  await eventually(async () =>
    expect(await urls()).toEqual([
      { url: "https://shop.example/shoes", people: 1, clicks: 1 },
      { url: SALE, people: 2, clicks: 3 },
    ]),
  );
  expect((await detail()).counts.clicked).toBe(2);
  const { message } = await owner.call(broadcastsApi.listBroadcastMessages, {
    params: { id },
    query: { status: "clicked" },
  });
  expect(message.map((each) => [each.to, each.clicked])).toEqual(to.map((each) => [each, true]));
  expect(message[0]?.messageStatuses.map(({ status }) => status)).toContain("clicked");
  const agreed = await recountBroadcasts(harness.env.TENANT_1, owner.enterpriseId);
  expect(agreed).toMatchObject({ rows: 0 });
});

test("previews, a look at the head and a guess ahead lead there, and count as nobody", async () => {
  const { values, detail, urls } = await begin();
  const code = codeIn(values[0]?.["body/1"]);
  const ways: RequestInit[] = [
    { headers: { "user-agent": "WhatsApp/2.23.20.0 A" } },
    { headers: { "sec-purpose": "prefetch" } },
    { method: "HEAD" },
  ];
  for (const init of ways) expect((await open(code, init)).status).toBe(302);
  await open(codeIn(values[1]?.["body/1"]));
  await eventually(async () => expect((await urls())[1]).toMatchObject({ people: 1, clicks: 1 }));
  expect((await detail()).counts.clicked).toBe(1);
});

test("a code that is changed, another's, unknown or too old leads nowhere", async () => {
  const { values, id, urls } = await begin();
  const code = codeIn(values[0]?.["body/1"]);
  const last = code.endsWith("b") ? "c" : "b";
  const wrong = [
    code.slice(0, -1) + last,
    `${code}b`,
    "/l/x",
    `/l/${"z".repeat(30)}`,
    "/l/https%3A%2F%2Fevil.test",
  ];
  for (const path of wrong) {
    const response = await open(path);
    expect(response.status, path).toBe(404);
    expect(response.headers.get("location")).toBeNull();
    expect(await response.text()).toContain(texts.gone.title.replace("'", "&#39;"));
  }
  const sql = (text: string) => harness.env.TENANT_1.prepare(text).bind(id).run();
  await sql("UPDATE links SET expires_at = 1 WHERE broadcast_id = ?");
  expect((await open(code)).status).toBe(404);
  await sql(
    "UPDATE links SET expires_at = 9e15, url = 'javascript:alert(1)' WHERE broadcast_id = ? AND place = 1",
  );
  expect((await open(code)).status).toBe(404);
  expect((await urls()).map(({ clicks }) => clicks)).toEqual([0, 0]);
});

test("without the switch texts stay as they are, and a button of ours leads there uncounted", async () => {
  const { values, urls, detail } = await begin({ trackClicks: false });
  expect(values[0]?.["body/1"]).toBeUndefined();
  const response = await open(`/l/${values[0]?.["buttons.0/1"]}`);
  expect(response.headers.get("location")).toBe("https://shop.example/shoes");
  expect(await urls()).toEqual([]);
  expect((await detail()).counts.clicked).toBe(0);
});

test("a button of ours without a whole address is sent to nobody", async () => {
  const { detail } = await begin({ end: "shoes" });
  expect(await detail()).toMatchObject({ status: "failed", failures: [{ code: "missingValue", count: 2 }] });
});

test("who is erased keeps the hour of their click, and clicks no more", async () => {
  const { owner, values, id, to } = await begin();
  const { customer } = await owner.call(customersApi.saveCustomer, {
    body: { name: "Asha Rao", phoneNumber: to[0] ?? "", data: [], groups: [], tags: [] },
  });
  await harness.env.TENANT_1.prepare(
    "UPDATE identities SET customer = (SELECT number FROM customers WHERE id = ?1) WHERE id = (SELECT identity_id FROM broadcast_recipients WHERE address = ?2)",
  )
    .bind(customer.id, to[0])
    .run();
  const code = codeIn(values[0]?.["body/1"]);
  await open(code);
  const clicked = () =>
    rowsOf<{ at: number | null; links: number }>(
      harness,
      "SELECT clicked_at AS at, clicked_links AS links FROM broadcast_recipients WHERE substr(id, 1, 28) = ? ORDER BY id LIMIT 1",
      id.slice(0, 28),
    );
  await eventually(async () => expect((await clicked())[0]?.at).not.toBeNull());
  await owner.call(personalDataApi.eraseCustomer, {
    params: { id: customer.id },
    body: { confirm: "Asha Rao" },
  });
  await eventually(async () => expect((await clicked())[0]).toMatchObject({ links: 0 }));
  expect(((await clicked())[0]?.at ?? 1) % 3_600_000).toBe(0);
  expect((await open(code)).status).toBe(302);
  expect((await clicked())[0]?.links).toBe(0);
});

/** The DNS and the domain as an enterprise has set them up. */
function played(host: string, { texts: written, leadsTo }: { texts: string[]; leadsTo: string }) {
  answerOutbound("https://cloudflare-dns.com/dns-query", ({ url }) => {
    const { searchParams } = new URL(url);
    const name = searchParams.get("name");
    const type = searchParams.get("type");
    const answers =
      type === "TXT" && name === `_chatbird.${host}`
        ? written.map((data) => ({ type: 16, data: `"${data}"` }))
        : type === "A" && name === host
          ? [{ type: 1, data: "203.0.114.7" }]
          : [];
    return Response.json({ Answer: answers });
  });
  answerOutbound(
    `https://${host}/l/here`,
    () => new Response(leadsTo, { headers: { "content-type": "text/plain" } }),
  );
}

test("an enterprise's own domain stands before its links, once its DNS names it and it leads here", async () => {
  const owner = await makePerson(harness);
  const host = "go.shop.example.com";
  const save = (linkHost: string) =>
    owner.send("POST", "/api/e/enterprise/configuration", { details: { linkHost } });
  const refusal = async (linkHost: string) => {
    const response = await save(linkHost);
    expect(response.status).toBe(400);
    return (await response.json<{ errors: Record<string, string> }>()).errors["details.linkHost"];
  };
  for (const wrong of [
    "https://go.shop.example.com",
    "localhost",
    "10.0.0.1",
    "go.shop.example.com/l",
    "-a.example.com",
  ])
    expect(await refusal(wrong)).toBe(enterpriseTexts.linkHostInvalid);
  const { linkProof } = await owner.call(enterpriseApi.getDetails);
  expect(linkProof).toEqual({ host: new URL(ORIGIN).host, text: `chatbird=${owner.enterpriseId}` });
  // Somebody else's domain: it names them.
  played(host, { texts: ["chatbird=another", "v=spf1 -all"], leadsTo: ORIGIN });
  expect(await refusal(host)).toBe(enterpriseTexts.linkHostUnproven(`_chatbird.${host}`, linkProof.text));
  played(host, { texts: [linkProof.text], leadsTo: "another place" });
  expect(await refusal(host)).toBe(enterpriseTexts.linkHostElsewhere(linkProof.host));
  played(host, { texts: [linkProof.text], leadsTo: await (await open("/l/here")).text() });
  expect((await save(` ${host.toUpperCase()} `)).status).toBe(200);
  const { values } = await begin({ owner });
  const code = new RegExp(`^See https://${host}(/l/[0-9A-Za-z]+)\\.$`).exec(values[0]?.["body/1"] ?? "")?.[1];
  expect((await open(code ?? "")).headers.get("location")).toBe(SALE);
  // The button was approved with our address, which leads there, too.
  const end = values[0]?.["buttons.0/1"] ?? "";
  expect((await open(`/l/${end}`)).headers.get("location")).toBe("https://shop.example/shoes");
});
