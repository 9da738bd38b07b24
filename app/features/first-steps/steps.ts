import { Bot, type LucideIcon, MessageCircle, Radio, UserPlus, UsersRound } from "lucide-react";
import { useCan } from "#app/session/session.ts";
import { firstStepsTexts as texts } from "#texts/first-steps.ts";
import type { GuideNow } from "#workers/contract/endpoints/first-run.ts";
import type { FirstStep } from "#workers/contract/first-run.ts";

interface Place {
  to: string;
  /** Where it leads until it is done, with what is filled in. */
  first?: string;
  icon: LucideIcon;
}

const PLACES: Readonly<Record<FirstStep, Place>> = {
  bot: { to: "/bots", first: "/welcome", icon: Bot },
  channel: { to: "/admin/channels", first: "/admin/channels?add=simulator", icon: Radio },
  customers: { to: "/customer-master/customers", icon: UsersRound },
  invite: { to: "/admin/users", icon: UserPlus },
  hello: {
    to: "/simulator",
    first: `/simulator?say=${encodeURIComponent(texts.hello)}`,
    icon: MessageCircle,
  },
};

/** A first step as it is shown: where it leads, with what the screen there is told. */
export function useStepPlace(step: FirstStep, done: boolean, { onlyBot }: Pick<GuideNow, "onlyBot">) {
  const { to, first = to, icon } = PLACES[step];
  const may = useCan();
  // Somebody who may not begin with one of our bots builds their own.
  const opens = !done && (step !== "bot" || may("CHANNELS.CREATE"));
  const [title, text] = texts.steps[step];
  return {
    title,
    text,
    icon,
    to: opens ? first : to,
    ...(step === "channel" && { state: { bot: onlyBot } }),
  };
}
