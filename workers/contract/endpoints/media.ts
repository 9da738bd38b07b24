import { z } from "zod";
import { endpoint, holding, publicAccess } from "../endpoint.ts";
import { time } from "../fields.ts";
import { id } from "../ids.ts";
import { mediumStates } from "../media.ts";
import { speechStates } from "../speech.ts";
import { said } from "../said.ts";

/** Lifetime of an address that a vendor is given, in minutes: some fetch a file only when they deliver the message. */
export const VENDOR_LINK_MINUTES = 60;
/** Lifetime of an address that shows a file in the console. */
export const SHOWN_LINK_MINUTES = 5;

export const openMedium = endpoint({
  method: "GET",
  path: "/media/:link",
  summary: "The bytes of a file of a message, for a vendor that delivers it or a screen that shows it",
  access: publicAccess("The link is encrypted, names one file of one enterprise and dies within the hour."),
  params: z.object({ link: z.string().max(1_000) }),
  reply: z.null(),
  under: "data",
  file: "application/octet-stream",
});

export const messageMedium = endpoint({
  method: "GET",
  path: "/e/enterprise/messages/:id/media",
  summary: `The file of a message: an address of it for ${SHOWN_LINK_MINUTES} minutes, or why there is none`,
  access: holding("CHANNELS.CREATE", "CHANNELS.EDIT", "CHAT.HANDLE", "CHAT.VIEW_CHATHISTORY"),
  params: z.object({ id }),
  reply: z.object({
    state: z.enum(mediumStates),
    reason: said("Why there is no file (yet); empty for one that is kept"),
    url: z.string().nullable(),
    expiresAt: time.nullable(),
    mediaType: z.string(),
    name: z.string(),
    bytes: z.int().nullable(),
    transcript: z
      .object({
        state: z.enum(speechStates),
        reason: said(),
        text: z.string(),
        language: z.string(),
      })
      .nullable()
      .meta({ description: "Of a voice message, where the enterprise has them transcribed" }),
  }),
  under: "response",
});
