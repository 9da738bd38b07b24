import { templateRulesTexts as texts } from "#texts/template-rules.ts";
import { channelTypes } from "../channel-types.ts";
import type { Rule, RuleName } from "./places.ts";
import { rulesOfButtons } from "./rules-of-buttons.ts";
import { rulesOfKinds } from "./rules-of-kinds.ts";
import { rulesOfMail } from "./rules-of-mail.ts";
import { rulesOfRcs } from "./rules-of-rcs.ts";
import { rulesOfSms } from "./rules-of-sms.ts";
import { rulesOfTexts } from "./rules-of-texts.ts";
import type { Template, TemplateType } from "./template.ts";

/**
 * Rules that find the places of a template that break them: platform-shell.md 5's where it is stricter, else Meta's
 * (its pages on components, marketing, authentication). Builder, server and simulator share them.
 */
export const rules: Readonly<Record<RuleName, Rule>> = {
  ...rulesOfTexts,
  ...rulesOfButtons,
  ...rulesOfKinds,
  ...rulesOfSms,
  ...rulesOfRcs,
  ...rulesOfMail,
};

const names = Object.keys(rules) as RuleName[];
const beginning = (...begins: string[]): RuleName[] =>
  names.filter((name) => begins.some((each) => name.startsWith(`${each}.`)));
const NAME: RuleName[] = ["name.required", "name.length"];
const VARIABLES: RuleName[] = ["variable.braces", "variable.name", "variable.mixed", "variable.order"];
const BUTTONS: RuleName[] = ["button.required", ...beginning("url", "phone")];
const others = new Set(beginning("sms", "dlt", "rcs", "mail"));

/** The rules of each channel type that has templates. */
export const rulesByType: Readonly<Record<TemplateType, readonly RuleName[]>> = {
  [channelTypes.whatsApp]: names.filter((name) => !others.has(name)),
  [channelTypes.sms]: [...NAME, "body.required", ...beginning("sms", "dlt")],
  [channelTypes.rcs]: [...NAME, ...VARIABLES, "button.length", ...BUTTONS, ...beginning("rcs")],
  [channelTypes.email]: [...NAME, ...VARIABLES, "body.required", ...BUTTONS, ...beginning("mail")],
};

export interface Problem {
  rule: RuleName;
  place: string;
  text: string;
}

/** Everything that would be refused in a template of a channel type, in the order of the rules; by default WhatsApp's. */
export const problemsOf = (template: Template, type: number = channelTypes.whatsApp): Problem[] =>
  (rulesByType[type as TemplateType] ?? []).flatMap((rule) =>
    rules[rule](template).map((place) => ({ rule, place, text: texts[rule] })),
  );
