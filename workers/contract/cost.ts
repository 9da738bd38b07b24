import { z } from "zod";

/** The cost of messages; every amount is an integer in millionths of its currency. */
export const cost = z.object({
  lines: z
    .array(
      z.object({
        country: z
          .string()
          .nullable()
          .meta({ description: "Of the number, ISO 3166-1; null for an address that tells none" }),
        category: z.string(),
        people: z.int(),
        messages: z.int().meta({ description: "Parts of an SMS are messages of their own" }),
        price: z.int().meta({ description: "Of one message, in millionths" }),
        currency: z.string(),
        amount: z.int().meta({ description: "In millionths" }),
      }),
    )
    .meta({ description: "By country and category" }),
  totals: z.array(z.object({ currency: z.string(), amount: z.int() })),
  free: z.int().meta({ description: "People for whom nothing is charged" }),
  unpriced: z.int().meta({ description: "People for whom no price is known" }),
  cardSince: z.string().nullable().meta({
    description: "The day of the built-in list of prices, where one of its prices is used",
  }),
});
export type Cost = z.infer<typeof cost>;
