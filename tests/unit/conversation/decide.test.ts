import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decide, type Facts, type IntentFacts } from "#workers/domain/conversation/decide.ts";
import type { PendingIntent } from "#workers/contract/endpoints/conversation.ts";

const parameter = (name: string, id: string, prompts: string[], required = true, value = "") => ({
  id,
  name,
  required,
  value,
  prompts,
});
const flight: IntentFacts = {
  id: "flight",
  name: "Book a flight",
  response: "From {from} to {To} on {day}. {unknown}",
  parameters: [
    parameter("from", "city", ["From where?", "Which city do you start in?"]),
    parameter("to", "city", ["Where to?"]),
    parameter("day", "sys.date", ["When?"], false),
  ],
};
const hello: IntentFacts = { id: "hello", name: "Hello", response: "Hi!", parameters: [] };

const facts = (more: Partial<Facts>): Facts => ({
  text: "anything at all",
  pending: null,
  pendingIntent: null,
  winner: null,
  mentions: [],
  asked: undefined,
  retries: 3,
  ...more,
});
const city = (value: string, start = 0) => ({ entityId: "city", value, start, end: start + value.length });

test("takes the values of one sentence in their order, and asks for the first that is missing", () => {
  const one = decide(facts({ winner: flight, mentions: [city("Pune", 10)] }));
  expect(one).toMatchObject({ kind: "prompt", text: "Where to?", values: { from: "Pune" } });
  const both = decide(facts({ winner: flight, mentions: [city("Pune", 10), city("Delhi", 20)] }));
  expect(both).toMatchObject({ kind: "answer", text: "From Pune to Delhi on . {unknown}", pending: null });
});

test("asks the prompts in order, gives up after the last try and forgets the intent", () => {
  let step = decide(facts({ winner: flight }));
  const said = [step.text];
  while (step.pending) {
    step = decide(facts({ pending: step.pending, pendingIntent: flight }));
    said.push(step.text);
  }
  expect(said).toEqual(["From where?", "Which city do you start in?", "Which city do you start in?", null]);
  expect(step).toMatchObject({ kind: "gaveUp", pending: null });
});

test("switches to another intent in the middle, unless the answer is what was asked for", () => {
  const { pending } = decide(facts({ winner: flight }));
  const switched = decide(facts({ pending, pendingIntent: flight, winner: hello }));
  expect(switched).toMatchObject({ kind: "answer", text: "Hi!", pending: null });
  const filled = decide(
    facts({
      text: "Pune",
      pending,
      pendingIntent: flight,
      winner: hello,
      asked: city("Pune"),
      mentions: [city("Pune")],
    }),
  );
  expect(filled).toMatchObject({ kind: "prompt", text: "Where to?", values: { from: "Pune" } });
  const aside = decide(
    facts({
      text: "hello how are you today in Pune",
      pending,
      pendingIntent: flight,
      winner: hello,
      asked: city("Pune", 27),
    }),
  );
  expect(aside).toMatchObject({ kind: "answer", text: "Hi!" });
});

test("a value is plain text in the answer, whatever is in it", () => {
  const answer = decide(
    facts({
      winner: { ...flight, response: "{from} {constructor} {__proto__}" },
      mentions: [city("[x](javascript:alert(1)) {to} <b>"), city("Delhi", 60)],
    }),
  );
  expect(answer.text).toBe(String.raw`\[x\](javascript:alert(1)) {to} \<b\> {constructor} {__proto__}`);
});

test("an intent that was deleted while it was being filled is forgotten", () => {
  const { pending } = decide(facts({ winner: flight }));
  expect(decide(facts({ pending, pendingIntent: null }))).toMatchObject({
    kind: "outOfScope",
    pending: null,
  });
});

/** What the machine should do, said as simply as it can be: which parameters are missing, and how often it asked. */
interface Model {
  missing: string[];
  tries: number;
}

test("never differs from its model in 10,000 conversations of up to 50 messages (R-16)", () => {
  const message = fc.constantFrom(
    "value",
    "nonsense",
    "flight",
    "flight with one",
    "flight with both",
    "hello",
  );
  fc.assert(
    fc.property(fc.array(message, { maxLength: 50 }), fc.integer({ min: 1, max: 4 }), (messages, retries) => {
      let model = null as Model | null;
      let pending: PendingIntent | null = null;
      for (const said of messages) {
        const pendingIntent: IntentFacts | null = pending ? flight : null;
        const mentions =
          said === "flight with one"
            ? [city("A", 3)]
            : said === "flight with both"
              ? [city("A", 3), city("B", 6)]
              : [];
        const winner = said.startsWith("flight") ? flight : said === "hello" ? hello : null;
        const asked = pending && said === "value" ? city("said") : pending ? mentions[0] : undefined;
        const answer = decide(
          facts({ text: said, pending, pendingIntent, winner, mentions, asked, retries }),
        );

        const given = mentions.length;
        let kind: string;
        if (model && said !== "hello") {
          const filled = said === "value" ? 1 : given;
          const left: string[] = model.missing.slice(filled);
          kind =
            filled > 0
              ? left.length > 0
                ? "prompt"
                : "answer"
              : model.tries + 1 >= retries
                ? "gaveUp"
                : "prompt";
          model =
            kind === "prompt"
              ? filled > 0
                ? { missing: left, tries: 0 }
                : { missing: model.missing, tries: model.tries + 1 }
              : null;
        } else if (winner === flight) {
          const left = ["from", "to"].slice(given);
          kind = left.length > 0 ? "prompt" : "answer";
          model = left.length > 0 ? { missing: left, tries: 0 } : null;
        } else {
          kind = winner ? "answer" : "outOfScope";
          model = null;
        }
        expect(answer.kind).toBe(kind);
        expect(answer.pending?.asking ?? null).toBe(model?.missing[0] ?? null);
        expect(answer.pending?.tries ?? 0).toBe(model?.tries ?? 0);
        pending = answer.pending;
      }
    }),
    { numRuns: 10_000 },
  );
});
