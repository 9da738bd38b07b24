import { expect, test } from "vitest";
import { exampleOf, examples, kept } from "#tests/support/template-examples.ts";
import { templateRulesTexts } from "#texts/template-rules.ts";
import type { RuleName } from "#workers/contract/templates/places.ts";
import { problemsOf, rules } from "#workers/contract/templates/rules.ts";

const names = Object.keys(templateRulesTexts) as RuleName[];
const broken = (template: Parameters<typeof problemsOf>[0]) => problemsOf(template).map(({ rule }) => rule);

test("there are at least 60 rules, each stated once, with a sentence and two examples", () => {
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(Object.keys(rules).toSorted()).toEqual(names.toSorted());
  expect(Object.keys(examples).toSorted()).toEqual(names.toSorted());
});

test.for(Object.entries(kept))("a template of the kind %s breaks none", ([, template]) => {
  expect(problemsOf(template)).toEqual([]);
});

test.for(names)("%s is broken by the one example and kept by the other", (rule) => {
  const { breaks, keeps } = exampleOf(rule);
  expect(broken(breaks)).toContain(rule);
  // What just keeps a rule keeps the others too: it could be submitted.
  expect(problemsOf(keeps)).toEqual([]);
});

test("a problem names its place and says how to mend it", () => {
  const { breaks } = exampleOf("card.length");
  expect(problemsOf(breaks)).toEqual([
    { rule: "card.length", place: "cards.1.body.text", text: "Use at most 160 characters." },
  ]);
});
