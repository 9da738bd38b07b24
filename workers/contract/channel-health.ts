import { z } from "zod";
import { alertKinds, healthFacts } from "./channel-facts.ts";
import { time } from "./fields.ts";

/** A fact as an adapter reads it; `until` in milliseconds, null for without end. */
export const healthFact = z.object({
  fact: z.enum(healthFacts),
  value: z.string().min(1).max(20),
  until: z.int().nullable(),
});
export type HealthFact = z.infer<typeof healthFact>;

/** A fact as screens get it: since when by the vendor's clock. */
export const shownFact = healthFact.extend({ until: time.nullable(), at: time });
export type ShownFact = z.infer<typeof shownFact>;

export const channelAlert = z.object({
  alert: z.enum(alertKinds),
  until: time.nullable().meta({ description: "When it ends or has happened; null if unknown" }),
  used: z.int().nullable().meta({ description: "People reached of the limit" }),
  limit: z.int().nullable(),
  text: z.string().nullable().meta({ description: "The vendor's words, of the last error" }),
});
export type ChannelAlert = z.infer<typeof channelAlert>;
