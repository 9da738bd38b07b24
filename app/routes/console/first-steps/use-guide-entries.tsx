import { ListChecks, UserMinus } from "lucide-react";
import { request } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { customersChanged } from "#app/features/customers/changed.ts";
import { hideSteps, isGuided, refreshGuide, useGuide } from "#app/session/guide.ts";
import { firstRunTexts } from "#texts/first-run.ts";
import { firstStepsTexts } from "#texts/first-steps.ts";
import { removeSamples } from "#workers/contract/endpoints/first-run.ts";

/** What the menu under one's name has of the first steps while their ring is not there. */
export function useGuideEntries(): MenuEntry[] {
  const guide = useGuide();
  const toast = useToast();
  const { send } = useSend({ refused: ({ message }) => (toast.error(message), true) });
  if (!guide || isGuided(guide)) return [];
  const isLeft = guide.steps.some(({ done }) => !done);
  return [
    ...(isLeft
      ? [
          {
            label: firstStepsTexts.show,
            icon: <ListChecks aria-hidden />,
            onSelect: () => void send(() => hideSteps(false)),
          },
        ]
      : []),
    ...(guide.samples === "there"
      ? [
          {
            label: firstRunTexts.samples.remove,
            icon: <UserMinus aria-hidden />,
            onSelect: () =>
              void send(
                () => request(removeSamples),
                () => Promise.all([refreshGuide(), customersChanged()]),
              ),
          },
        ]
      : []),
  ];
}
