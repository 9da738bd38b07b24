import { trainBot } from "#db/seed/train.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { ANY_DAY, expected, type Message, SAYS, type State } from "#tests/support/turn-model.ts";
import { PEOPLE } from "#workers/contract/call-limits.ts";
import type { Turn } from "#workers/contract/endpoints/bot-sessions.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";

/** R-16 against the real thing: the Worker, its database, its recogniser and its language engine. */
const harness = await startHarness();
const person = await makePerson(harness);
const RETRIES = 3;
const ROUNDS = 40;
/** So many conversations at once, each with a session of its own. */
const AT_ONCE = 5;

const bot = await makeBot(person, {
  Hello: ["hello there", "good morning to you", "hi how are you today my friend"],
});
const { agentId, storyId } = bot;
const city = await person.call(entitiesApi.saveEntity, {
  body: {
    agentId,
    name: "city",
    values: ["Goa", "Pune", "Delhi"].map((value) => ({ value, type: "synonymns" as const })),
  },
});
await person.call(intentsApi.saveIntent, {
  body: {
    agentId,
    storyId,
    name: "Flight",
    utterances: ["book a flight", "I want to fly", "get me a plane ticket", "book a plane"].map(
      (utterance) => ({
        utterance,
      }),
    ),
    responses: [{ response: "From {from} to {to} on {day}." }],
    entities: [
      { id: city.id, name: "from", required: true, prompts: [SAYS.fromFirst, SAYS.fromAgain] },
      { id: city.id, name: "to", required: true, prompts: [SAYS.to] },
      { id: "sys.date", name: "day", value: ANY_DAY, prompts: ["When?"] },
    ],
  },
});
await person.call(intentsApi.saveIntent, {
  body: {
    agentId,
    storyId,
    name: "Greeting",
    utterances: ["hello there bot", "greetings to you all"].map((utterance) => ({ utterance })),
    responses: [{ response: SAYS.other }],
  },
});
await person.call(intentsApi.deleteIntent, {
  params: { agentId, storyId, intentId: bot.intents["Hello"] ?? "" },
});
await person.call(botsApi.saveAgentConfig, {
  params: { id: agentId },
  body: {
    entityExtractRetries: RETRIES,
    outOfScopeMessage: SAYS.outOfScope,
    modelType: "SVM",
    confidenceThreshold: 0.5,
    language: "en",
    didYouMean: false,
  },
});
await trainBot(person, agentId);

const say = (text: string, sessionId?: string, who = person): Promise<Turn> =>
  who.call(botSessionsApi.predictIntent, {
    body: { agentId, message: { text }, sessionId: sessionId ?? null },
  });

const day = "2031-03-05";
const messages: Message[] = [
  { text: "book a flight", means: "flight", cities: [] },
  { text: "book a flight to Goa", means: "flight", cities: ["Goa"] },
  { text: "book a flight from Goa to Pune", means: "flight", cities: ["Goa", "Pune"] },
  { text: "book a flight from Goa to Pune on 5 March 2031", means: "flight", cities: ["Goa", "Pune"], day },
  { text: "I want to fly on 5 March 2031", means: "flight", cities: [], day },
  { text: "Delhi", means: null, cities: ["Delhi"] },
  { text: "from Pune to Delhi", means: null, cities: ["Pune", "Delhi"] },
  { text: "Pune, on 5 March 2031", means: null, cities: ["Pune"], day },
  { text: "5 March 2031", means: null, cities: [], day },
  { text: "zxcv qwertz", means: null, cities: [] },
  { text: "hello there bot", means: "other", cities: [] },
  { text: "hello there bot, greetings to you all in Goa", means: "other", cities: ["Goa"], aside: true },
  { text: "never mind", means: null, cities: [], cancels: true },
];

test("each message means what the model takes it for", async () => {
  for (const { text, means, cities } of messages) {
    const turn = await say(text);
    expect(turn.intent?.name ?? null, text).toBe(
      means === "flight" ? "Flight" : means === "other" ? "Greeting" : null,
    );
    expect(turn.entities.filter(({ entityId }) => entityId === city.id).map(({ value }) => value)).toEqual(
      cities,
    );
  }
});

interface Real {
  /** One of several people: one alone may not say as much in a minute. */
  who: Person;
  sessionId: string | undefined;
  turns: number;
}

class Say implements fc.AsyncCommand<{ state: State }, Real> {
  readonly message: Message;
  constructor(message: Message) {
    this.message = message;
  }
  check(): boolean {
    return true;
  }
  async run(model: { state: State }, real: Real): Promise<void> {
    const next = expected(model.state, this.message, RETRIES);
    const turn = await say(this.message.text, real.sessionId, real.who);
    if (real.sessionId) expect(turn.sessionId).toBe(real.sessionId);
    expect(turn).toMatchObject({
      kind: next.kind,
      output: { text: next.says },
      asking: next.state === "idle" ? null : next.state.asking,
    });
    expect(turn.parameters).toEqual(next.values);
    model.state = next.state;
    real.sessionId = turn.sessionId;
    real.turns++;
  }
  toString(): string {
    return this.message.text;
  }
}

const conversation = fc.commands(
  messages.map((message) => fc.constant(new Say(message))),
  { maxCommands: 14, size: "max" },
);

test(`never differs from its model in ${ROUNDS * AT_ONCE} conversations through the API (R-16)`, async () => {
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, () => makeColleague(harness, person, { roles: [1] })),
  );
  let begun = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(conversation, { minLength: AT_ONCE, maxLength: AT_ONCE, size: "max" }),
      async (conversations) => {
        await Promise.all(
          conversations.map(async (commands) => {
            const who = people[begun++ % PEOPLE] ?? person;
            const real: Real = { who, sessionId: undefined, turns: 0 };
            await fc.asyncModelRun(() => ({ model: { state: "idle" as State }, real }), commands);
            if (!real.sessionId) return;
            const stored = await harness.env.TENANT_1.prepare(
              "SELECT turns, (SELECT count(*) FROM turns t WHERE t.conversation_id = c.id) AS logged FROM conversations c WHERE id = ?",
            )
              .bind(real.sessionId)
              .first();
            expect(stored).toEqual({ turns: real.turns, logged: real.turns });
          }),
        );
      },
    ),
    { numRuns: ROUNDS },
  );
});
