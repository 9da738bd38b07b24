import { problemsOf } from "#app/data/problems.ts";
import { type RichCardEntry, richCardFields } from "#workers/contract/endpoints/rich-cards.ts";
import type { RichButton, RichCard, RichCardContent } from "#workers/contract/rich-card.ts";
import type { Components } from "#workers/contract/templates/template.ts";

export const LIST = "/admin/richcard";

/** A rich card as the form has it. */
export interface RichCardDraft {
  name: string;
  content: RichCardContent;
}

export const newRichButton = (): RichButton => ({ kind: "reply", label: "", value: "" });
export const newRichCard = (): RichCard => ({ title: "", text: "", medium: null, buttons: [] });

export const draftOf = (stored: RichCardEntry | undefined): RichCardDraft => ({
  name: stored?.name ?? "",
  content: stored?.content ?? { text: "", cards: [newRichCard()] },
});

/** The problems of a draft by place: `name`, `content.cards.0.title`. */
export const wrongIn = (draft: RichCardDraft): Record<string, string> => problemsOf(richCardFields, draft);

/** The id of the control at a place. */
export const idOf = (place: string): string => `rich-card-${place.replaceAll(/[^\w]/g, "-")}`;

const TYPES = { reply: "QUICK_REPLY", url: "URL", call: "PHONE_NUMBER" } as const;

/** The same in a template's words, for the preview that both have. */
export function componentsOf({ text, cards }: RichCardContent): Components {
  return {
    header: null,
    body: { text: "" },
    footer: null,
    buttons: [],
    limited_time_offer: null,
    dlt: null,
    samples: {},
    bodyBubbleText: text,
    cards: cards.map((card) => ({
      header: card.medium && {
        format: card.medium.mime?.startsWith("video/") ? ("VIDEO" as const) : ("IMAGE" as const),
        text: "",
        medium: card.medium,
      },
      body: { text: [card.title, card.text].filter(Boolean).join("\n") },
      buttons: card.buttons.map(({ kind, label, value }) => ({
        type: TYPES[kind],
        text: label,
        value,
        example: "",
      })),
    })),
  };
}
