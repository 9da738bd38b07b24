import type { templateRulesTexts } from "#texts/template-rules.ts";
import type { Components, Header, Template, TemplateButton } from "./template.ts";

export type RuleName = keyof typeof templateRulesTexts;
/** Places that break the rule, such as `cards.1.buttons.0.value`; none where it is kept. */
export type Rule = (template: Template) => string[];
/** A part of the table: each file states the rules of its own names. */
export type Rules<Of extends string> = Readonly<Record<Extract<RuleName, `${Of}.${string}`>, Rule>>;

/** How many characters a field takes. */
export const LIMITS = {
  name: 512,
  header: 60,
  body: 1_024,
  offerBody: 600,
  footer: 60,
  button: 25,
  cardBody: 160,
  offer: 15,
  url: 2_000,
  phone: 20,
  code: 15,
} as const;

export const FORMATTING = /[*_~`]/;
const EMOJI = /\p{Extended_Pictographic}/gu;
export const emojiIn = (text: string): number => text.match(EMOJI)?.length ?? 0;
export const isBlank = (text: string): boolean => text.trim() === "";
export const when = (broken: boolean, place: string): string[] => (broken ? [place] : []);

export interface Place {
  place: string;
  text: string;
}

/** Texts that may hold variables: the header's, the body's, each card's. */
export function textsWithVariables({ header, body, bodyBubbleText, cards }: Components): Place[] {
  return [
    ...(header?.format === "TEXT" ? [{ place: "header", text: header.text }] : []),
    cards.length > 0 ? { place: "bodyBubbleText", text: bodyBubbleText } : { place: "body", text: body.text },
    ...cards.map((card, index) => ({ place: `cards.${index}.body`, text: card.body.text })),
  ];
}

export const bodiesIn = (components: Components): Place[] =>
  textsWithVariables(components).filter(({ place }) => place !== "header");

interface PlacedButton {
  place: string;
  button: TemplateButton;
}

export const buttonsIn = ({ buttons, cards }: Components): PlacedButton[] => [
  ...buttons.map((button, index) => ({ place: `buttons.${index}`, button })),
  ...cards.flatMap((card, index) =>
    card.buttons.map((button, at) => ({ place: `cards.${index}.buttons.${at}`, button })),
  ),
];

interface PlacedHeader {
  place: string;
  header: Header;
}

export const headersIn = ({ header, cards }: Components): PlacedHeader[] => [
  ...(header ? [{ place: "header", header }] : []),
  ...cards.flatMap((card, index) =>
    card.header ? [{ place: `cards.${index}.header`, header: card.header }] : [],
  ),
];

/** The field that holds the text of a place. */
export const placeOf = (place: string): string => (place === "bodyBubbleText" ? place : `${place}.text`);
/** Samples by the text that they belong to. */
export const sampleKey = (place: string, name: string): string => `${place}/${name}`;
