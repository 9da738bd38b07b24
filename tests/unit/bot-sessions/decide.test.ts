import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANY_DAY, expected, type Message, SAYS, type State } from "#tests/support/turn-model.ts";
import type { PendingIntent } from "#workers/contract/endpoints/bot-sessions.ts";
import { decide, type Facts, type IntentFacts } from "#workers/domain/bot-sessions/decide.ts";
import type { Mention } from "#workers/domain/bot-sessions/fill.ts";

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
  response: "From {from} to {to} on {day}.",
  parameters: [
    parameter("from", "city", [SAYS.fromFirst, SAYS.fromAgain]),
    parameter("to", "city", [SAYS.to]),
    parameter("day", "sys.date", ["When?"], false, ANY_DAY),
  ],
};
const other: IntentFacts = { id: "other", name: "Hello", response: SAYS.other, parameters: [] };

const facts = (more: Partial<Facts> & { mentions?: Mention[] }): Facts => ({
  text: "anything at all",
  pending: null,
  pendingIntent: null,
  winner: null,
  mentionsFor: ({ parameters }) =>
    (more.mentions ?? []).filter(({ entityId }) => parameters.some(({ id }) => id === entityId)),
  asked: [],
  cancels: false,
  retries: 3,
  ...more,
});
const city = (value: string, start = 0): Mention => ({
  entityId: "city",
  value,
  start,
  end: start + value.length,
});
/** An answer to "From where?", or to the question that `values` leave open. */
const answered = (
  text: string,
  { values = {}, ...more }: Partial<Facts> & { values?: Record<string, string>; mentions?: Mention[] },
) => {
  const asking = "from" in values ? "to" : "from";
  const pending = { intentId: "flight", values, asking, tries: 0 };
  return decide(facts({ text, pending, pendingIntent: flight, ...more }));
};

describe("an intent with parameters", () => {
  test("takes the values of one sentence in their order, and asks for the first that is missing", () => {
    const one = decide(facts({ winner: flight, mentions: [city("Pune", 10)] }));
    expect(one).toMatchObject({ kind: "prompt", text: SAYS.to, values: { from: "Pune" } });
    const both = decide(facts({ winner: flight, mentions: [city("Pune", 10), city("Delhi", 20)] }));
    expect(both).toMatchObject({ kind: "answer", text: "From Pune to Delhi on any day.", pending: null });
  });

  test("takes both values of one answer in their order, however long they are", () => {
    const answer = answered("from Goa to Thiruvananthapuram", {
      asked: [city("Goa", 5), city("Thiruvananthapuram", 12)],
    });
    expect(answer.values).toMatchObject({ from: "Goa", to: "Thiruvananthapuram" });
  });

  test("gives a single value to the parameter that was asked for, and said anew both change", () => {
    const values = { from: "Pune" };
    expect(answered("Goa", { values, asked: [city("Goa")] }).values).toMatchObject({
      from: "Pune",
      to: "Goa",
    });
    expect(
      answered("no, Delhi to Goa", { values, asked: [city("Delhi", 4), city("Goa", 13)] }).values,
    ).toMatchObject({ from: "Delhi", to: "Goa" });
  });

  test("keeps what an answer says besides, also when it is not what was asked for", () => {
    const date = { entityId: "sys.date", value: "2026-11-22", start: 0, end: 8 };
    const asked = answered("tomorrow", { mentions: [date] });
    expect(asked).toMatchObject({ kind: "prompt", text: SAYS.fromAgain, values: { day: "2026-11-22" } });
    expect(asked.pending).toMatchObject({ tries: 1, values: { day: "2026-11-22" } });
  });

  test("takes no second value from the words that are the answer, but those beside them", () => {
    const day = (start: number, end: number) => ({ entityId: "sys.date", value: "2026-11-22", start, end });
    const asked = [city("Sunday Market", 5), city("Goa", 30)];
    for (const { start, end } of [
      day(5, 11),
      day(12, 18),
      day(0, 6),
      day(17, 20),
      day(30, 33),
      day(29, 34),
    ]) {
      const { values } = answered("any text", { asked, mentions: [day(start, end)] });
      expect(values, `${start} to ${end}`).toEqual({ from: "Sunday Market", to: "Goa", day: ANY_DAY });
    }
    for (const { start, end } of [day(0, 5), day(18, 30), day(33, 40)]) {
      const { values } = answered("any text", { asked, mentions: [day(start, end)] });
      expect(values, `${start} to ${end}`).toMatchObject({ day: "2026-11-22" });
    }
  });

  test("said again in the middle goes on with what is known", () => {
    const values = { from: "Pune" };
    const again = answered("book a flight", { values, winner: flight });
    expect(again).toMatchObject({ kind: "prompt", text: SAYS.to, values, pending: { values, tries: 1 } });
    const filled = answered("book me a flight to Goa please", {
      values,
      winner: flight,
      asked: [city("Goa", 20)],
    });
    expect(filled).toMatchObject({ kind: "answer", values: { from: "Pune", to: "Goa" } });
  });

  test("a fixed value stands in until somebody says another", () => {
    const first = decide(facts({ winner: flight }));
    expect(first.values).toEqual({ day: ANY_DAY });
    expect(first.pending?.values).toEqual({});
    const needed = { ...flight, parameters: [parameter("city", "city", ["Where?"], true, "Delhi")] };
    const known = decide(facts({ winner: { ...needed, response: "{city}" } }));
    expect(known).toMatchObject({ kind: "answer", text: "Delhi" });
  });

  test("may have a parameter with the name of something every object has", () => {
    const odd: IntentFacts = {
      ...flight,
      response: "{__proto__} {constructor}",
      parameters: [parameter("__proto__", "city", ["Which?"]), parameter("constructor", "city", ["Who?"])],
    };
    const first = decide(facts({ winner: odd, mentions: [city("Goa")] }));
    expect(first).toMatchObject({ kind: "prompt", text: "Who?" });
    const stored = JSON.parse(JSON.stringify(first.pending)) as PendingIntent;
    const second = decide(
      facts({ text: "Pune", pending: stored, pendingIntent: odd, asked: [city("Pune")] }),
    );
    expect(second).toMatchObject({ kind: "answer", text: "Goa Pune" });
  });
});

describe("somebody who does not answer", () => {
  test("is asked the prompts in order, the last again, and after the last try the intent is forgotten", () => {
    let step = decide(facts({ winner: flight }));
    const said = [step.text];
    while (step.pending) {
      step = decide(facts({ pending: step.pending, pendingIntent: flight }));
      said.push(step.text);
    }
    expect(said).toEqual([SAYS.fromFirst, SAYS.fromAgain, SAYS.fromAgain, null]);
    expect(step).toMatchObject({ kind: "gaveUp", pending: null });
  });

  test("has the tries anew for each parameter", () => {
    const pending = { intentId: "flight", values: {}, asking: "from", tries: 2 };
    const next = decide(facts({ text: "Goa", pending, pendingIntent: flight, asked: [city("Goa")] }));
    expect(next.pending).toMatchObject({ asking: "to", tries: 0 });
  });

  test("may stop it", () => {
    expect(answered("never mind", { cancels: true })).toMatchObject({ kind: "cancelled", pending: null });
  });

  test("switches to another intent in the middle, unless the answer is what was asked for", () => {
    expect(answered("hello", { winner: other })).toMatchObject({ kind: "answer", text: SAYS.other });
    expect(answered("Pune", { winner: other, asked: [city("Pune")] })).toMatchObject({
      kind: "prompt",
      text: SAYS.to,
      values: { from: "Pune" },
    });
    const aside = answered("hello how are you today in Pune", { winner: other, asked: [city("Pune", 27)] });
    expect(aside).toMatchObject({ kind: "answer", text: SAYS.other, pending: null });
  });

  test("has answered when the value is half of the letters said, whatever stands between them", () => {
    const answer = (text: string) =>
      answered(text, { winner: other, asked: [city("Pune", text.indexOf("Pune"))] }).text;
    for (const text of ["Pune asap", "Pune!!!!!!!!!!!", "Pune           ", "– – – – – Pune – – – – –"]) {
      expect(answer(text), text).toBe(SAYS.to);
    }
    expect(answer("Pune today")).toBe(SAYS.other);
  });

  test("is not asked for an intent or a parameter that was deleted meanwhile", () => {
    const pending = { intentId: "flight", values: {}, asking: "gone", tries: 0 };
    for (const pendingIntent of [null, flight]) {
      const step = decide(facts({ text: "Goa", pending, pendingIntent }));
      expect(step).toMatchObject({ kind: "outOfScope", pending: null });
    }
  });
});

/** A message for the model, together with the findings that the rule would have for it. */
const messageOf = fc
  .record({
    means: fc.constantFrom("flight" as const, "other" as const, null),
    cities: fc.array(fc.constantFrom("Goa", "Pune", "Delhi"), { maxLength: 3 }),
    day: fc.option(fc.constantFrom("2026-11-22", "2027-01-01"), { nil: undefined }),
    aside: fc.boolean(),
    cancels: fc.boolean(),
  })
  .map(({ aside, day, ...rest }): Message => {
    const words = [...rest.cities, ...(day ? [day] : [])].join(" ");
    return {
      ...rest,
      ...(day && { day }),
      aside,
      text: aside ? `${words} ${"and so on ".repeat(9)}` : words,
    };
  })
  // A day beside the cities makes them less than half of the words as well.
  .filter(({ aside, day }) => aside === true || day === undefined);

function mentionsIn({ cities, day }: Message): Mention[] {
  let start = 0;
  const placed = [...cities.map((value) => ["city", value]), ...(day ? [["sys.date", day]] : [])];
  return placed.map(([entityId = "", value = ""]) => {
    const mention = { entityId, value, start, end: start + value.length };
    start = mention.end + 1;
    return mention;
  });
}

class Say implements fc.Command<{ state: State }, { pending: PendingIntent | null }> {
  readonly message: Message;
  readonly retries: number;
  constructor(message: Message, retries: number) {
    this.message = message;
    this.retries = retries;
  }
  check(): boolean {
    return true;
  }
  run(model: { state: State }, real: { pending: PendingIntent | null }): void {
    const { message, retries } = this;
    const next = expected(model.state, message, retries);
    const mentions = mentionsIn(message);
    const pendingIntent = real.pending ? flight : null;
    const step = decide(
      facts({
        text: message.text,
        pending: real.pending,
        pendingIntent,
        winner: message.means === "flight" ? flight : message.means === "other" ? other : null,
        mentions,
        asked: pendingIntent ? mentions.filter(({ entityId }) => entityId === "city") : [],
        cancels: message.cancels ?? false,
        retries,
      }),
    );
    if (
      step.kind !== next.kind ||
      (step.text ?? next.says) !== next.says ||
      (step.pending?.asking ?? "idle") !== (next.state === "idle" ? "idle" : next.state.asking) ||
      (step.pending?.tries ?? 0) !== (next.state === "idle" ? 0 : next.state.tries)
    ) {
      expect(step).toMatchObject(next);
    }
    if (
      Object.keys({ ...step.values, ...next.values }).some((name) => step.values[name] !== next.values[name])
    ) {
      expect(step.values).toEqual(next.values);
    }
    model.state = next.state;
    real.pending = step.pending;
  }
  toString(): string {
    return JSON.stringify(this.message);
  }
}

test("never differs from its model in 10,000 conversations of up to 50 messages (R-16)", () => {
  let steps = 0;
  const conversation = fc
    .integer({ min: 1, max: 4 })
    .chain((retries) =>
      fc.commands([messageOf.map((message) => new Say(message, retries))], { maxCommands: 50, size: "max" }),
    );
  fc.assert(
    fc.property(conversation, (commands) => {
      fc.modelRun(() => ({ model: { state: "idle" as State }, real: { pending: null } }), commands);
      steps += [...commands].length;
    }),
    { numRuns: 10_000 },
  );
  expect(steps).toBeGreaterThan(100_000);
});
