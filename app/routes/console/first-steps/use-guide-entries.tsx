import { ListChecks } from "lucide-react";
import { useSend } from "#app/kit/use-send.ts";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { hideSteps, isGuided, useGuide } from "#app/session/guide.ts";
import { shellTexts } from "#texts/shell.ts";

/** By what the menu under one's name brings back first steps that were put aside. */
export function useGuideEntries(): MenuEntry[] {
  const guide = useGuide();
  const toast = useToast();
  const { send } = useSend({ refused: ({ message }) => (toast.error(message), true) });
  if (!guide || isGuided(guide) || guide.steps.every(({ done }) => done)) return [];
  return [
    {
      label: shellTexts.firstSteps,
      icon: <ListChecks aria-hidden />,
      onSelect: () => void send(() => hideSteps(false)),
    },
  ];
}
