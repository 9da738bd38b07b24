import { z } from "zod";
import { sendingTexts as texts } from "#texts/sending.ts";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, holding } from "../endpoint.ts";
import { collapse, time } from "../fields.ts";
import { allOf } from "../permissions.ts";

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
