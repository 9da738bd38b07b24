import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { BodyOf } from "#workers/contract/message-body.ts";

type Template = BodyOf<"template">;
type Parameter = Template["body"][number];
type Pairs = [key: string, value: string][];

/** A template under its name, its variables under keys: parameters count from 1, buttons and cards from 0. */
export function templateOf(template: Template): Record<string, unknown> | { refused: string } {
  const { name, language, header, body, buttons, cards = [], offerEndsAt } = template;
  const all = [header, ...body, ...cards.flatMap((card) => [card.header, ...card.body])];
  if (all.some((each) => each?.kind === "text" && each.name !== undefined))
    return { refused: texts.namedVariables };
  if (all.some((each) => each && each.kind !== "text" && each.medium.url === undefined))
    return { refused: texts.noMedium };
  // No key is documented for an offer's end and for a code to copy.
  const isKnown = offerEndsAt === undefined && buttons.every(({ kind }) => kind !== "code");
  const words = [...body, ...cards.flatMap((card) => card.body)];
  if (!isKnown || words.some(({ kind }) => kind !== "text")) return { refused: texts.notMade };
  const pairs: Pairs = [
    ...partsOf("", header, body),
    ...buttons.map(({ place, kind, value }): Pairs[number] => [
      kind === "url" ? `button[${place}]url[1]text` : `button[${place}]quick_reply[1]payload`,
      value,
    ]),
    ...cards.flatMap((card, at) => partsOf(`carousel[${at}]`, card.header, card.body)),
  ];
  const parameters = Object.fromEntries(pairs);
  const channel_template = { WHATSAPP: { template_id: name, language_code: language, parameters } };
  return { template_message: { channel_template } };
}

function partsOf(before: string, header: Parameter | undefined, body: readonly Parameter[]): Pairs {
  const above: Pairs = header
    ? [
        header.kind === "text"
          ? [`${before}header[1]text`, header.text]
          : [`${before}header[1]${header.kind}.link`, header.medium.url ?? ""],
      ]
    : [];
  const words = body.flatMap((each) => (each.kind === "text" ? [each.text] : []));
  return [...above, ...words.map((each, at): Pairs[number] => [`${before}body[${at + 1}]text`, each])];
}
