import type { HTMLAttributes, ReactElement, ReactNode } from "react";

interface Shared {
  label: string;
  icon?: ReactNode;
  hint?: ReactNode;
  tone?: "plain" | "danger";
  /** Ticked, for items that are a choice. */
  chosen?: boolean;
  /** Why it cannot be chosen now; it stays in reach of the keyboard, so that everybody can learn it. */
  reason?: string | undefined;
}

export type MenuEntry =
  | (Shared & { onSelect: () => void; to?: undefined })
  | (Shared & { to: string; onSelect?: undefined })
  | "separator";

export interface MenuProps {
  /** The button that opens it: one element, named. */
  button: ReactElement<HTMLAttributes<HTMLElement>>;
  entries: readonly MenuEntry[];
  header?: ReactNode;
  anchor?: "bottom end" | "bottom start" | "right start" | "top end" | "top start";
  className?: string;
}

/** How a menu is opened: by a press on it, or by a key that puts the focus on its first or last entry. */
export type Opening = "press" | "ArrowDown" | "ArrowUp";
