import { beforeEach, expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import { HISTORY_PAGE } from "#workers/contract/endpoints/chats.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const HOUR_MS = 3_600_000;
const SAID = `WITH RECURSIVE n(i) AS (SELECT (SELECT max(seq) + 1 FROM messages WHERE chat_id = ?1) UNION ALL SELECT i + 1 FROM n WHERE i < 300)
  INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
  SELECT ?1 || i, c.enterprise_id, c.channel_id, c.identity_id, c.id, i, 'in', 'text', json_object('kind', 'text', 'text', 'message ' || i), 'customer', '', 'received', '{}', ?2 + i * ${HOUR_MS}
  FROM n CROSS JOIN chats c WHERE c.id = ?1`;

test("a page begins with the first message since a time; where nothing was said since it is the latest", async () => {
  const owner = await makePerson(harness);
  const { chatId } = await makeWaiting(harness, await makeChannel(harness, owner));
  const begin = Date.parse("2026-01-01T00:00:00.000Z");
  await harness.env.TENANT_1.prepare("UPDATE messages SET at = ? WHERE chat_id = ?")
    .bind(begin, chatId)
    .run();
  await harness.env.TENANT_1.prepare(SAID).bind(chatId, begin).run();
  const page = async (on?: string) => {
    const { messages, more } = await owner.call(chatsApi.getChat, {
      params: { id: chatId },
      query: on === undefined ? {} : { on },
    });
    return { first: messages[0]?.seq, last: messages.at(-1)?.seq, more };
  };
  const at = (seq: number) => new Date(begin + seq * HOUR_MS).toISOString();
  expect(await page(at(100))).toEqual({ first: 100, last: 100 + HISTORY_PAGE - 1, more: true });
  expect(await page(at(99.5))).toEqual({ first: 100, last: 100 + HISTORY_PAGE - 1, more: true });
  expect(await page(at(-24))).toEqual({ first: 1, last: HISTORY_PAGE, more: false });
  const latest = await page();
  expect(await page(at(900))).toEqual(latest);
  expect(latest.last).toBe(300);
  const wrong = await owner.send("GET", `/api/e/enterprise/chat/${chatId}?on=yesterday`);
  expect(wrong.status).toBe(400);
  const other = await makePerson(harness);
  expect((await other.send("GET", `/api/e/enterprise/chat/${chatId}?on=${at(100)}`)).status).toBe(404);
});
