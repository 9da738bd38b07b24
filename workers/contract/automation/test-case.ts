import { z } from "zod";
import { automationCasesTexts as texts } from "#texts/automation-cases.ts";
import { type MessageBody, wordsOf } from "../message-body.ts";
import { isSmallJson } from "../small-json.ts";
import { caseAct, tryStop } from "./tried-run.ts";
import { said } from "../said.ts";

/** A test that was played once and is played again: what somebody did each time, and what came of it. */

export const CASES = {
  most: 50,
  name: 100,
  turns: 60,
  path: 300,
  said: 100,
  bytes: 16 * 1_024,
  levels: 30,
} as const;

const passed = z.strictObject({ node: z.string().max(64), port: z.string().max(100).nullable() });
export type PassedStep = z.infer<typeof passed>;

const turn = z.strictObject({
  act: caseAct,
  stop: tryStop.optional(),
  path: z.array(passed).max(CASES.path, texts.longCase),
  said: z.array(z.string().max(12_000)).max(CASES.said, texts.longCase),
});
export type CaseTurn = z.infer<typeof turn>;

export const testCase = z
  .strictObject({
    channelType: z.int(),
    customer: z.strictObject({ name: z.string().max(200), phone: z.string().max(40) }),
    /** The test's own clock when it began, in milliseconds since 1970. */
    now: z.number().min(0).max(4e12),
    turns: z
      .array(turn)
      .min(1, texts.noStart)
      .max(CASES.turns, texts.longCase)
      .refine(([first]) => first?.act.kind === "start", texts.noStart),
  })
  .refine((content) => isSmallJson(content, CASES), texts.longCase);
export type TestCase = z.infer<typeof testCase>;

/** How the test cases of a draft went when it was published. */
export const versionChecks = z.object({
  cases: z.int(),
  failures: z.int(),
  /** Those that did not pass, the first few of them. */
  failed: z.array(z.object({ name: z.string(), sentence: z.string() })),
  /** Why it was published all the same; empty where all passed. */
  reason: said(),
});
export type VersionChecks = z.infer<typeof versionChecks>;

/** Buttons of a message that a customer may press. */
export const pressesOf = (body: MessageBody): { token: string; label: string }[] => {
  if (body.kind === "buttons") return body.buttons.flatMap((each) => (each.kind === "reply" ? [each] : []));
  return body.kind === "list" ? body.sections.flatMap(({ rows }) => rows) : [];
};

/** A message as a test case remembers it: its words and its buttons. */
export const spokenOf = (body: MessageBody): string =>
  [wordsOf(body) || body.kind, ...pressesOf(body).map(({ label }) => `[${label}]`)]
    .join(" ")
    .slice(0, 12_000);
