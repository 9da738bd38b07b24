import { expect, test } from "vitest";
import { exampleOf, examples, kept, keptBy } from "#tests/support/template-examples.ts";
import { templateRulesTexts } from "#texts/template-rules.ts";
import type { RuleName } from "#workers/contract/templates/places.ts";
import { problemsOf, rules, rulesByType } from "#workers/contract/templates/rules.ts";

const names = Object.keys(templateRulesTexts) as RuleName[];
const broken = (...[template, type]: Parameters<typeof problemsOf>) =>
  problemsOf(template, type).map(({ rule }) => rule);

test("there are at least 60 rules, each stated once, with a sentence and two examples", () => {
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(Object.keys(rules).toSorted()).toEqual(names.toSorted());
  expect(Object.keys(examples).toSorted()).toEqual(names.toSorted());
  expect([...new Set(Object.values(rulesByType).flat())].toSorted()).toEqual(names.toSorted());
});

test("a template of each other channel breaks none of its rules", () => {
  for (const [type, all] of Object.entries(keptBy)) {
    for (const template of all) expect(problemsOf(template, Number(type)), template.name).toEqual([]);
  }
});

test.for(Object.entries(kept))("a template of the kind %s breaks none", ([, template]) => {
  expect(problemsOf(template)).toEqual([]);
});

test.for(names)("%s is broken by the one example and kept by the other", (rule) => {
  const { breaks, keeps, type } = exampleOf(rule);
  expect(broken(breaks, type)).toContain(rule);
  // A template that just keeps a rule keeps the others too: it could be submitted.
  expect(problemsOf(keeps, type)).toEqual([]);
});

test("a problem names its place and says how to mend it", () => {
  const { breaks } = exampleOf("card.length");
  expect(problemsOf(breaks)).toEqual([
    { rule: "card.length", place: "cards.1.body.text", text: "Use at most 160 characters." },
  ]);
});
