import { z } from "zod";
import { sendingTexts as texts } from "#texts/sending.ts";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, holding } from "../endpoint.ts";
import { pauseRules } from "../pause-rules.ts";
import { collapse, text, time } from "../fields.ts";
import { allOf } from "../permissions.ts";
import { isTimezone } from "../timezones.ts";
import { minuteOf } from "../zone-clock.ts";

export const LONGEST_REASON = 300;

const sending = z.object({
  stopped: z
    .object({ reason: z.string(), by: z.string(), at: time })
    .nullable()
    .meta({ description: "Null while messages leave as usual" }),
});
export type Sending = z.infer<typeof sending>;

const all = "/e/enterprise/sending";

export const getSending = endpoint({
  method: "GET",
  path: all,
  summary: "Whether everything that leaves the enterprise's channels is stopped",
  access: holding(...allOf("CHANNELS")),
  reply: sending,
  under: "response",
});

export const stopSending = endpoint({
  method: "POST",
  path: `${all}/stop`,
  summary: "Stops everything that leaves, on all channels; what customers write is still received",
  access: holding("CHANNELS.EDIT"),
  body: z.object({
    reason: z
      .string(texts.reasonEmpty)
      .overwrite(collapse)
      .min(1, texts.reasonEmpty)
      .max(LONGEST_REASON, errorsTexts.tooLong(LONGEST_REASON)),
  }),
  reply: sending,
  under: "response",
});

export const resumeSending = endpoint({
  method: "POST",
  path: `${all}/resume`,
  summary: "Lets messages leave again; what has waited goes out, unless it expired",
  access: holding("CHANNELS.EDIT"),
  reply: sending,
  under: "response",
});

/** Limits of what one person is sent: so many offers within so many days. */
export const MOST_OFFERS = 100;
export const MOST_OFFER_DAYS = 90;

const clock = z
  .string(texts.offers.clockWrong)
  .max(5, texts.offers.clockWrong)
  .refine((value) => (minuteOf(value) ?? 1_440) < 1_440, texts.offers.clockWrong);
const between = (most: number) => {
  const wrong = texts.offers.numberWrong(most);
  return z.int(wrong).min(1, wrong).max(most, wrong);
};

/** Characters of what somebody is asked who says a start word. */
const MOST_CONFIRM_TEXT = 500;

/** The rules as a form has them; also what the server takes. */
export const offerRules = z.object({
  quiet: z
    .object({
      from: clock,
      until: clock,
      timezone: z.string().max(64).refine(isTimezone, texts.offers.timezoneEmpty),
    })
    .refine(({ from, until }) => minuteOf(from) !== minuteOf(until), {
      path: ["until"],
      message: texts.offers.clocksSame,
    })
    .nullable()
    .meta({ description: "Hours of the day in which no offer leaves; null: at any hour" }),
  cap: z
    .object({ most: between(MOST_OFFERS), days: between(MOST_OFFER_DAYS) })
    .nullable()
    .meta({ description: "At most so many offers to one person within so many days; null: any number" }),
  confirm: z
    .object({ text: text(MOST_CONFIRM_TEXT).default("") })
    .nullable()
    .default(null)
    .meta({
      description:
        "Asked of whoever says a start word, before offers reach them; an empty text: in our words; null: not asked",
    }),
  pauses: pauseRules,
});
export type OfferRules = z.infer<typeof offerRules>;

const keptRules = offerRules.extend({ revision: z.int() });

export const getOfferRules = endpoint({
  method: "GET",
  path: `${all}/offers`,
  summary: "When and how often offers (marketing) may reach one person, on every channel",
  access: holding(...allOf("CHANNELS")),
  reply: keptRules,
  under: "response",
});

export const saveOfferRules = endpoint({
  method: "PUT",
  path: `${all}/offers`,
  summary: "Sets when and how often offers may reach one person; holds within two seconds for what waits",
  access: holding("CHANNELS.EDIT"),
  body: offerRules.extend({ revision: z.int().min(0).optional() }),
  reply: keptRules,
  under: "response",
});
