import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import { trainBot } from "#db/seed/train.ts";
import { eventually } from "#tests/support/eventually.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { png } from "#tests/support/made-files.ts";
import { rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWidget, TestVisitor } from "#tests/support/widget.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import type { WidgetMessage } from "#workers/contract/widget.ts";
import { tidyUnusedFiles } from "#workers/domain/drive/tidy.ts";

const harness = await startHarness();
let owner: Person;
let agentId: string;
beforeAll(async () => {
  owner = await makePerson(harness);
  ({ agentId } = await makeBot(owner, smallBank));
  await trainBot(owner, agentId);
});

const visitorOf = async (channelId: string, headers: Record<string, string> = {}) => {
  const visitor = new TestVisitor(harness, channelId, headers);
  await visitor.begin();
  return visitor;
};
const words = (messages: readonly WidgetMessage[]) =>
  messages.map(({ way, body }) => `${way}: ${body.kind === "text" ? body.text : body.kind}`);
/** Asks as a visitor who waits: each has only so many calls a minute. */
const patiently = <T>(work: () => Promise<T>) => vi.waitFor(work, { timeout: 40_000, interval: 150 });
/** The messages of a visitor's next session, once there are so many. */
const shown = (visitor: TestVisitor, most: number) =>
  patiently(async () => {
    const { messages } = await visitor.after();
    expect(messages.length).toBeGreaterThanOrEqual(most);
    return messages;
  });
const messageRows = (channelId: string) =>
  rowsOf<{ id: string; status: string; direction: string; vendor_id: string }>(
    harness,
    "SELECT id, status, direction, vendor_id FROM messages WHERE channel_id = ? ORDER BY seq",
    channelId,
  );
/** A socket of a visitor, and all that it has heard. */
async function socketOf(channelId: string, visitor: TestVisitor) {
  const socket = harness.socket(`/api/widget/${channelId}/socket?token=${visitor.token}`);
  const heard: WidgetMessage[] = [];
  socket.addEventListener("message", ({ data }) => {
    const event = JSON.parse(String(data)) as { message: WidgetMessage };
    heard.push(event.message);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error("the socket did not open")));
  });
  return { socket, heard };
}

describe("a visitor", () => {
  test("who says the same under the same key twenty times at once has said it once", async () => {
    const { id } = await makeWidget(owner);
    const visitor = await visitorOf(id);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.say("hello", { key })));
    expect(new Set(answers.map((each) => each.id))).toEqual(new Set([key]));
    // Without a bot, a second message says that somebody will answer.
    const messages = await shown(visitor, 2);
    expect(messages.filter(({ way }) => way === "in").map((each) => each.id)).toEqual([key]);
    expect((await messageRows(id)).filter(({ direction }) => direction === "in")).toHaveLength(1);
  });

  test("is answered by the bot in every open tab, and finds it all in the next session", async () => {
    const { id } = await makeWidget(owner, { agentId });
    const visitor = await visitorOf(id);
    const [one, two] = [await socketOf(id, visitor), await socketOf(id, visitor)];
    await visitor.say("what is my balance");
    for (const { heard } of [one, two]) {
      await eventually(() =>
        expect(words(heard)).toEqual(["in: what is my balance", "out: Answer of Balance"]),
      );
    }
    // A tab may hear of it before it is noted as sent.
    await shown(visitor, 2);
    expect(words((await visitor.begin()).messages)).toEqual([
      "in: what is my balance",
      "out: Answer of Balance",
    ]);
    one.socket.close();
    two.socket.close();
  });

  test("without an open tab gets the answer by the cursor, once", async () => {
    const { id } = await makeWidget(owner, { agentId });
    const visitor = await visitorOf(id);
    await visitor.say("I lost my card");
    expect(words(await shown(visitor, 2))).toEqual(["in: I lost my card", "out: Answer of Lost card"]);
    const { cursor } = await visitor.after();
    expect(await visitor.after(cursor)).toEqual({ messages: [], cursor, more: false });
    await visitor.say("what is my balance");
    const next = await patiently(async () => {
      const { messages } = await visitor.after(cursor);
      expect(messages).toHaveLength(2);
      return messages;
    });
    expect(words(next)).toEqual(["in: what is my balance", "out: Answer of Balance"]);
  });

  test("fetches a long absence page by page, each message once and in order", async () => {
    const { id } = await makeWidget(owner);
    const visitor = await visitorOf(id);
    const said = Array.from({ length: 60 }, (_, at) => `line ${at}`);
    await visitor.say("line 0");
    const [first] = await eventually(async () => {
      const rows = await messageRows(id);
      expect(rows.length).toBeGreaterThan(0);
      // Words of ours that are still to leave hold the cursor.
      expect(rows.map(({ status }) => status)).not.toContain("queued");
      return rows;
    });
    // Written at once: what is said in a minute has a limit.
    await harness.env.TENANT_1.prepare(
      `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
       SELECT ?1 || e.key, m.enterprise_id, m.channel_id, m.identity_id, m.chat_id, m.seq + 100 + e.key, 'out', 'text',
         json_object('kind', 'text', 'text', e.value), 'person', 'p', 'sent', '{}', m.at + e.key
       FROM messages m, json_each(?2) e WHERE m.id = ?3`,
    )
      .bind(randomUUID(), JSON.stringify(said.slice(1)), first?.id ?? "")
      .run();
    const all: WidgetMessage[] = [];
    for (let cursor = "", more = true; more;) {
      const page = await visitor.after(cursor);
      all.push(...page.messages);
      ({ cursor, more } = page);
    }
    const texts = all
      .map(({ body }) => (body.kind === "text" ? body.text : ""))
      .filter((text) => text.startsWith("line"));
    expect(texts).toEqual(said);
  });

  test("is not shown what never left, and does not miss what leaves late", async () => {
    const { id } = await makeWidget(owner, { agentId });
    await owner.call(channelsApi.pauseChannel, { params: { id } });
    const visitor = await visitorOf(id);
    await visitor.say("what is my balance");
    await eventually(async () => expect((await messageRows(id)).at(-1)?.status).toBe("queued"));
    await visitor.say("I lost my card");
    await eventually(async () => expect(await messageRows(id)).toHaveLength(4));
    const { messages, cursor } = await visitor.after();
    expect(words(messages)).toEqual(["in: what is my balance", "in: I lost my card"]);
    await owner.call(channelsApi.resumeChannel, { params: { id } });
    await eventually(async () => {
      const late = await visitor.after(cursor);
      expect(words(late.messages)).toEqual([
        "out: Answer of Balance",
        "in: I lost my card",
        "out: Answer of Lost card",
      ]);
    });
  });

  test("tells what arrived and what was read, of their own messages alone", async () => {
    const { id } = await makeWidget(owner, { agentId });
    const [visitor, stranger] = [await visitorOf(id), await visitorOf(id)];
    await visitor.say("what is my balance");
    const answer = (await shown(visitor, 2))[1];
    const ids = [answer?.id ?? ""];
    await stranger.say("hello");
    await shown(stranger, 1);
    await stranger.call("POST", "seen", { read: ids });
    await visitor.call("POST", "seen", { delivered: ids });
    const statusOf = async () => (await messageRows(id)).find((row) => row.id === answer?.id)?.status;
    await eventually(async () => expect(await statusOf()).toBe("delivered"));
    await visitor.call("POST", "seen", { read: ids });
    await eventually(async () => expect(await statusOf()).toBe("read"));
  });

  test("who presses a button or rates has said so with its token", async () => {
    const { id } = await makeWidget(owner);
    const visitor = await visitorOf(id);
    await visitor.say({ kind: "formAnswer", token: "yes", label: "Yes, please" });
    const values = { rating: 4, comment: "quick" };
    await visitor.say({ kind: "formAnswer", token: "rating", label: "4 of 5", values });
    const messages = await shown(visitor, 3);
    expect(messages.filter(({ way }) => way === "in").map(({ body }) => body)).toEqual([
      { kind: "formAnswer", token: "yes", label: "Yes, please" },
      { kind: "formAnswer", token: "rating", label: "4 of 5", values },
    ]);
  });

  test("who types somebody else's number gets none of their messages", async () => {
    const { id } = await makeWidget(owner);
    const [asha, stranger] = [await visitorOf(id), await visitorOf(id)];
    const details = { name: "Asha", phone: "+91 98765 71001", mail: "Asha@Example.com" };
    await asha.say("my secret", { details });
    await shown(asha, 1);
    await stranger.say("who am I", { details });
    const messages = await shown(stranger, 1);
    expect(words(messages).join()).not.toContain("my secret");
    expect(words(await shown(asha, 1)).join()).not.toContain("who am I");
    const kinds = await rowsOf<{ kind: string; address: string }>(
      harness,
      "SELECT kind, address FROM addresses WHERE enterprise_id = ? AND address IN ('+919876571001', 'asha@example.com') ORDER BY kind",
      owner.enterpriseId,
    );
    expect(kinds).toEqual([
      { kind: "mail", address: "asha@example.com" },
      { kind: "number", address: "+919876571001" },
    ]);
    // Both are the customer with that number, each in a chat of their own.
    const customers = await rowsOf<{ name: string; chats: number }>(
      harness,
      "SELECT c.name, (SELECT count(*) FROM identities i WHERE i.enterprise_id = c.enterprise_id AND i.customer = c.number) AS chats FROM customers c WHERE c.phone = '+919876571001' AND c.enterprise_id = ?",
      owner.enterpriseId,
    );
    expect(customers).toEqual([{ name: "Asha", chats: 2 }]);
  });

  test.each([
    [{ phone: "12" }, "details.phone"],
    [{ mail: "nobody" }, "details.mail"],
  ])("whose details are %j is told which one is wrong", async (details, field) => {
    const { id } = await makeWidget(owner);
    const visitor = await visitorOf(id);
    const body = { key: randomUUID(), body: { kind: "text", text: "hi" }, details };
    const response = await visitor.send("POST", "messages", body);
    expect([response.status, Object.keys(((await response.json()) as { errors: object }).errors)]).toEqual([
      400,
      [field],
    ]);
  });
});

describe("a token", () => {
  test("of another channel, a forged one and none are refused, and begin a new visitor", async () => {
    const [here, there] = [await makeWidget(owner), await makeWidget(owner)];
    const visitor = await visitorOf(here.id);
    await visitor.say("hello");
    await shown(visitor, 1);
    const [head, body, signature = ""] = visitor.token.split(".");
    const forged = [head, body, (signature.startsWith("A") ? "B" : "A") + signature.slice(1)].join(".");
    const tries: [string, string][] = [
      [there.id, visitor.token],
      [here.id, forged],
      [here.id, owner.token],
      [here.id, ""],
    ];
    for (const [channelId, token] of tries) {
      const stranger = new TestVisitor(harness, channelId);
      stranger.token = token;
      const calls = [
        stranger.send("GET", "messages"),
        stranger.send("POST", "messages", { key: randomUUID(), body: { kind: "text", text: "x" } }),
        stranger.send("POST", "seen", { read: [] }),
        stranger.send("GET", `files/${randomUUID()}`),
        stranger.send("GET", `socket?token=${token}`, undefined, { upgrade: "websocket" }),
      ];
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
      expect((await stranger.begin()).messages).toEqual([]);
    }
  });

  test("of the console opens nothing here, and a visitor's opens nothing there", async () => {
    const { id } = await makeWidget(owner);
    const visitor = await visitorOf(id);
    const response = await harness.fetch("/api/e/enterprise/channels", {
      headers: { "authentication-token": visitor.token },
    });
    expect(response.status).toBe(403);
  });
});

describe("a website", () => {
  const origin = "https://shop.example.com";

  test("that the channel names is answered, others are refused, the socket too", async () => {
    const { id } = await makeWidget(owner, { origins: `${origin}\nhttp://localhost:3000` });
    const from = (site: string) => new TestVisitor(harness, id, { origin: site });
    const good = await from(origin).send("POST", "session", {});
    expect([good.status, good.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
    const evil = await from("https://evil.example").send("POST", "session", {});
    expect([evil.status, evil.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    const visitor = await visitorOf(id, { origin });
    const upgrade = (site: string) =>
      visitor.send("GET", `socket?token=${visitor.token}`, undefined, { upgrade: "websocket", origin: site });
    expect((await upgrade("https://evil.example")).status).toBe(403);
    expect((await from("http://127.0.0.1:8787").send("POST", "session", {})).status).toBe(200);
  });

  test("asks before it calls, and is told what it may send", async () => {
    const { id } = await makeWidget(owner);
    const asked = await new TestVisitor(harness, id, {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization",
    }).send("OPTIONS", "messages");
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, origin]);
    expect(asked.headers.get("access-control-allow-headers")).toContain("authorization");
  });

  test("whose channel is gone, or never was a widget, is told so", async () => {
    const { id } = await makeWidget(owner);
    const visitor = await visitorOf(id);
    await owner.call(channelsApi.deleteChannel, { params: { id } });
    await eventually(async () => {
      const gone = await visitor.send("POST", "session", {}, { origin });
      expect([gone.status, gone.headers.get("access-control-allow-origin")]).toEqual([404, origin]);
      expect(((await gone.json()) as { message: string }).message).toBe("This chat is no longer available.");
    });
    const played = await owner.call(channelsApi.createChannel, {
      body: { name: "Played", type: 12, vendor: 91 },
    });
    expect((await new TestVisitor(harness, played.id).send("POST", "session", {})).status).toBe(404);
  });

  test("is told the channel's looks, and whether somebody is there", async () => {
    const { id } = await makeWidget(owner, {
      title: "Ask us",
      colour: "#a1b2c3",
      position: "left",
      formMail: "required",
      hours: "Mon-Sun 00:00-00:01",
      hoursText: "Back soon",
    });
    const { config } = await new TestVisitor(harness, id).begin();
    expect(config).toMatchObject({
      title: "Ask us",
      colour: "#a1b2c3",
      position: "left",
      form: { name: "no", mail: "required", phone: "no" },
      hoursText: "Back soon",
    });
  });
});

describe("a file", () => {
  const formOf = (bytes: Uint8Array<ArrayBuffer>, name: string) => {
    const form = new FormData();
    form.append("file", new Blob([bytes]), name);
    return form;
  };

  test("is sent, shown to its visitor and nobody else's, and kept while its message is", async () => {
    const { id } = await makeWidget(owner);
    const [visitor, stranger] = [await visitorOf(id), await visitorOf(id)];
    const bytes = png(20, 20);
    const file = await visitor.call<{ fileId: string; mime: string }>(
      "POST",
      "files",
      formOf(bytes, "cat.png"),
    );
    expect(file.mime).toBe("image/png");
    const use = { kind: "file", fileId: file.fileId } as const;
    await expect(stranger.say(use)).rejects.toThrow("404");
    await visitor.say(use);
    const [said] = await shown(visitor, 1);
    expect(said?.body).toMatchObject({ kind: "image", medium: { fileId: file.fileId, name: "cat.png" } });
    const got = await visitor.send("GET", `files/${file.fileId}`);
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(bytes);
    expect(got.headers.get("content-disposition")).toContain("attachment");
    expect((await stranger.send("GET", `files/${file.fileId}`)).status).toBe(404);

    // Two days later, one that no message names is gone.
    const unused = await visitor.call<{ fileId: string }>("POST", "files", formOf(bytes, "dog.png"));
    const { env } = harness;
    await env.TENANT_1.prepare("UPDATE drive_files SET created_at = created_at - ? WHERE enterprise_id = ?")
      .bind(2 * 86_400_000, owner.enterpriseId)
      .run();
    const options = { now: Date.now(), dryRun: false };
    await tidyUnusedFiles(directory(env), tenantDatabase(env, "TENANT_1"), env.FILES, options);
    expect((await visitor.send("GET", `files/${file.fileId}`)).status).toBe(200);
    expect((await visitor.send("GET", `files/${unused.fileId}`)).status).toBe(404);
  });

  test("of a forbidden type or that is too large is refused", async () => {
    const { id } = await makeWidget(owner);
    const visitor = await visitorOf(id);
    const html = new TextEncoder().encode("<script>alert(1)</script>");
    expect((await visitor.send("POST", "files", formOf(html, "page.html"))).status).toBe(400);
    const large = new Uint8Array(10_100_000);
    expect((await visitor.send("POST", "files", formOf(large, "large.pdf"))).status).toBe(413);
  });
});

describe("too much", () => {
  test("of one visitor is refused for the rest of the minute, and says how long", async () => {
    const { id } = await makeWidget(owner);
    const [visitor, other] = [await visitorOf(id), await visitorOf(id)];
    // A minute may begin in between.
    const refused = await eventually(async () => {
      const calls = Array.from({ length: 60 }, () =>
        visitor.send("POST", "messages", { key: randomUUID(), body: { kind: "text", text: "spam" } }),
      );
      const found = (await Promise.all(calls)).filter(({ status }) => status === 429);
      expect(found.length).toBeGreaterThan(0);
      return found;
    });
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await other.say("me too")).way).toBe("in");
  });

  test("in one message is refused", async () => {
    const { id } = await makeWidget(owner);
    const visitor = await visitorOf(id);
    const say = (text: string) =>
      visitor.send("POST", "messages", { key: randomUUID(), body: { kind: "text", text } });
    expect((await say("x".repeat(4_097))).status).toBe(400);
    expect((await say("x".repeat(40_000))).status).toBe(413);
  });
});
