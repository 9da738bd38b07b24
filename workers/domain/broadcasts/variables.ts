import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type {
  listBroadcastVariables as contract,
  listExpressionVariables as expressionContract,
  VariableGroup,
} from "#workers/contract/endpoints/broadcast-variables.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Slot } from "#workers/contract/templates/sending.ts";
import { slotsToFill } from "#workers/contract/templates/unsubscribing.ts";
import type { Header } from "#workers/contract/templates/template.ts";
import { liveFields } from "../customers/live-fields.ts";
import type { Ctx } from "../ctx.ts";
import { checkText, namesOfText, parseText } from "../expression/text.ts";
import { findTemplate } from "../templates/template.ts";
import { columnsOf, knownOf } from "../audience/values.ts";

/** Lists a template's variables in the groups of the specification, and the columns that can fill them. */
export async function broadcastVariables(ctx: Ctx, templateId: string): Promise<ReplyOf<typeof contract>> {
  const [{ template, channelType }, fields] = await Promise.all([
    findTemplate(ctx, templateId),
    liveFields(ctx),
  ]);
  const { components } = template;
  const groups = Map.groupBy(slotsToFill(template, channelType), (slot) => JSON.stringify(groupOf(slot)));
  const headers = [
    { card: null, header: components.header },
    ...components.cards.map(({ header }, card) => ({ card, header })),
  ];
  return {
    groups: [...groups].map(([key, slots]) => ({
      ...(JSON.parse(key) as Pick<VariableGroup, "type" | "card">),
      parameters: slots.map(({ key: name, place, name: label, sample }) => ({
        name,
        label: label || place,
        type: typeOf({ place, name: label }),
        isRequired: true,
        sample,
      })),
    })),
    columns: columnsOf(fields, texts.columns),
    media: headers.flatMap(({ card, header }) => {
      const type = mediaOf(header);
      return type ? [{ card, type, isRequired: true }] : [];
    }),
  };
}

const CARD = /^cards\.(\d+)\./;

function groupOf({ place, name }: Slot): Pick<VariableGroup, "type" | "card"> {
  const card = CARD.exec(place)?.[1];
  if (card !== undefined) return { type: "cards", card: Number(card) };
  if (!place.startsWith("buttons.")) return { type: "messageTags", card: null };
  return { type: name === "" ? "buttonPayload" : "url", card: null };
}

const typeOf = ({ place, name }: Pick<Slot, "place" | "name">) => {
  if (!place.startsWith("buttons.")) return "TEXT" as const;
  return name === "" ? ("CODE" as const) : ("URL" as const);
};

function mediaOf(header: Header | null): "IMAGE" | "VIDEO" | "DOC" | undefined {
  if (!header || header.format === "TEXT") return undefined;
  return header.format === "DOCUMENT" ? "DOC" : header.format;
}

/** The names that a text uses, and what is wrong with it. */
export async function expressionVariables(
  ctx: Ctx,
  { expression, rows }: InputOf<typeof expressionContract>["body"],
): Promise<ReplyOf<typeof expressionContract>> {
  const fields = await liveFields(ctx);
  const { parts } = parseText(expression);
  return {
    variables: namesOfText(parts),
    problems: checkText(expression, knownOf(fields, rows)).map(({ sentence }) => sentence),
  };
}
