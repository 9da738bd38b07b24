import { z } from "zod";
import { automationCasesTexts as texts } from "#texts/automation-cases.ts";
import { isSmallJson } from "../small-json.ts";

/** The answer of another system, a form or another journey in tests, as the author has pinned it to a step. */

export const PIN = { bytes: 8 * 1_024, levels: 20 } as const;

const isSmall = (value: unknown): boolean => isSmallJson(value, PIN);
/** An answer's data: small, so that a draft has room for many, and flat enough for the database's JSON. */
export const answerData = z.unknown().refine(isSmall, texts.largeAnswer(PIN.bytes / 1_024, PIN.levels));

export const pin = z.strictObject({
  /** False: it fails. */
  ok: z.boolean(),
  /** Of an HTTP answer. */
  status: z.int().min(100).max(599).optional(),
  data: answerData.optional(),
});
export type Pin = z.infer<typeof pin>;

/** Types of node that ask somebody else for something. */
const ASKING: ReadonlySet<string> = new Set([
  "http",
  "knowledge",
  "payment",
  "sendTemplate",
  "sendMail",
  "sendSms",
  "form",
  "whatsappFlow",
  "runJourney",
]);
export const mayBePinned = ({ type }: { type: string }): boolean => ASKING.has(type);
