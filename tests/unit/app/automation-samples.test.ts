import { describe, expect, test } from "vitest";
import { type SampleId, sampleOf, samples } from "#app/features/automation-samples/samples.ts";
import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { graph } from "#workers/contract/automation/graph.ts";
import { validate } from "#workers/domain/flow/validate.ts";
import { automationSamplesTexts as texts } from "#texts/automation-samples.ts";
import { fields as ofContact, NOW, Played } from "#tests/support/flow.ts";
import { compile } from "#workers/domain/flow/compile.ts";
import type { NameType } from "#workers/contract/expression.ts";

/** The fields that every enterprise's customers have. */
const fields = new Map<string, NameType>([
  ["name", "text"],
  ["phoneNumber", "text"],
]);
/** Things that another enterprise does not have. */
const NAMES = ["Id", "templateId", "botId", "formId", "journeyId", "milestoneId", "departmentId"];

describe.each(samples)("the sample $title", ({ id }) => {
  const given = sampleOf(id);

  test("is whole: nothing is wrong with it, and no exit leads nowhere", () => {
    expect(graph.parse(given)).toEqual(given);
    expect(validate(given, { fields, journeys: new Map() })).toEqual([]);
  });

  test("names nothing that an enterprise has to have", () => {
    const named = given.nodes.flatMap(({ data }) =>
      Object.keys(data).filter((key) => NAMES.some((name) => key.endsWith(name))),
    );
    expect(named).toEqual([]);
  });

  test("is drawn with no node upon another", () => {
    const places = given.nodes.map(({ position: { x, y } }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
  });
});

const played = (id: SampleId) => new Played(compile(sampleOf(id), { fields: ofContact }));

describe("somebody's way through", () => {
  test("a welcome: the answer to what was chosen, a person for anything else", () => {
    const one = played("welcome");
    one.start();
    one.says("Opening hours");
    expect(one.said.at(-1)).toBe(texts.welcome.hoursAnswer);
    expect(one.path.at(-1)).toBe("answered");
    const other = played("welcome");
    other.start();
    other.says("My card is lost");
    expect(other.path).toContain("menu.other");
    expect(other.effects.map(({ kind }) => kind)).toContain("handOver");
  });

  test("a reminder: at nine in the morning of the day before, by their own clock", () => {
    const one = played("reminder");
    one.start();
    one.says("2026-12-24");
    expect(new Date(one.run.wakeAt ?? 0).toISOString()).toBe("2026-12-23T03:30:00.000Z");
    one.wake();
    expect(one.said.at(-1)).toBe(texts.reminder.remind);
    one.says("I will come");
    expect(one.path.at(-1)).toBe("coming");
  });

  test("being won back: a second message after 20 hours, and no third", () => {
    const one = played("comeback");
    one.start();
    one.wake();
    expect(one.now - NOW).toBe(20 * 3_600_000);
    expect(one.said).toEqual([expect.stringContaining("Asha"), texts.comeback.second]);
    one.wake();
    expect(one.path.at(-1)).toBe("silent");
    const back = played("comeback");
    back.start();
    back.says("Yes?");
    expect(back.effects.map(({ kind }) => kind)).toContain("handOver");
  });

  test("a lead: a large team gets a person, a small one a sentence", () => {
    const sizes = { "80": "size.row:large", "3": "size.else" };
    for (const [team, way] of Object.entries(sizes)) {
      const one = played("qualify");
      one.start();
      for (const said of ["A product", team, "asha@example.test"]) one.says(said);
      expect(one.path).toContain(way);
    }
  });

  test("feedback: what went wrong goes to a person with the chat", () => {
    const one = played("feedback");
    one.start();
    one.wake();
    one.says("Not good");
    one.says("Nobody answered");
    expect(JSON.stringify(one.effects)).toContain("Was not happy with a chat: Nobody answered");
  });

  test("an application that was begun: an hour, then 20, and help for who is stuck", () => {
    const one = played("abandoned");
    one.start();
    one.wake();
    expect(one.now - NOW).toBe(3_600_000);
    one.wake();
    expect(one.said.at(-1)).toBe(texts.abandoned.second);
    one.says(texts.abandoned.goOn);
    expect(one.said.at(-1)).toBe(texts.abandoned.how);
    expect(one.path.at(-1)).toBe("goesOn");
    const stuck = played("abandoned");
    stuck.start();
    stuck.wake();
    stuck.says(texts.abandoned.help);
    expect(stuck.effects.map(({ kind }) => kind)).toContain("handOver");
  });

  test("a payment: what is usual where no launch says more, and asked again on the promised day", () => {
    const one = played("payment");
    one.start();
    expect(one.said[0]).toBe("Hello Asha, a payment of 500 rupees is due on the day that we agreed.");
    one.says(texts.payment.later);
    one.says("2026-12-24");
    expect(one.said.at(-1)).toContain("2026-12-24");
    expect(new Date(one.run.wakeAt ?? 0).toISOString()).toBe("2026-12-24T11:30:00.000Z");
    one.wake();
    expect(one.said.at(-1)).toBe(texts.payment.asked);
    one.says(texts.payment.paid);
    expect(one.path.at(-1)).toBe("paid");
  });

  test("a payment by the link: it is thanked for once it has arrived, and a link that can't be made leads to a person", () => {
    const one = played("payment");
    one.start();
    one.says(texts.payment.now);
    const asked = one.effects.at(-1);
    expect(asked).toMatchObject({ kind: "payment", amount: 500, currency: "INR" });
    const key = asked?.key ?? "";
    one.result({ ok: true, data: { url: "https://pay.test/1" } });
    expect(one.said.at(-1)).toContain("https://pay.test/1");
    one.event({ kind: "payment", key, status: "paid", data: { id: "pay_1" } });
    expect(one.said.at(-1)).toBe("Thank you, your payment of 500 rupees has arrived.");
    const none = played("payment");
    none.start();
    none.says(texts.payment.now);
    none.result({ ok: false, code: "noAccount", retryable: false });
    expect(none.effects.map(({ kind }) => kind)).toContain("handOver");
  });

  test("an identity: wrong answers are asked again, and what is confirmed goes to a person", () => {
    const one = played("identity");
    one.start();
    for (const said of [texts.identity.begin, "Asha Rao", "1990-05-31", "?"]) one.says(said);
    expect(one.said.at(-1)).toBe(texts.identity.againNumber);
    one.says("AB 123456");
    const medium = { url: "https://files.example/id.jpg", mediaType: "image/jpeg" };
    one.event({ kind: "reply", key: "ch1:c1", body: { kind: "image", medium } as never });
    expect(one.said.at(-1)).toContain("Asha Rao");
    one.says(texts.identity.right);
    expect(JSON.stringify(one.effects)).toContain("Identity to be checked: Asha Rao");
    expect(one.path).toContain("summary.option:right");
  });

  test("an opt-in: confirmed by a second word, and a no is kept as well", () => {
    const changes = (one: Played) =>
      one.effects.flatMap((each) => (each.kind === "customer" ? each.changes.map(({ kind }) => kind) : []));
    const one = played("consent");
    one.start();
    one.says(texts.consent.yes);
    expect(changes(one)).toEqual([]);
    one.says("Yes!");
    expect(changes(one)).toEqual(["optIn"]);
    expect(one.path.at(-1)).toBe("optedIn");
    const other = played("consent");
    other.start();
    other.says(texts.consent.no);
    expect(changes(other)).toEqual(["optOut"]);
    expect(other.path.at(-1)).toBe("optedOut");
    const unsure = played("consent");
    unsure.start();
    for (const said of [texts.consent.yes, "hm", "later"]) unsure.says(said);
    expect(changes(unsure)).toEqual([]);
    expect(unsure.path.at(-1)).toBe("unsure");
  });

  test("a survey: thanks by score, and a call for who wants one", () => {
    const one = played("survey");
    one.start();
    for (const said of ["12", "10", "Everything"]) one.says(said);
    expect(one.said).toEqual([
      texts.survey.score,
      texts.survey.againScore,
      texts.survey.whyGood,
      texts.survey.thanks,
    ]);
    expect(one.path.at(-1)).toBe("surveyed");
    const bad = played("survey");
    bad.start();
    for (const said of ["3", "Too slow", texts.survey.yes]) bad.says(said);
    expect(JSON.stringify(bad.effects)).toContain("Gave 3 of 10 and may be called: Too slow");
  });
});

test("there are ten, and each comes to an end of its own whatever somebody does", () => {
  expect(samples).toHaveLength(10);
  for (const { id } of samples) {
    const silent = played(id);
    silent.start();
    for (let times = 0; times < 20 && silent.run.state === "waiting"; times++) silent.wake();
    expect([id, silent.run.state]).toEqual([id, "completed"]);
  }
});

test("each begins by itself as a journey, none by another's word, and none as an encap, whose launch lets people in", () => {
  const triggersOf = (id: SampleId, kind: "journey" | "encap") => {
    const start = sampleOf(id, kind).nodes.find(({ type }) => type === "start");
    return nodeTypes.start.schema.parse(start?.data).triggers;
  };
  const all = samples.flatMap(({ id }) => triggersOf(id, "journey").map((each) => JSON.stringify(each)));
  expect(all).toHaveLength(10);
  expect(new Set(all).size).toBe(10);
  expect(samples.flatMap(({ id }) => triggersOf(id, "encap"))).toEqual([]);
});
