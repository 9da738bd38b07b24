import { createContext, useContext } from "react";
import type { MessageTemplate } from "#workers/contract/endpoints/templates.ts";
import type { Kind, Shape } from "./shapes.ts";
import {
  type Card,
  type Components,
  components as emptyComponents,
  type Template,
  type TemplateButton,
} from "#workers/contract/templates/template.ts";

/** A template as the form has it. */
export type TemplateDraft = Template & { channelId: string };

export const draftOf = (stored: MessageTemplate | undefined, channelId: string): TemplateDraft => ({
  channelId: stored?.channel.id ?? channelId,
  name: stored?.name ?? "",
  language: stored?.language ?? "en",
  category: stored?.category ?? "UTILITY",
  components: stored?.components ?? emptyComponents.parse({}),
});

export const kindOf = ({ cards, limited_time_offer: offer }: Components): Kind =>
  cards.length > 0 ? "carousel" : offer ? "offer" : "plain";

export const newButton = (type: TemplateButton["type"] = "QUICK_REPLY"): TemplateButton => ({
  type,
  text: "",
  value: "",
  example: "",
});
export const newCard = (like: Card | undefined): Card => ({
  header: { format: like?.header?.format ?? "IMAGE", text: "", medium: null },
  body: { text: "" },
  buttons: like?.buttons.map(({ type }) => newButton(type)) ?? [newButton()],
});

type Samples = Components["samples"];
const renamed = (samples: Samples, from: RegExp, to: string): Samples =>
  Object.fromEntries(Object.entries(samples).map(([key, value]) => [key.replace(from, to), value]));

/** Without one of its cards: the samples of those behind it move up with them. */
export function withoutCard(
  { cards, samples }: Components,
  index: number,
): Pick<Components, "cards" | "samples"> {
  const moved = Object.entries(samples).flatMap(([key, value]) => {
    const card = Number(/^cards\.(\d+)\./.exec(key)?.[1] ?? -1);
    if (card === index) return [];
    return [[card > index ? key.replace(/\d+/, String(card - 1)) : key, value]];
  });
  return { cards: cards.toSpliced(index, 1), samples: Object.fromEntries(moved) as Samples };
}

/** The same words in another kind: what the other has no place for is left out. */
export function ofKind(kind: Kind, now: Components): Components {
  const text = now.body.text || now.bodyBubbleText;
  const samples = renamed(now.samples, /^bodyBubbleText\//, "body/");
  const plain = { ...now, samples, cards: [], bodyBubbleText: "", limited_time_offer: null, body: { text } };
  if (kind === "plain") return plain;
  if (kind === "offer")
    return { ...plain, footer: null, limited_time_offer: { text: "", hasExpiration: true } };
  const cards = now.cards.length > 0 ? now.cards : [newCard(undefined), newCard(undefined)];
  return {
    ...plain,
    samples: renamed(samples, /^body\//, "bodyBubbleText/"),
    header: null,
    footer: null,
    buttons: [],
    body: { text: "" },
    bodyBubbleText: text,
    cards,
  };
}

/** The id of the control at a place of a problem, such as `cards.1.buttons.0.value`. */
export const idOf = (place: string): string => `template-${place.replaceAll(/[^\w]/g, "-")}`;

interface Building {
  draft: TemplateDraft;
  /** Parts that the channel's templates may have. */
  shape: Shape;
  /** Nobody may change it now. */
  fixed: boolean;
  change: (components: Partial<Components>) => void;
  /** The problem at a place, once it may be shown: the field was left, or the form sent. */
  problemAt: (place: string) => string | undefined;
  leave: (place: string) => void;
}

const BuildingContext = createContext<Building | null>(null);
export const BuildingProvider = BuildingContext.Provider;

export function useBuilding(): Building {
  const building = useContext(BuildingContext);
  if (!building) throw new Error("useBuilding needs a BuildingProvider around it");
  return building;
}
