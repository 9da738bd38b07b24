import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { referenceCorpus } from "#db/seed/reference-data.ts";
import { makeBot } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { switchLibraryOn } from "#tests/support/library.ts";
import { makePerson } from "#tests/support/people.ts";
import { MAX_BODY_BYTES } from "#workers/contract/endpoint.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import { allEndpoints } from "#tests/support/endpoints.ts";
import { Tries } from "#tests/support/tries.ts";

const harness = await startHarness();
const person = await makePerson(harness);
await switchLibraryOn(harness, person);
const bot = await makeBot(person, { Intent: ["one phrase", "two phrases"] });
const nlp = "/api/chatbird/api/nlp";

const blnsFile = referenceCorpus("blns", "blns.json");
const naughty: string[] = existsSync(blnsFile)
  ? (JSON.parse(readFileSync(blnsFile, "utf8")) as string[])
  : [];

/** File uploads are left out, as they accept only forms: drive.test.ts sends them other bodies. */
const changing = allEndpoints.filter(
  ({ endpoint }) => endpoint.body && !endpoint.incoming && endpoint.access.kind !== "public",
);
/** Nested as deeply as the endpoint's size limit allows: a longer body is refused before it is read. */
const nested = (most = MAX_BODY_BYTES): string => {
  const depth = Math.min(20_000, most / 4);
  return `{"name":${"[".repeat(depth)}${"]".repeat(depth)}}`;
};

const pathOf = (path: string): string =>
  `/api${path.replace(":agentId", bot.agentId).replace(":storyId", bot.storyId).replace(":id", bot.agentId).replace(":step", "undo").replace(":settlement", "arrived")}`;

const MINUTES = 10 * 60_000;
const idOf = ({ id }: (typeof changing)[number]): string => id;
const refusedWithReason = { status: false, message: expect.stringMatching(/./) as string };

test("every call answers 400 to a body that is no object", { timeout: MINUTES }, async () => {
  const tries = new Tries("bad input: body × call");
  const bodies = ({ endpoint }: (typeof changing)[number]): Record<string, string | Uint8Array> => ({
    "half a JSON document": '{"name": "x',
    "a list": "[1,2,3]",
    "a bare string": '"hello"',
    null: "null",
    "bytes that are not UTF-8": new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]),
    "thousands of nested lists": nested(endpoint.maxBytes),
  });
  const cases = changing.flatMap((each) =>
    Object.entries(bodies(each)).map(([name, body]) => ({ ...each, name, body })),
  );
  const nameOf = ({ id, name }: (typeof cases)[number]) => `${id}, ${name}`;
  await tries.all(cases, nameOf, async ({ endpoint, body }) => {
    const response = await harness.fetch(pathOf(endpoint.path), {
      method: endpoint.method,
      headers: { "authentication-token": person.token, "content-type": "application/json" },
      body: body as BodyInit,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject(refusedWithReason);
  });
  tries.report();
});

test("every call names the fields that are missing or of a wrong type", { timeout: MINUTES }, async () => {
  const tries = new Tries("bad input: value × call");
  await tries.all(changing, idOf, async ({ endpoint }) => {
    const names = Object.keys(endpoint.body?.shape ?? {});
    for (const wrong of [42, true, [], {}, null, undefined, "\u0000"]) {
      const body = Object.fromEntries(names.map((name) => [name, wrong]));
      // An endpoint without required fields accepts an empty body.
      if (wrong === undefined && endpoint.body?.safeParse(body).success) continue;
      const response = await person.send(endpoint.method, pathOf(endpoint.path), body);
      expect([400, 404], JSON.stringify(body)).toContain(response.status);
      expect(await response.json()).toMatchObject(refusedWithReason);
    }
  });
  tries.report();
});

test(
  "every call refuses a body that is too large, or neither JSON nor a form",
  { timeout: MINUTES },
  async () => {
    const tries = new Tries("bad input: large and foreign × call");
    await tries.all(changing, idOf, async ({ endpoint }) => {
      const most = endpoint.maxBytes ?? MAX_BODY_BYTES;
      const huge = JSON.stringify({ name: "x".repeat(most + 1) });
      expect((await person.send(endpoint.method, pathOf(endpoint.path), huge)).status).toBe(413);
      const type = { "content-type": "text/xml" };
      expect((await person.send(endpoint.method, pathOf(endpoint.path), "<a/>", type)).status).toBe(415);
    });
    tries.report();
  },
);

describe("text", () => {
  test("of 5,000 characters is refused where a name is wanted, naming the field", async () => {
    const response = await person.send("POST", `${nlp}/agent`, { name: "n".repeat(5_000), description: "d" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { name: "Use at most 100 characters." } });
  });

  test("with U+0000 is refused in a sentence; a lone surrogate is stored well-formed", async () => {
    const nul = await person.send("POST", `${nlp}/agent`, { name: "a\u0000b", description: "d" });
    expect(nul.status).toBe(400);
    const saved = await person.call(botsApi.saveAgent, {
      body: { name: "lone \ud800 end", description: "d" },
    });
    expect(saved.name).toBe("lone \ufffd end");
  });

  test.skipIf(naughty.length === 0)(
    `that is naughty (${naughty.length} strings) is stored as it is or refused, never a failure`,
    async () => {
      const { agents: none } = await person.call(botsApi.listAgents, { query: { name: "naughty" } });
      expect(none).toEqual([]);
      let searcher = person;
      for (const [index, text] of naughty.entries()) {
        // One person may not search so often.
        if (index % 200 === 0) searcher = await makePerson(harness);
        const story = await person.send("POST", `${nlp}/story`, {
          agentId: bot.agentId,
          name: `${text} ${index}`,
        });
        expect([200, 400], text).toContain(story.status);
        if (story.status === 200) {
          const { data } = (await story.json()) as { data: { name: string } };
          expect(data.name).toBe(`${text} ${index}`.toWellFormed().trim().replace(/\s+/gu, " "));
        }
        const search = await searcher.send(
          "GET",
          `${nlp}/v2/agent?${new URLSearchParams({ name: text }).toString()}`,
        );
        expect([200, 400], text).toContain(search.status);
      }
    },
    240_000,
  );

  test.skipIf(naughty.length === 0)(
    "that is naughty is a question, a message, a value or a name like any other",
    async () => {
      const calls: ((text: string) => [method: string, path: string, body?: unknown])[] = [
        (text) => [
          "POST",
          `${nlp}/entity`,
          {
            agentId: bot.agentId,
            name: text,
            values: [{ value: text, type: "synonymns", synonyms: [text] }],
          },
        ],
        (text) => [
          "POST",
          `${nlp}/entity`,
          {
            agentId: bot.agentId,
            name: `p ${text}`,
            values: [{ value: "x", type: "pattern", pattern: [text] }],
          },
        ],
        (text) => ["POST", `${nlp}/agent/${bot.agentId}/testquestions`, { text, intentId: null }],
        (text) => ["POST", `${nlp}/agent/${bot.agentId}/overlaps`, { phrases: [text] }],
        (text) => [
          "POST",
          `${nlp}/paraphrase`,
          { agentId: bot.agentId, lines: [text], num_return_sequences: 5 },
        ],
        (text) => ["POST", `${nlp}/agent/${bot.agentId}/unmatched/ignore`, { texts: [text] }],
        (text) => [
          "GET",
          `${nlp}/agent/${bot.agentId}/genai/search?${new URLSearchParams({ question: text }).toString()}`,
        ],
        (text) => [
          "POST",
          `${nlp}/agent/${bot.agentId}/genai/config`,
          { kbFromWebsite: true, websitesUrls: [text] },
        ],
        (text) => ["POST", "/api/e/enterprise/appiyo_authconfig", { name: text, llm: 1, apikey: text }],
        (text) => ["POST", `${nlp}/predictIntent`, { agentId: bot.agentId, message: { text } }],
      ];
      // One of them is an address of the public internet: its name leads nowhere here.
      answerOutbound("https://cloudflare-dns.com/", () => Response.json({}));
      for (const [index, text] of naughty.entries()) {
        const answers = await Promise.all(
          // Every second call with every second text: all of them take a minute, and meet nothing else.
          calls
            .filter((_, at) => (at + index) % 2 === 0)
            .map((call) => {
              const [method, path, body] = call(text);
              return person.send(method, path, body);
            }),
        );
        for (const [at, { status }] of answers.entries())
          // Some calls are limited to so many a minute.
          expect([200, 400, 404, 409, 429], `${at}: ${text}`).toContain(status);
      }
    },
    240_000,
  );

  test.skipIf(naughty.length === 0)(
    "that is naughty survives as training phrase, response and prompt",
    async () => {
      const usable = naughty.filter(
        (text) => text.trim() !== "" && text.length <= 500 && !text.includes("\0"),
      );
      const unique = [
        ...new Map(usable.map((text) => [text.toLowerCase().trim().replace(/\s+/gu, " "), text])).values(),
      ];
      const phrases = unique.map((text, index) => ({ utterance: `${index} ${text}` }));
      const response = await person.send("POST", `${nlp}/intent`, {
        agentId: bot.agentId,
        storyId: bot.storyId,
        name: "Naughty",
        utterances: phrases,
        responses: [{ response: unique.slice(0, 100).join("\n") }],
      });
      expect(response.status, await response.clone().text()).toBe(200);
      const { data } = (await response.json()) as { data: { utterances: { utterance: string }[] } };
      expect(data.utterances.map(({ utterance }) => utterance)).toEqual(
        phrases.map(({ utterance }) => utterance.toWellFormed()),
      );
    },
  );
});

describe("a key that reaches for a prototype", () => {
  test.each(["__proto__", "constructor", "prototype"])("%s changes nothing (S-35)", async (key) => {
    const json = `{"name":"Proto ${key}","description":"d","${key}":{"polluted":true}}`;
    expect((await person.send("POST", `${nlp}/agent`, json)).status).toBe(200);
    const form = new URLSearchParams({ name: `Form ${key}`, description: "d", [key]: '{"polluted":true}' });
    const response = await person.send("POST", `${nlp}/agent`, form.toString(), {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(response.status).toBe(200);
    const health = await harness.fetch("/api/healthz");
    expect(await health.text()).not.toContain("polluted");
  });
});

describe("paging", () => {
  test.each(["from=-1", "perPage=0", "perPage=-2", "perPage=abc", "from=1.5", "perPage=999999", "from=NaN"])(
    "%s is refused with what is allowed",
    async (query) => {
      const response = await person.send("GET", `${nlp}/v2/agent?${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ status: false, errors: expect.any(Object) });
    },
  );
});

describe("an address", () => {
  test("that does not exist is answered 404 in the envelope, with a request id", async () => {
    const response = await person.send("GET", "/api/no/such/call");
    expect(response.status).toBe(404);
    expect(response.headers.get("x-request-id")).toMatch(/[\w-]{36}/);
    expect(await response.json()).toMatchObject({ status: false });
  });

  test.each(["%00", "..%2F..%2Fetc", "'%20OR%201=1", "x".repeat(500), "%F0%9F%98%80"])(
    "with the id %s finds nothing",
    async (id) => {
      expect((await person.send("GET", `${nlp}/agent/${id}`)).status).toBe(404);
    },
  );

  test("answers with the headers that keep it from being cached, sniffed or framed (S-09, S-31)", async () => {
    for (const path of [
      "/api/healthz",
      `${nlp}/v2/agent`,
      "/api/nowhere",
      "/api/docs",
      "/api/openapi.json",
    ]) {
      const { headers } = await person.send("GET", path);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("strict-transport-security")).toContain("max-age=31536000");
      expect(headers.has("access-control-allow-origin")).toBe(false);
    }
  });
});
