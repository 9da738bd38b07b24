import { templatesTexts as texts } from "#texts/templates.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { MOST_PARTS } from "#workers/contract/sms-parts.ts";
import { LIMITS } from "#workers/contract/templates/places.ts";
import { MAIL_LIMITS } from "#workers/contract/templates/rules-of-mail.ts";
import { RCS_LIMITS } from "#workers/contract/templates/rules-of-rcs.ts";
import {
  buttonTypes,
  type ButtonType,
  headerFormats,
  type HeaderFormat,
  type TemplateType,
  templateTypes,
} from "#workers/contract/templates/template.ts";
import { LIST } from "./template-news.ts";

export type Kind = "plain" | "offer" | "carousel";
export type HeaderChoice = "none" | HeaderFormat;

/** Parts that the templates of a channel type may have, for the builder's fields. */
export interface Shape {
  type: TemplateType;
  kinds: readonly Kind[];
  headers: readonly HeaderChoice[];
  cardHeaders: readonly HeaderChoice[];
  hasFooter: boolean;
  buttonTypes: readonly ButtonType[];
  cardButtonTypes: readonly ButtonType[];
  buttons: number;
  cardButtons: number;
  body: number;
  cardBody: number;
}

const noCards = {
  kinds: ["plain"],
  cardHeaders: [],
  cardButtonTypes: [],
  cardButtons: 0,
  cardBody: 0,
} as const;
const withoutCode = buttonTypes.filter((type) => type !== "COPY_CODE" && type !== "FLOW");

export const shapes: Readonly<Record<TemplateType, Shape>> = {
  [channelTypes.whatsApp]: {
    type: channelTypes.whatsApp,
    kinds: ["plain", "offer", "carousel"],
    headers: ["none", ...headerFormats],
    cardHeaders: ["IMAGE", "VIDEO"],
    hasFooter: true,
    buttonTypes,
    cardButtonTypes: withoutCode,
    buttons: 10,
    cardButtons: 2,
    body: LIMITS.body,
    cardBody: LIMITS.cardBody,
  },
  [channelTypes.sms]: {
    ...noCards,
    type: channelTypes.sms,
    headers: ["none"],
    hasFooter: false,
    buttonTypes: [],
    buttons: 0,
    body: MOST_PARTS * 153,
  },
  [channelTypes.rcs]: {
    type: channelTypes.rcs,
    kinds: ["plain", "carousel"],
    headers: ["none", "IMAGE", "VIDEO"],
    cardHeaders: ["none", "IMAGE", "VIDEO"],
    hasFooter: false,
    buttonTypes: withoutCode,
    cardButtonTypes: withoutCode,
    buttons: RCS_LIMITS.buttons,
    cardButtons: RCS_LIMITS.cardButtons,
    body: RCS_LIMITS.text,
    cardBody: RCS_LIMITS.cardText,
  },
  [channelTypes.email]: {
    ...noCards,
    type: channelTypes.email,
    headers: ["none"],
    hasFooter: true,
    buttonTypes: ["URL"],
    buttons: MAIL_LIMITS.buttons,
    body: 4_096,
  },
};

/** The channel types as the list names them in its address. */
const WORDS: Readonly<Record<TemplateType, string>> = {
  [channelTypes.whatsApp]: "",
  [channelTypes.sms]: "sms",
  [channelTypes.rcs]: "rcs",
  [channelTypes.email]: "email",
};
export const typeChoices = templateTypes.map((type) => ({ value: WORDS[type], label: texts.types[type] }));
/** The list of a channel type. */
export const listOf = (type: TemplateType): string => (WORDS[type] ? `${LIST}?type=${WORDS[type]}` : LIST);
export const newOf = (type: TemplateType): string =>
  `${LIST}/create${WORDS[type] ? `?type=${WORDS[type]}` : ""}`;
export const typeIn = (word: string | null): TemplateType =>
  templateTypes.find((type) => WORDS[type] === (word ?? "")) ?? channelTypes.whatsApp;
