import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { richCardsTexts as texts } from "#texts/rich-cards.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, paging, revision, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { RICH_CARD, richCardContent, richCardTypes } from "../rich-card.ts";
import { said } from "../said.ts";

export const RICH_CARDS_PAGE = 20;

const richCard = z.object({
  id: z.string(),
  name: z.string(),
  content: richCardContent,
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type RichCardEntry = z.infer<typeof richCard>;

export const richCardFields = z.object({
  name: name(texts.nameEmpty, RICH_CARD.name),
  content: richCardContent,
});

const all = "/chatbird/api/richcard";
const one = `${all}/:id`;
const params = z.object({ id });
const seeing = holding("RICHCARDS.VIEW", "RICHCARDS.CREATE", "RICHCARDS.EDIT", "RICHCARDS.DELETE");

export const listRichCards = endpoint({
  method: "GET",
  path: all,
  summary: "Rich cards by name",
  access: seeing,
  query: z.object({ name: text(100).default(""), ...paging(RICH_CARDS_PAGE) }),
  reply: z.object({ richCards: z.array(richCard), more: z.boolean(), total }),
  under: "response",
});

export const getRichCard = endpoint({
  method: "GET",
  path: one,
  summary: "One rich card",
  access: seeing,
  params,
  reply: richCard,
  under: "response",
});

export const createRichCard = endpoint({
  method: "POST",
  path: all,
  summary: "Adds a rich card",
  access: holding("RICHCARDS.CREATE"),
  body: richCardFields,
  reply: richCard,
  under: "response",
});

export const updateRichCard = endpoint({
  method: "PUT",
  path: one,
  summary: "Changes a rich card",
  access: holding("RICHCARDS.EDIT"),
  params,
  body: richCardFields.extend({ revision }),
  reply: richCard,
  under: "response",
});

export const deleteRichCard = endpoint({
  method: "DELETE",
  path: one,
  summary: "Deletes a rich card",
  access: holding("RICHCARDS.DELETE"),
  params,
  reply: z.null(),
  under: "response",
});

const channelType = z
  .int(errorsTexts.notNumber)
  .refine((code) => (richCardTypes as readonly number[]).includes(code), texts.typeWrong);

export const previewRichCard = endpoint({
  method: "POST",
  path: `${all}/preview`,
  summary: "What a messenger would be sent, and whether it carries it; nothing is kept",
  access: seeing,
  body: z.object({ content: richCardContent, channelType }),
  reply: z.object({
    message: z.unknown().meta({ description: "The normalised message" }),
    reason: said("Why the messenger does not carry it; empty where it does"),
  }),
  under: "response",
});
