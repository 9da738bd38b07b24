import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { id } from "./ids.ts";

/** Conditions on the enterprise's own fields of customers, by which a list is narrowed. */

/** Most conditions at once, and most values of one. */
export const MOST_CONDITIONS = 10;
export const MOST_VALUES = 50;
export const LONGEST_VALUE = 200;

const field = id.meta({ description: "The field's id" });
const bound = z.number().nullable().default(null);

export const fieldFilter = z.discriminatedUnion("is", [
  z.object({
    field,
    /** The value is one of these, or, where a field has several values, one of them is. */
    is: z.literal("oneOf"),
    values: z
      .array(z.string().max(LONGEST_VALUE, errorsTexts.tooLong(LONGEST_VALUE)))
      .min(1)
      .max(MOST_VALUES, errorsTexts.tooMany(MOST_VALUES)),
    /** True for a field with several values. */
    several: z.boolean().default(false),
  }),
  z.object({
    field,
    /** The value is a number from `from` to `to`, both included; null: open. */
    is: z.literal("between"),
    from: bound,
    to: bound,
  }),
]);
export type FieldFilter = z.infer<typeof fieldFilter>;

export const fieldFilters = z.array(fieldFilter).max(MOST_CONDITIONS, errorsTexts.tooMany(MOST_CONDITIONS));
