import { type Side } from "#app/components/ui/place-beside.ts";
import { useGuide } from "#app/session/guide.ts";
import { useCan, useSession } from "#app/session/session.ts";
import { tourTexts as texts } from "#texts/tour.ts";

/** A step of the tour: what it says, and what it says it of. */
export interface Stop {
  title: string;
  text: string;
  /** Selectors of the element to point at: the first of these that can be seen. */
  targets: readonly string[];
  side: Side;
  /** The screen on which it is, where that is not every one. */
  screen?: string;
}

const named = (name: string) => `[data-tour="${name}"]`;

/** The steps for whoever is signed in, without what they may not open. */
export function useStops(): Stop[] {
  const may = useCan();
  const { features } = useSession();
  const bot = useGuide()?.onlyBot;
  const help = features.community ? texts.helpPanel : texts.help;
  return [
    { ...texts.menu, targets: [named("menu"), named("menu-button")], side: "right" },
    { ...texts.search, targets: [named("search")], side: "bottom" },
    ...(may("NLP.VIEW")
      ? [
          bot
            ? {
                ...texts.tryIt(bot.name),
                targets: [named("try-it")],
                side: "bottom" as const,
                screen: `/bots/${bot.id}/intents`,
              }
            : { ...texts.bots, targets: ["main h1"], side: "bottom" as const, screen: "/bots" },
        ]
      : []),
    ...(may("CHAT.HANDLE") ? [{ ...texts.chats, targets: [named("chats")], side: "bottom" as const }] : []),
    { ...help, targets: [named("help"), named("keys"), named("me")], side: "bottom" },
  ];
}
