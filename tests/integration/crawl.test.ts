import { afterEach, expect, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { held, html, knowledgeOf, serveShop, tagged } from "#tests/support/knowledge.ts";
import { answerOutbound, forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson } from "#tests/support/people.ts";

const harness = await startHarness();
const person = await makePerson(harness);
const { save, reread, built, get, pages, ask } = knowledgeOf(harness, person);
const SHOP = "https://www.shop.com/";

afterEach(forgetOutbound);

const parking = "what does parking cost on sundays";

test("a re-reading that is asked for while a build runs is not lost", async () => {
  const { agentId } = await makeBot(person);
  let price = "two";
  const slow = held(() => `<p>Parking costs ${price} euros on Sundays.</p>`);
  serveShop({ "/": `<p>Start.</p><a href="/a">a</a>`, "/a": slow.answer });
  await save(agentId, [SHOP]);
  await slow.asked;
  price = "nine";
  await reread(agentId);
  slow.release();
  await built(agentId);
  expect((await ask(agentId, parking)).output.text).toContain("nine euros");
});

test("a greater depth that is saved while a build runs is the depth that is read", async () => {
  const { agentId } = await makeBot(person);
  const slow = held(() => `<p>Second.</p><a href="/b">b</a>`);
  serveShop({
    "/": `<p>Start.</p><a href="/a">a</a>`,
    "/a": slow.answer,
    "/b": "<p>Parking costs two euros on Sundays.</p>",
  });
  await save(agentId, [SHOP], { crawlDepth: 1 });
  await slow.asked;
  await save(agentId, [SHOP], { crawlDepth: 2 });
  slow.release();
  await built(agentId);
  expect(await pages(agentId)).toMatchObject({ "/b": { state: "ready" } });
});

test("an address that is deleted while it is being read leaves nothing behind, and holds nothing up", async () => {
  const { agentId } = await makeBot(person);
  const slow = held(() => "<p>Parking costs two euros on Sundays.</p>");
  serveShop({ "/": slow.answer, "/other": "<p>Dogs are welcome in the shop.</p>" });
  await save(agentId, [SHOP]);
  await slow.asked;
  await save(agentId, [`${SHOP}other`]);
  harness.logs();
  slow.release();
  const { sources, passages } = await built(agentId);
  expect(sources).toMatchObject([{ name: `${SHOP}other`, state: "ready" }]);
  expect(passages).toBe(1);
  expect(harness.logs().filter(({ message }) => message.includes(`"level":"error"`))).toEqual([]);
});

test("a deeper reading finds what unchanged pages link to, without fetching them again", async () => {
  const { agentId } = await makeBot(person);
  const shop = serveShop({
    "/": tagged(`<p>Start.</p><a href="/a">a</a>`),
    "/a": tagged(`<p>Further.</p><a href="/b">b</a>`),
    "/b": tagged("<p>Parking costs two euros on Sundays.</p>"),
  });
  await save(agentId, [SHOP], { crawlDepth: 1 });
  await built(agentId);
  expect(Object.keys(await pages(agentId))).toEqual(["/", "/a"]);
  shop.requests.length = 0;
  await save(agentId, [SHOP], { crawlDepth: 2 });
  await built(agentId);
  expect(await pages(agentId)).toMatchObject({
    "/": { state: "unchanged" },
    "/a": { state: "unchanged" },
    "/b": { state: "ready" },
  });
  const again = shop.requests.filter(({ url }) => /\/a?$/.test(new URL(url).pathname));
  expect(again.map(({ headers }) => headers.has("if-none-match"))).toEqual([true, true]);
});

test("a name without www that leads to the one with it is the same site", async () => {
  const { agentId } = await makeBot(person);
  serveShop({
    "/": `<p>Start.</p><a href="/a">a</a><a href="https://shop.com/b">b</a>`,
    "/a": "<p>Parking costs two euros on Sundays.</p>",
    "/b": "<p>Dogs are welcome in the shop.</p>",
  });
  answerOutbound("https://shop.com/", (request) => {
    const { pathname } = new URL(request.url);
    return new Response(null, { status: 301, headers: { location: `https://www.shop.com${pathname}` } });
  });
  await save(agentId, ["https://shop.com/"]);
  const { sources } = await built(agentId);
  expect(sources).toMatchObject([{ state: "ready", pages: 3 }]);
  expect((await ask(agentId, parking)).output.source).toEqual(["https://www.shop.com/a"]);
  expect((await ask(agentId, "are dogs welcome")).output.source).toEqual(["https://www.shop.com/b"]);
  // The same once more: a redirect to a known page is not a page of its own.
  await reread(agentId);
  expect(await built(agentId)).toMatchObject({ passages: 3, sources: [{ state: "ready", pages: 3 }] });
});

test("a website that is switched off keeps its addresses and what was read, and answers nothing until it is on again", async () => {
  const { agentId } = await makeBot(person);
  const shop = serveShop({ "/": "<p>Parking costs two euros on Sundays.</p>" });
  await save(agentId, [SHOP], { kbFromDoc: true, documents: [{ fileName: "none.pdf" }] });
  await built(agentId);
  const asked = shop.requests.length;
  await save(agentId, [SHOP], {
    kbFromWebsite: false,
    kbFromDoc: true,
    documents: [{ fileName: "none.pdf" }],
  });
  expect(await get(agentId)).toMatchObject({ kbFromWebsite: false, websitesUrls: [SHOP], passages: 1 });
  expect((await ask(agentId, parking)).kind).toBe("outOfScope");
  await save(agentId, [SHOP]);
  await built(agentId);
  expect((await ask(agentId, parking)).kind).toBe("knowledge");
  expect(shop.requests).toHaveLength(asked);
});

test("a page that asks not to be found is not, by its tag or its header, and what it links to is", async () => {
  const { agentId } = await makeBot(person);
  const hidden = "<p>Parking costs two euros on Sundays.</p>";
  serveShop({
    "/": () =>
      html(`${hidden}<a href="/a">a</a><a href="/b">b</a><a href="/c">c</a>`, {
        head: `<meta name="ROBOTS" content="NoIndex">`,
      }),
    "/a": () => html(hidden, { headers: { "x-robots-tag": "noindex, nofollow" } }),
    "/b": () => html(hidden, { headers: { "x-robots-tag": "none" } }),
    // Sets a preview size, which does not concern us, and a rule for Google only.
    "/c": () =>
      html("<p>Dogs are welcome in the shop.</p>", {
        headers: { "x-robots-tag": "max-image-preview:none, googlebot: noindex" },
      }),
  });
  await save(agentId, [SHOP]);
  const { passages } = await built(agentId);
  const refused = { state: "refused", reason: expect.stringContaining("asks not to be indexed") };
  expect(await pages(agentId)).toEqual({
    "/": refused,
    "/a": refused,
    "/b": refused,
    "/c": { state: "ready", reason: "" },
  });
  expect(passages).toBe(1);
});

test.each([503, 429])("a site whose robots.txt answers %i is not read at the moment", async (status) => {
  const { agentId } = await makeBot(person);
  let busy = false;
  const shop = serveShop({
    "/": "<p>Parking costs two euros on Sundays.</p>",
    "/robots.txt": () => new Response("no", { status: busy ? status : 404 }),
  });
  await save(agentId, [SHOP]);
  await built(agentId);
  busy = true;
  shop.requests.length = 0;
  await reread(agentId);
  await built(agentId);
  expect(shop.requests.map(({ url }) => new URL(url).pathname)).not.toContain("/");
  expect(await pages(agentId)).toEqual({
    "/": { state: "failed", reason: expect.stringContaining(String(status)) },
  });
  // The content of the last successful crawl is kept.
  expect((await ask(agentId, parking)).kind).toBe("knowledge");
});

test("a damaged PDF on a website is said to be damaged", async () => {
  const { agentId } = await makeBot(person);
  const pdf = { headers: { "content-type": "application/pdf" } };
  serveShop({
    "/": `<p>Start.</p><a href="/paper.pdf">p</a>`,
    "/paper.pdf": () => new Response("%PDF-1.7 and then nothing", pdf),
  });
  await save(agentId, [SHOP]);
  await built(agentId);
  const damaged = { state: "failed", reason: expect.stringContaining("damaged") };
  expect(await pages(agentId)).toMatchObject({ "/paper.pdf": damaged });
});

test("a site of many pages is read in several runs, and all of it", async () => {
  const { agentId } = await makeBot(person);
  const paths = Array.from({ length: 150 }, (_, number) => `/p${number}`);
  const links = paths.map((path) => `<a href="${path}">${path}</a>`).join(" ");
  serveShop({
    "/": `<p>All pages.</p>${links}`,
    ...Object.fromEntries(paths.map((path) => [path, `<p>This is what page ${path} says.</p>`])),
  });
  harness.logs();
  await save(agentId, [SHOP]);
  const { sources } = await built(agentId);
  expect(sources).toMatchObject([{ state: "ready", pages: 151 }]);
  // A run is in the log once it has ended, which may be after what it built is seen.
  let runs = 0;
  await eventually(() => {
    runs += harness.logs().filter(({ message }) => message.includes(`"job":"knowledge.build"`)).length;
    expect(runs).toBeGreaterThanOrEqual(3);
  });
});
