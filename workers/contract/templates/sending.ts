import type { BodyOf, Medium } from "../message-body.ts";
import { sampleKey, textsWithVariables } from "./places.ts";
import { type Components, type Header, isApprovedByVendor, type Template } from "./template.ts";
import { filled, namesIn } from "./variables.ts";

/** A value that whoever sends a template fills in: of a variable, of a code to copy, or of an address's end. */
export interface Slot {
  /** Under which it is sent, such as `body/1` or `buttons.0/1`. */
  key: string;
  place: string;
  /** The variable's name; empty for a code. */
  name: string;
  sample: string;
}

/** The key among values under which the token of a template's flow stands; no variable has such a name. */
export const FLOW_TOKEN = "flowToken";
/** The WhatsApp Flow that a template's button opens. */
export const flowIn = ({ buttons }: Components): string | undefined =>
  buttons.find(({ type }) => type === "FLOW")?.value;

/** The values to fill in, in the order in which they are read. */
export const slotsOf = ({ samples, buttons, ...components }: Components): Slot[] => [
  ...textsWithVariables({ samples, buttons, ...components }).flatMap(({ place, text }) =>
    namesIn(text).map((name) => {
      const key = sampleKey(place, name);
      return { key, place, name, sample: samples[key] ?? "" };
    }),
  ),
  ...buttons.flatMap(({ type, value, example }, at) => {
    const place = `buttons.${at}`;
    if (type === "COPY_CODE") return [{ key: place, place, name: "", sample: example }];
    return type === "URL"
      ? namesIn(value).map((name) => ({ key: `${place}/${name}`, place, name, sample: "" }))
      : [];
  }),
];

/**
 * Whether a person can send it by filling in its slots: a carousel's cards and the end of an offer need more than that, and
 * a header's file has to be there.
 */
export const isSentByHand = ({ header, cards, limited_time_offer: offer }: Components): boolean =>
  cards.length === 0 &&
  !offer?.hasExpiration &&
  (header === null || header.format === "TEXT" || header.medium !== null);

/** The main text and its place; a carousel's own is above its cards. */
const bodyAt = ({ cards, bodyBubbleText, body }: Components): [place: string, text: string] =>
  cards.length > 0 ? ["bodyBubbleText", bodyBubbleText] : ["body", body.text];

/** The main text with these values, by the keys of its slots. */
export function bodyFilled(components: Components, values: Readonly<Record<string, string>>): string {
  const [place, text] = bodyAt(components);
  return filled(text, (variable) => values[sampleKey(place, variable)]);
}

/** Files that take the places of the template's own: the header's, and each card's. */
export interface SentFiles {
  header?: Medium | null;
  cards?: readonly (Medium | null)[];
}

/**
 * The message that a template comes to on a channel of that type with these values, by the keys of its slots. Where a vendor
 * knows the template only the values are sent; elsewhere the header's whole words are, such as a mail's subject. Pure.
 */
export function templateMessage(
  { name, language, components }: Omit<Template, "category">,
  channelType: number,
  values: Readonly<Record<string, string>>,
  files: SentFiles = {},
): BodyOf<"template"> {
  const { header, footer, buttons, cards } = components;
  const [place, bodyText] = bodyAt(components);
  const valueIn = (of: string) => (variable: string) => values[sampleKey(of, variable)];
  const parametersOf = (of: string, words: string) => {
    const names = namesIn(words);
    const isNumbered = names.every((each) => /^\d+$/.test(each));
    const inOrder = isNumbered ? names.toSorted((a, b) => Number(a) - Number(b)) : names;
    return inOrder.map((each) => ({
      kind: "text" as const,
      text: valueIn(of)(each) ?? "",
      ...(!isNumbered && { name: each }),
    }));
  };
  const isKnown = isApprovedByVendor(channelType);
  const headWords = header?.format === "TEXT" ? filled(header.text, valueIn("header")) : "";
  const head = headerOf(header, files.header, (words) =>
    isKnown ? parametersOf("header", words)[0] : { kind: "text", text: headWords },
  );
  return {
    kind: "template",
    name,
    language,
    ...(head && { header: head }),
    body: parametersOf(place, bodyText),
    buttons: buttons.flatMap(({ type, value }, at): BodyOf<"template">["buttons"] => {
      const key = `buttons.${at}`;
      if (type === "FLOW")
        return [{ place: at, kind: "flow", value: values[FLOW_TOKEN] ?? "", flowId: value }];
      if (type === "COPY_CODE") return [{ place: at, kind: "code", value: values[key] ?? "" }];
      const [variable] = type === "URL" ? namesIn(value) : [];
      return variable === undefined
        ? []
        : [{ place: at, kind: "url", value: values[`${key}/${variable}`] ?? "" }];
    }),
    ...(cards.length > 0 && {
      cards: cards.map((card, at) => {
        const top = headerOf(card.header, files.cards?.[at], () => undefined);
        return { ...(top && { header: top }), body: parametersOf(`cards.${at}.body`, card.body.text) };
      }),
    }),
    rendered: [isKnown ? headWords : "", filled(bodyText, valueIn(place)), footer?.text ?? ""]
      .filter((text) => text !== "")
      .join("\n\n"),
  };
}

const MEDIA = { IMAGE: "image", VIDEO: "video", DOCUMENT: "document" } as const;

/** A header without a variable is part of the template, and is not sent. */
function headerOf(
  header: Header | null,
  file: Medium | null | undefined,
  parameterOf: (text: string) => BodyOf<"template">["body"][number] | undefined,
): BodyOf<"template">["header"] {
  if (!header) return undefined;
  if (header.format === "TEXT") return parameterOf(header.text);
  const sent = file ?? header.medium;
  return sent ? { kind: MEDIA[header.format], medium: sent } : undefined;
}
