import { afterEach, expect, test } from "vitest";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { html, knowledgeOf, resolveNames, serveShop } from "#tests/support/knowledge.ts";
import { answerOutbound, forgetOutbound, unexpected } from "#tests/support/outbound.ts";
import { playOpenAi } from "#tests/support/openai.ts";
import { makePdf } from "#tests/support/pdf.ts";
import { makePerson } from "#tests/support/people.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as knowledgeApi from "#workers/contract/endpoints/knowledge.ts";

const harness = await startHarness();
const person = await makePerson(harness);
const nlp = "/api/chatbird/api/nlp";

afterEach(forgetOutbound);

const { save, built, upload, ask } = knowledgeOf(harness, person);

test("reads a site's pages, follows its links, and answers with the sentences that matter and their source", async () => {
  const { agentId } = await makeBot(person);
  const asked = serveShop({
    "/help": `<nav><a href="/elsewhere">Menu</a></nav><h1>Help</h1><p>Welcome to the shop.</p><a href="/returns?utm_source=x#top">Returns</a> <a href="https://other.com/x">Other</a>`,
    "/returns": `<h1>Returns</h1><p>You can return a parcel within 30 days of delivery. The refund reaches your card in five working days.</p><p>Shoes must be unworn.</p><script>alert(1)</script>`,
    "/elsewhere": "<p>Nothing here about anything.</p>",
  });
  const saved = await save(agentId, ["https://www.shop.com/help"]);
  expect(saved.building.state).toMatch(/waiting|running|idle/);
  const state = await built(agentId);
  expect(state.sources).toMatchObject([{ name: "https://www.shop.com/help", state: "ready", pages: 3 }]);
  const answer = await ask(agentId, "When does the refund reach my card?");
  expect(answer).toMatchObject({ kind: "knowledge", output: { source: ["https://www.shop.com/returns"] } });
  expect(answer.output.text).toContain("five working days");
  expect(answer.output.text).not.toContain("alert");
  expect((await ask(agentId, "hello there")).kind).toBe("outOfScope");
  expect((await ask(agentId, "who won the football world cup in Argentina")).kind).toBe("outOfScope");
  expect(asked.requests.every(({ headers }) => headers.get("user-agent")?.includes("Chatbird"))).toBe(true);
});

test("obeys robots.txt, and never goes where a redirect or a name leads inside (S-38, S-39)", async () => {
  const { agentId } = await makeBot(person);
  resolveNames({ "www.shop.com": "93.184.216.34", "inside.shop.com": "10.0.0.7" });
  answerOutbound("https://www.shop.com/", (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/robots.txt") {
      return new Response("User-agent: *\nDisallow: /secret", { headers: { "content-type": "text/plain" } });
    }
    if (pathname === "/out")
      return new Response(null, { status: 302, headers: { location: "http://127.0.0.1/admin" } });
    if (pathname === "/in")
      return new Response(null, { status: 302, headers: { location: "https://inside.shop.com/" } });
    return html(
      `<p>Open from nine to five.</p><a href="/secret/x">s</a><a href="/out">o</a><a href="/in">i</a>`,
    );
  });
  await save(agentId, ["https://www.shop.com/"]);
  const { sources } = await built(agentId);
  const { pages } = await person.call(knowledgeApi.listKnowledgePages, {
    params: { id: agentId, sourceId: sources[0]?.id ?? "" },
  });
  const states = Object.fromEntries(pages.map(({ address, state }) => [new URL(address).pathname, state]));
  expect(states).toEqual({ "/": "ready", "/secret/x": "refused", "/out": "refused", "/in": "refused" });
  expect(unexpected.filter((each) => !each.includes("robots") && !each.includes("sitemap"))).toEqual([]);
});

test.each([
  "http://127.0.0.1/",
  "https://localhost/",
  "http://169.254.169.254/latest",
  "file:///etc/passwd",
  "https://u:p@a.com/",
  "https://a.com:8443/",
  "not an address",
])("refuses %s before any request, naming the row (S-37)", async (url) => {
  const { agentId } = await makeBot(person);
  const response = await person.send("POST", `${nlp}/agent/${agentId}/genai/config`, {
    kbFromWebsite: true,
    websitesUrls: ["https://www.shop.com/", url],
  });
  expect(response.status).toBe(400);
  expect(((await response.json()) as { errors: object }).errors).toHaveProperty("websitesUrls.1");
});

test("stops at endless pages and wrong types, and says why (S-40)", async () => {
  const { agentId } = await makeBot(person);
  resolveNames({ "www.shop.com": "93.184.216.34" });
  answerOutbound("https://www.shop.com/", (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/big") {
      return new Response(new Uint8Array(6 * 1024 * 1024), { headers: { "content-type": "text/html" } });
    }
    if (pathname === "/film") return new Response("x", { headers: { "content-type": "video/mp4" } });
    return pathname === "/"
      ? html(`<p>Hello.</p><a href="/big">b</a><a href="/film">f</a>`)
      : new Response("", { status: 404 });
  });
  await save(agentId, ["https://www.shop.com/"]);
  const { sources } = await built(agentId);
  const { pages } = await person.call(knowledgeApi.listKnowledgePages, {
    params: { id: agentId, sourceId: sources[0]?.id ?? "" },
  });
  const reasons = Object.fromEntries(pages.map(({ address, reason }) => [new URL(address).pathname, reason]));
  expect(reasons["/big"]).toContain("larger than 5 MB");
  expect(reasons["/film"]).toContain("video/mp4");
});

test.each(["OpenAi", "GPT2"] as const)(
  "an agent of the type %s writes its answers with its own key when the knowledge names no configuration",
  async (modelType) => {
    const { agentId } = await makeBot(person, smallBank);
    serveShop({ "/help": "<h1>Returns</h1><p>You can return a parcel within 30 days of delivery.</p>" });
    await save(agentId, ["https://www.shop.com/help"]);
    await built(agentId);
    const question = "until when can I return a parcel";
    expect((await ask(agentId, question)).output.text).toContain("within 30 days of delivery");
    await person.call(botsApi.saveAgentConfig, {
      params: { id: agentId },
      body: {
        entityExtractRetries: 3,
        outOfScopeMessage: "Sorry.",
        modelType,
        confidenceThreshold: 0.5,
        language: "en",
        openaiKey: "canary key",
      },
    });
    playOpenAi({ chat: () => "You have thirty days." });
    const { kind, output } = await ask(agentId, question);
    expect({ kind, ...output }).toEqual({
      kind: "knowledge",
      text: "You have thirty days.",
      source: ["https://www.shop.com/help"],
    });
  },
);

test("reads a PDF page by page and names the page; a deleted document answers no more (S-42)", async () => {
  const { agentId } = await makeBot(person, smallBank);
  const pdf = await makePdf([
    { heading: "Opening hours", lines: ["The shop opens at nine and closes at six."] },
    {
      heading: "Warranty",
      lines: ["Every kettle carries a warranty of twenty four months.", "Keep the receipt for it."],
    },
  ]);
  expect((await upload(agentId, "handbook.pdf", pdf)).status).toBe(200);
  await person.call(knowledgeApi.saveKnowledge, {
    params: { id: agentId },
    body: { kbFromDoc: true, documents: [{ fileName: "handbook.pdf" }] },
  });
  const state = await built(agentId);
  expect(state.sources).toMatchObject([{ kind: "document", state: "ready", pages: 2 }]);
  const answer = await ask(agentId, "how long is the warranty of a kettle");
  expect(answer.output.text).toContain("twenty four months");
  const [source = ""] = answer.output.source;
  expect(source).toMatch(/^\/api\/chatbird\/api\/nlp\/agent\/.*#page=2$/);
  const file = await person.send("GET", source);
  expect(file.headers.get("content-type")).toBe("application/pdf");
  expect(new Uint8Array(await file.arrayBuffer()).length).toBe(pdf.length);

  const again = await upload(agentId, "HANDBOOK.pdf", pdf);
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ message: 'File "HANDBOOK.pdf" is already exist' });

  await person.call(knowledgeApi.deleteDocuments, { body: { agentId, filenames: ["handbook.pdf"] } });
  expect((await ask(agentId, "how long is the warranty of a kettle")).kind).toBe("outOfScope");
  expect((await person.send("GET", source)).status).toBe(404);
});

test("refuses what is no PDF, and says of a damaged one that it is", async () => {
  const { agentId } = await makeBot(person);
  const page = await upload(agentId, "page.pdf", new TextEncoder().encode("<html>no</html>"));
  expect(page.status).toBe(400);
  expect(
    (await upload(agentId, "broken.pdf", new TextEncoder().encode("%PDF-1.7 and then nothing"))).status,
  ).toBe(200);
  const { sources } = await built(agentId);
  expect(sources).toMatchObject([{ state: "failed", reason: expect.stringContaining("damaged") }]);
});

test("answers an agent from its own knowledge only (S-42)", async () => {
  const [mine, other] = [await makeBot(person), await makeBot(person)];
  const stranger = await makePerson(harness);
  const theirs = await makeBot(stranger, smallBank);
  await stranger.call(botsApi.trainAgent, { params: { id: theirs.agentId }, query: {} });
  serveShop({
    "/": "<h1>Secret plan</h1><p>The secret plan is a picnic on Friday.</p>",
    "/other": "<p>Other things entirely.</p>",
  });
  await save(mine.agentId, ["https://www.shop.com/"]);
  await save(other.agentId, ["https://www.shop.com/other"]);
  await built(mine.agentId);
  await built(other.agentId);
  const question = "what is the secret plan";
  expect((await ask(mine.agentId, question)).kind).toBe("knowledge");
  expect((await ask(other.agentId, question)).kind).toBe("outOfScope");
  expect((await knowledgeOf(harness, stranger).ask(theirs.agentId, question)).kind).not.toBe("knowledge");
  // Switched off, it answers no more.
  await save(mine.agentId, []);
  expect(
    (
      await person.send("POST", `${nlp}/predictIntent`, {
        agentId: mine.agentId,
        message: { text: question },
      })
    ).status,
  ).toBe(409);
});

test("reads again only what has changed, and goes on after a crash where it was", async () => {
  const { agentId } = await makeBot(person);
  const pages = { "/": `<p>Start.</p><a href="/a">a</a>`, "/a": "<p>Parking is free on Sundays.</p>" };
  serveShop(pages);
  await save(agentId, ["https://www.shop.com/"]);
  const { sources } = await built(agentId);
  pages["/a"] = "<p>Parking costs two euros on Sundays.</p>";
  await person.call(knowledgeApi.rereadKnowledge, { params: { id: agentId } });
  await built(agentId);
  const { pages: read } = await person.call(knowledgeApi.listKnowledgePages, {
    params: { id: agentId, sourceId: sources[0]?.id ?? "" },
  });
  expect(read.map(({ state }) => state)).toEqual(["unchanged", "ready"]);
  expect((await ask(agentId, "what does parking cost on sundays")).output.text).toContain("two euros");
});
