import { z } from "zod";
import { automationNodesTexts as texts } from "#texts/automation-nodes.ts";
import { MOST_SOURCE } from "../expression.ts";
import { minuteOf } from "../zone-clock.ts";
import { runLimits } from "./limits.ts";

/** Parts that the data of several types of node share. */

const { fields } = texts;
export const partId = z.string(fields.id).regex(/^[\w-]{1,40}$/, fields.id);
/** Names a template, a form, a bot or another thing of the enterprise. */
export const refId = z.string(fields.choose).min(1, fields.choose).max(64, fields.choose);
/** A text with names; it may be empty. */
export const template = z.string(fields.text).max(MOST_SOURCE, fields.long(MOST_SOURCE));
export const filled = template.min(1, fields.text);
export const label = z.string(fields.label).trim().min(1, fields.label).max(60, fields.long(60));
export const variableName = z.string(fields.variable).regex(/^[a-z_]\w{0,63}$/i, fields.variable);

export const durationUnits = ["seconds", "minutes", "hours", "days", "weeks"] as const;
export type DurationUnit = (typeof durationUnits)[number];
const UNIT_MS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 };
export const duration = z.strictObject({
  amount: z.int(fields.amount).min(1, fields.amount).max(31_536_000, fields.amount),
  unit: z.enum(durationUnits, fields.unit),
});
export type Duration = z.infer<typeof duration>;
/** Milliseconds of a duration whose days have 24 hours. */
export const msOf = ({ amount, unit }: Duration): number => amount * UNIT_MS[unit];
export const isTooLong = (length: Duration): boolean => msOf(length) > runLimits.waitDays * UNIT_MS.days;

/** When an answer is no longer waited for. */
export const timeout = duration.default({ amount: 24, unit: "hours" });
export const clock = z
  .string(fields.clock)
  .max(5, fields.clock)
  .refine((value) => (minuteOf(value) ?? 1_440) < 1_440, fields.clock);

const fixedValue = z.union(
  [z.string().max(MOST_SOURCE, fields.long(MOST_SOURCE)), z.number(), z.boolean()],
  fields.value,
);
const nameOfValue = z.string(fields.name).min(1, fields.name).max(200, fields.name);
const sources = {
  static: { type: z.literal("static"), value: fixedValue },
  column: { type: z.literal("column"), value: nameOfValue },
  expression: { type: z.literal("expression"), value: template },
};

/** A value as the specification's mapping gives it: as it is, of a name, or of an expression. */
export const valueSource = z.discriminatedUnion(
  "type",
  [z.strictObject(sources.static), z.strictObject(sources.column), z.strictObject(sources.expression)],
  fields.value,
);
export type ValueSource = z.infer<typeof valueSource>;

const mappingOf = (variable: z.ZodString) =>
  z
    .array(
      z.discriminatedUnion(
        "type",
        [
          z.strictObject({ variable, ...sources.static }),
          z.strictObject({ variable, ...sources.column }),
          z.strictObject({ variable, ...sources.expression }),
        ],
        fields.value,
      ),
      fields.list,
    )
    .max(50, fields.many(50));
export const mapping = mappingOf(variableName);
/** Values of a template, by the keys of its places, such as `body/1`. */
export const templateMapping = mappingOf(z.string(fields.name).min(1, fields.name).max(200, fields.name));
export type Mapping = z.infer<typeof mapping>;

export const saveTo = z.strictObject({
  to: z.enum(["variable", "field"], fields.choose),
  name: z.string(fields.name).min(1, fields.name).max(100, fields.name),
});
export type SaveTo = z.infer<typeof saveTo>;

/** How often a call that failed for a passing reason is made again, and after how long. */
export const retry = z
  .strictObject({
    most: z.int(fields.retries).min(0, fields.retries).max(10, fields.retries),
    backoff: z.enum(["fixed", "exponential"], fields.choose).default("exponential"),
    seconds: z.int(fields.amount).min(1, fields.amount).max(3_600, fields.amount).default(5),
  })
  .default({ most: 0, backoff: "exponential", seconds: 5 });
export type Retry = z.infer<typeof retry>;
