import { z } from "zod";
import { endpoint, publicAccess } from "../endpoint.ts";
import { id } from "../ids.ts";

const why = "Only a local system that keeps its mail has a preview; everywhere else it is not found.";

export const previewedMail = z.object({
  id: z.string(),
  to: z.string(),
  name: z.string(),
  subject: z.string(),
  at: z.iso.datetime(),
  kept: z.boolean().meta({ description: "False for a moment, until the system has put it away" }),
  text: z.string(),
  link: z.string().nullable(),
  code: z.string().nullable(),
});
export type PreviewedMail = z.infer<typeof previewedMail>;

export const listMails = endpoint({
  method: "GET",
  path: "/account/outbox",
  summary: "The newest mails of a local system, which go nowhere else",
  access: publicAccess(why),
  reply: z.object({ mails: z.array(previewedMail) }),
  under: "data",
});

export const mailHtml = endpoint({
  method: "GET",
  path: "/account/outbox/:id/html",
  summary: "A mail of the preview as its reader would see it, in a sandbox",
  access: publicAccess(why),
  params: z.object({ id }),
  reply: z.null(),
  under: "data",
  file: "text/html; charset=utf-8",
});
