import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { BodyOf } from "#workers/contract/message-body.ts";
import { attachmentOf } from "./attachment.ts";

type Template = BodyOf<"template">;
type Parameter = Template["body"][number];
type Card = NonNullable<Template["cards"]>[number];
type Made = { path: string; call: Record<string, unknown> } | { refused: string };

/** Airtel knows a template by an id of its own, which is what it is called here. */
export function templateOf(template: Template): Made {
  const { name, header, body, buttons, cards = [], offerEndsAt } = template;
  const all = [header, ...body, ...cards.flatMap((card) => card.body)].filter((each) => each !== undefined);
  if (all.some((each) => each.kind === "text" && each.name !== undefined))
    return { refused: texts.namedVariables };
  const [suffix, ...links] = buttons.filter(({ kind }) => kind === "url");
  if (offerEndsAt !== undefined || links.length > 0 || buttons.some(({ kind }) => kind === "code"))
    return { refused: texts.noCodeOrOffer };
  const variables = textsOf(body);
  const made = cards.map(cardOf);
  const carouselCard = made.filter((each) => each !== undefined);
  if (!variables || carouselCard.length < cards.length) return { refused: texts.cardsAtVendor };
  const file = header && header.kind !== "text" ? attachmentOf(header.kind, header.medium) : undefined;
  if (header && header.kind !== "text" && !file) return { refused: texts.noMedium };
  const payload = buttons.filter(({ kind }) => kind === "reply").map(({ value }) => value);
  const message = {
    ...(header?.kind === "text" && { headerVars: [header.text] }),
    ...(variables.length > 0 && { variables }),
    ...(payload.length > 0 && { payload }),
    ...(suffix && { suffix: suffix.value }),
    ...(cards.length > 0 && { carouselCard }),
  };
  return {
    path: "/template/send",
    call: {
      templateId: name,
      filterBlacklistNumbers: false,
      message,
      ...(file && { mediaAttachment: file }),
    },
  };
}

/** Values of variables, which are words alone. */
function textsOf(body: readonly Parameter[]): string[] | undefined {
  const values = body.flatMap((each) => (each.kind === "text" ? each.text : []));
  return values.length === body.length ? values : undefined;
}

/** A card's file has to lie at Airtel before: there it has an id. */
function cardOf({ header, body }: Card, index: number) {
  const variables = textsOf(body);
  if (!variables || !header || header.kind === "text" || header.medium.vendorId === undefined)
    return undefined;
  return {
    index,
    carouselMediaId: header.medium.vendorId,
    carouselMediaType: header.kind.toUpperCase(),
    ...(variables.length > 0 && { carouselBodyVariables: variables }),
  };
}
