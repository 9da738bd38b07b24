import { channelTypes } from "#workers/contract/channel-types.ts";
import type { SentMedia } from "#workers/contract/broadcast.ts";
import {
  type Components,
  type Header,
  isApprovedByVendor,
  type TemplateType,
} from "#workers/contract/templates/template.ts";
import type { BroadcastDraft } from "./broadcast-draft.ts";

export const LOOKS: Readonly<Record<TemplateType, string>> = {
  [channelTypes.whatsApp]: "look-whatsapp",
  [channelTypes.sms]: "look-sms",
  [channelTypes.rcs]: "look-rcs",
  [channelTypes.email]: "",
};

const withFile = (header: Header | null, medium: SentMedia | null | undefined): Header | null =>
  header && medium && header.format !== "TEXT" ? { ...header, medium } : header;

/** The template with the files that were chosen and the values that are the same for all. */
export function componentsOf(
  components: Components,
  { media, cards, mappings }: Pick<BroadcastDraft, "media" | "cards" | "mappings">,
): Components {
  const constants = Object.entries(mappings).filter(
    ([, { type, value }]) => type === "static" && value !== "",
  );
  return {
    ...components,
    header: withFile(components.header, media),
    cards: components.cards.map((card, at) => ({ ...card, header: withFile(card.header, cards[at]) })),
    samples: {
      ...components.samples,
      ...Object.fromEntries(constants.map(([name, { value }]) => [name, value])),
    },
  };
}

/** The same as one recipient reads it: the rendered words are those of the header, the body and the footer together. */
export function readBy(components: Components, rendered: string, type: TemplateType): Components {
  const { header, cards } = components;
  const isInWords = header?.format === "TEXT" && isApprovedByVendor(type);
  return {
    ...components,
    header: isInWords ? null : header,
    footer: null,
    ...(cards.length > 0 ? { bodyBubbleText: rendered } : { body: { text: rendered } }),
  };
}
