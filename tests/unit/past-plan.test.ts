import { expect, test } from "vitest";
import { PAST_DAYS, type PastPlace, planDay } from "#db/seed/past/plan.ts";

const UNTIL = Date.UTC(2026, 10, 24, 8);
const people = [0, 1, 2, 3, 4];
const place: PastPlace = {
  until: UNTIL,
  channels: [
    { id: "whatsapp", type: 1, isAnswered: true, byNumber: true },
    { id: "telegram", type: 2, isAnswered: false, byNumber: false },
  ],
  colleagues: people.length,
  departments: {
    Cards: { id: "cards", people: [0, 1, 2] },
    Loans: { id: "loans", people: [0, 3, 4] },
    "Customer Care": { id: "care", people },
  },
  labels: { Complaint: "complaint", Card: "card", Loan: "loan", "New account": "account" },
};
const days = Array.from({ length: PAST_DAYS }, (_, day) => planDay(place, day));
const steps = days.flat().flatMap((chat) => chat.steps);
const texts = steps.flatMap((step) =>
  "says" in step ? [step.says] : "does" in step && "text" in step.does ? [step.does.text] : [],
);

test("three weeks are planned alike each time, in time, and by people who are there", () => {
  expect(planDay(place, 3)).toEqual(days[3]);
  expect(planDay(place, 4)).not.toEqual(days[3]);
  expect(days.flat().length).toBeGreaterThan(480);
  for (const { steps: each } of days.flat()) {
    const times = each.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(UNTIL);
    expect(times[0]).toBeGreaterThan(UNTIL - (PAST_DAYS + 1) * 86_400_000);
  }
  for (const step of steps) if ("by" in step) expect(people).toContain(step.by);
});

test("each chat has a person of its own, and every word is filled in", () => {
  const addresses = days.flat().map(({ person }) => person.address.value);
  expect(new Set(addresses).size).toBeGreaterThan(addresses.length * 0.99);
  expect(texts.filter((text) => /[{}]|undefined/.test(text))).toEqual([]);
});

test("what is said is as varied as what happens", () => {
  expect(new Set(texts).size).toBeGreaterThan(800);
  expect(texts.filter((text) => /\p{Script=Devanagari}/u.test(text)).length).toBeGreaterThan(150);
  expect(texts.filter((text) => /\b(kya|hai|mein|nahi)\b/.test(text)).length).toBeGreaterThan(100);
  const kinds = new Set(
    steps.map((step) =>
      "does" in step ? step.does.action : Object.keys(step).find((key) => key !== "at" && key !== "by"),
    ),
  );
  expect([...kinds].toSorted()).toEqual(
    [
      "acceptTransfer",
      "agentNote",
      "agentReplyChat",
      "closes",
      "labels",
      "misses",
      "picksUp",
      "says",
      "transferChat",
    ].toSorted(),
  );
});
