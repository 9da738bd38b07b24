import { templateRulesTexts as texts } from "#texts/template-rules.ts";
import type { Rule, RuleName } from "./places.ts";
import { rulesOfButtons } from "./rules-of-buttons.ts";
import { rulesOfKinds } from "./rules-of-kinds.ts";
import { rulesOfTexts } from "./rules-of-texts.ts";
import type { Template } from "./template.ts";

/**
 * What WhatsApp refuses in a template, as data: each rule finds the places that break it. Sources: platform-shell.md 5,
 * which holds where it is stricter (an offer's text, cards with two buttons), and Meta's pages on components, marketing
 * and authentication templates. The builder shows them as one types, the server asks them before it submits, and the
 * simulator rejects by them.
 */
export const rules: Readonly<Record<RuleName, Rule>> = {
  ...rulesOfTexts,
  ...rulesOfButtons,
  ...rulesOfKinds,
};

export interface Problem {
  rule: RuleName;
  place: string;
  text: string;
}

/** Everything that WhatsApp would refuse in a template, in the order of the rules; nothing where it may be submitted. */
export const problemsOf = (template: Template): Problem[] =>
  (Object.keys(rules) as RuleName[]).flatMap((rule) =>
    rules[rule](template).map((place) => ({ rule, place, text: texts[rule] })),
  );
