import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { BodyOf } from "#workers/contract/message-body.ts";

type Template = BodyOf<"template">;
type Parameter = Template["body"][number];
type Made = { media: Record<string, unknown> } | { refused: string };

/** A template's variables in the order in which they stand in it. */
export function templateOf(template: Template): Made {
  const { name, language, header, body, buttons, cards, offerEndsAt } = template;
  const reason = whyNot(template);
  if (reason !== undefined) return { refused: reason };
  const made = buttons.map(buttonOf);
  // The code of an offer stands in the offer, every other button beside it.
  const [codes, others] =
    offerEndsAt === undefined
      ? [[], made]
      : [made.filter((each) => "coupon_code" in each), made.filter((each) => !("coupon_code" in each))];
  return {
    media: {
      type: "media_template",
      template_name: name,
      lang_code: language,
      ...(header && { header: [headerOf(header)] }),
      ...(body.length > 0 && { body: textsOf(body) }),
      ...(others.length > 0 && { button: others }),
      ...(offerEndsAt !== undefined && {
        limited_time: [{ expiration_time: offerEndsAt, ...(codes.length > 0 && { button: codes }) }],
      }),
      ...(cards && { carousel: cards.map(cardOf) }),
    },
  };
}

function whyNot({ header, body, cards = [] }: Template): string | undefined {
  const headers = [header, ...cards.map((card) => card.header)];
  const words = [...body, ...cards.flatMap((card) => card.body)];
  const all = [...headers, ...words].filter((each) => each !== undefined);
  // Meta wants the name of a variable that has one, and there is no field for it here.
  if (all.some((each) => each.kind === "text" && each.name !== undefined)) return texts.namedVariables;
  if (words.some(({ kind }) => kind !== "text")) return texts.notMade;
  if (all.some((each) => each.kind !== "text" && each.medium.url === undefined)) return texts.noMedium;
  const shown = cards.every((card) => card.header?.kind === "image" || card.header?.kind === "video");
  return shown ? undefined : texts.cardsDiffer;
}

const textsOf = (body: readonly Parameter[]) =>
  body.flatMap((each) => (each.kind === "text" ? { text: each.text } : []));

function headerOf(header: Parameter) {
  if (header.kind === "text") return { text: header.text };
  const { url, name } = header.medium;
  return { [header.kind]: { link: url, ...(name !== undefined && { file_name: name }) } };
}

function buttonOf({ place, kind, value }: Template["buttons"][number]) {
  const button_no = String(place);
  if (kind === "reply") return { button_no, payload: value };
  return kind === "url" ? { button_no, url: value } : { button_no, coupon_code: value };
}

function cardOf({ header, body }: NonNullable<Template["cards"]>[number]) {
  const file = header && header.kind !== "text" ? { type: header.kind, url: header.medium.url } : {};
  return { ...file, ...(body.length > 0 && { body: textsOf(body) }) };
}
