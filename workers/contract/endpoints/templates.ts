import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, paging, revision, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { templateStates } from "#workers/contract/templates/states.ts";
import { categories, components } from "#workers/contract/templates/template.ts";
import { said } from "../said.ts";

export const TEMPLATES_PAGE = 20;

const named = z.object({ id: z.string(), name: z.string() });

const template = z.object({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.enum(categories),
  components,
  channel: named.extend({ type: z.int() }),
  status: z.enum(templateStates),
  reason: said("Why it is in this state; empty for none"),
  quality: z
    .string()
    .meta({ description: "The vendor's rating, such as GREEN; empty where it has told none" }),
  vendorId: z.string().nullable(),
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type MessageTemplate = z.infer<typeof template>;

/** Fields of the builder; content that a vendor would refuse may be saved, and is refused when it is submitted. */
export const templateFields = z.object({
  name: name(texts.nameEmpty, 512),
  language: z.string(errorsTexts.notText).max(16, errorsTexts.tooLong(16)),
  category: z.enum(categories),
  components,
});

const all = "/chatbird/api/campaign/templates";
const one = `${all}/:id`;
const params = z.object({ id });
const seeing = holding("MSG_TEMPLATES.VIEW", "MSG_TEMPLATES.CREATE", "MSG_TEMPLATES.DELETE");

export const listTemplates = endpoint({
  method: "GET",
  path: all,
  summary: "Message templates, newest change first",
  access: holding(
    "MSG_TEMPLATES.VIEW",
    "MSG_TEMPLATES.CREATE",
    "MSG_TEMPLATES.DELETE",
    "CAMPAIGNS.CREATE",
    "CAMPAIGNS.EDIT",
    "CAMPAIGNS.VIEW",
    "CHAT.HANDLE",
  ),
  query: z.object({
    name: text(100).default(""),
    channelId: text(64).default("").meta({ description: "Of this channel; empty for all" }),
    type: z.int(errorsTexts.notNumber).optional().meta({ description: "A channel type's code" }),
    status: z.enum(["", ...templateStates]).default(""),
    ...paging(TEMPLATES_PAGE),
  }),
  reply: z.object({
    templates: z.array(template),
    channels: z
      .array(named.extend({ type: z.int() }))
      .meta({ description: "Channels of the type that have templates, by name" }),
    more: z.boolean(),
    total,
  }),
  under: "response",
});

export const getTemplate = endpoint({
  method: "GET",
  path: one,
  summary: "One message template with what became of it, newest first",
  access: seeing,
  params,
  reply: z.object({
    template,
    history: z.array(
      z.object({
        id: z.string(),
        at: time,
        status: z.enum(templateStates),
        category: z.enum(categories),
        quality: z.string(),
        reason: said(),
        by: z.string().meta({ description: "Empty for the vendor" }),
      }),
    ),
    languages: z
      .array(
        z.object({ id: z.string(), language: z.string(), status: z.enum(templateStates), text: z.string() }),
      )
      .meta({ description: "The same template in other languages, with its words" }),
  }),
  under: "response",
});

export const createTemplate = endpoint({
  method: "POST",
  path: all,
  summary: "Adds a draft",
  access: holding("MSG_TEMPLATES.CREATE"),
  body: templateFields.extend({ channelId: text(64) }),
  reply: template,
  under: "response",
});

export const updateTemplate = endpoint({
  method: "PUT",
  path: one,
  summary: "Changes a template that no vendor looks at; an approved one is a draft again",
  access: holding("MSG_TEMPLATES.CREATE"),
  params,
  body: templateFields.extend({ revision }),
  reply: template,
  under: "response",
});

export const copyTemplate = endpoint({
  method: "POST",
  path: `${one}/copy`,
  summary: "Adds a draft like this one: under a name that is free, or in another language",
  access: holding("MSG_TEMPLATES.CREATE"),
  params,
  body: z.object({
    language: z
      .string(errorsTexts.notText)
      .trim()
      .min(1, errorsTexts.notText)
      .max(16, errorsTexts.tooLong(16))
      .optional(),
  }),
  reply: template,
  under: "response",
});

export const submitTemplate = endpoint({
  method: "POST",
  path: `${one}/submit`,
  summary: "Has the vendor decide. Refused with the places that break its rules, before it is asked",
  access: holding("MSG_TEMPLATES.CREATE"),
  params,
  body: z.object({ revision }),
  reply: template,
  under: "response",
});

export const syncTemplates = endpoint({
  method: "POST",
  path: `${all}/sync`,
  summary: "Takes over what the channel's vendor has: states, and templates that were made there",
  access: holding("MSG_TEMPLATES.CREATE"),
  body: z.object({ channelId: text(64) }),
  reply: z.object({ changed: z.int() }),
  under: "response",
});

export const deleteTemplate = endpoint({
  method: "DELETE",
  path: one,
  summary: "Deletes a template here and at its vendor",
  access: holding("MSG_TEMPLATES.DELETE"),
  params,
  reply: z.null(),
  under: "response",
});
