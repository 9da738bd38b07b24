import { expect, test } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { makeBot } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";

const person = await makePerson(await startHarness());

test("a bot that needs a day and an hour is given both at once, and asks for neither", async () => {
  const { agentId, storyId } = await makeBot(person, {
    Hello: ["hello there", "good morning to you", "hi how are you my friend"],
  });
  await person.call(intentsApi.saveIntent, {
    body: {
      agentId,
      storyId,
      name: "Cab",
      utterances: ["book a cab", "I need a cab", "get me a taxi", "a cab please"].map((utterance) => ({
        utterance,
      })),
      responses: [{ response: "{day} {hour}" }],
      entities: [
        { id: "sys.date", name: "day", required: true, prompts: ["Which day?"] },
        { id: "sys.time", name: "hour", required: true, prompts: ["At what time?"] },
      ],
    },
  });
  await trainBot(person, agentId);
  const say = (text: string, sessionId: string | null = null) =>
    person.call(botSessionsApi.predictIntent, { body: { agentId, message: { text }, sessionId } });

  const atOnce = await say("book a cab tomorrow at 6 am");
  expect(atOnce.output.text).toMatch(/^\d{4}-\d\d-\d\d 06:00$/);

  const asked = await say("book a cab");
  expect(asked.output.text).toBe("Which day?");
  const answered = await say("kal shaam 5 baje", asked.sessionId);
  expect(answered.output.text).toMatch(/^\d{4}-\d\d-\d\d 17:00$/);
});
