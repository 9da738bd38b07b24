import { z } from "zod";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { errorsTexts } from "#texts/errors.ts";
import { groupTypes } from "../broadcast.ts";
import { endpoint } from "../endpoint.ts";
import { editing } from "./campaigns.ts";
import { said } from "../said.ts";

/** The variables of a template, and the columns and texts that fill them. */

const parameter = z.object({
  name: z.string().meta({ description: "The key of its mapping" }),
  label: z.string(),
  type: z.enum(["TEXT", "URL", "CODE"]),
  isRequired: z.boolean(),
  sample: z.string(),
});
const group = z.object({
  type: z.enum(groupTypes),
  /** Which card, from 0; null where it is of no card. */
  card: z.int().nullable(),
  parameters: z.array(parameter),
});
export type VariableGroup = z.infer<typeof group>;

const column = z.object({ name: z.string(), label: z.string() });

export const listBroadcastVariables = endpoint({
  method: "GET",
  path: "/chatbird/api/campaign/variables",
  summary: "The variables of a template in their groups, and the columns that can fill them",
  access: editing,
  query: z.object({ templateUId: z.string(texts.mandatory).min(1, texts.mandatory).max(64) }),
  reply: z.object({
    groups: z.array(group),
    columns: z.array(column),
    media: z
      .array(
        z.object({
          card: z.int().nullable(),
          type: z.enum(["IMAGE", "VIDEO", "DOC"]),
          isRequired: z.boolean(),
        }),
      )
      .meta({ description: "Files that the template needs: the header's, or one a card" }),
  }),
  under: "data",
});

export const listExpressionVariables = endpoint({
  method: "POST",
  path: "/chatbird/api/campaign/variables/expression",
  summary: "The names that a text with `{name}` uses, and what is wrong with it",
  access: editing,
  body: z.object({
    expression: z.string(errorsTexts.notText).max(4_000, errorsTexts.tooLong(4_000)),
    rows: z
      .array(z.string().max(1_000))
      .max(1_000)
      .default([])
      .meta({ description: "Columns of the data file, such as `row.City`" }),
  }),
  reply: z.object({ variables: z.array(z.string()), problems: z.array(said()) }),
  under: "data",
});
