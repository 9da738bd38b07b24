import type { LucideIcon } from "lucide-react";
import { useEffect } from "react";
import { Button, type ButtonSize, type ButtonTone } from "#app/components/ui/button.tsx";
import { createStore } from "#app/lib/store.ts";

export interface TickedAction {
  label: string;
  icon: LucideIcon;
  onPress: () => void;
  tone?: ButtonTone;
  busy?: boolean;
  /** Why it is not possible now. */
  reason?: string | undefined;
}

export interface Ticked {
  /** How many entries are ticked, such as "3 selected"; empty for none. */
  count: string;
  actions: readonly TickedAction[];
}

const nothing: Ticked = { count: "", actions: [] };

/** The actions on the ticked entries of the open list; the palette begins with them. */
export const tickedStore = createStore(nothing);

/** Offers the actions in the palette for as long as something is ticked. */
export function useTickedActions(ticked: Ticked): void {
  // After each drawing: an action works on what is ticked by then.
  useEffect(() => tickedStore.set(ticked.count === "" ? nothing : ticked));
  useEffect(() => () => tickedStore.set(nothing), []);
}

/** The actions as buttons. */
export function TickedButtons({ actions, size = "md" }: { actions: Ticked["actions"]; size?: ButtonSize }) {
  return actions.map(({ label, icon: Icon, onPress, tone, busy, reason }) => (
    <Button
      key={label}
      size={size}
      {...(tone && { tone })}
      icon={<Icon aria-hidden />}
      busy={busy ?? false}
      disabledReason={reason}
      onClick={onPress}
    >
      {label}
    </Button>
  ));
}
