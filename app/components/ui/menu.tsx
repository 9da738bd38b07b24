import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems, MenuSeparator } from "@headlessui/react";
import { Check } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode, type Ref } from "react";
import { Link } from "react-router";
import { cx } from "./cx.ts";
import { popClass, popItemClass } from "./pop.ts";

interface Shared {
  label: string;
  icon?: ReactNode;
  hint?: ReactNode;
  tone?: "plain" | "danger";
  /** Ticked, for items that are a choice. */
  chosen?: boolean;
  disabled?: boolean;
}

export type MenuEntry =
  | (Shared & { onSelect: () => void; to?: undefined })
  | (Shared & { to: string; onSelect?: undefined })
  | "separator";

export interface MenuProps {
  /** The button that opens it: one element, named. */
  button: ReactElement;
  entries: readonly MenuEntry[];
  header?: ReactNode;
  anchor?: "bottom end" | "bottom start" | "right start" | "top end" | "top start";
  className?: string;
}

/** Commands or links under a button. Arrow keys, Home, End and typing move; Escape closes. */
export function Menu({ button, entries, header, anchor = "bottom end", className }: MenuProps) {
  return (
    <HeadlessMenu>
      <MenuButton as={MenuOpener} opener={button} />
      <MenuItems
        modal={false}
        anchor={{ to: anchor, gap: 4, padding: 8 }}
        className={cx(popClass, "min-w-44", className)}
      >
        {header && <div className="px-2.5 py-2">{header}</div>}
        {entries.map((entry, at) =>
          entry === "separator" ? (
            <MenuSeparator key={at} className="mx-1 my-1 h-px bg-line" />
          ) : (
            <MenuItem key={entry.label} disabled={entry.disabled ?? false}>
              {entry.to === undefined ? (
                <button type="button" onClick={entry.onSelect} className={itemClass(entry)}>
                  <Content entry={entry} />
                </button>
              ) : (
                <Link to={entry.to} className={itemClass(entry)}>
                  <Content entry={entry} />
                </Link>
              )}
            </MenuItem>
          ),
        )}
      </MenuItems>
    </HeadlessMenu>
  );
}

const itemClass = (entry: Shared) => cx(popItemClass, entry.tone === "danger" && "text-danger-ink");

function Content({ entry }: { entry: Shared }) {
  return (
    <>
      {entry.icon}
      <span className="min-w-0 flex-1 truncate">{entry.label}</span>
      {entry.hint && <span className="text-xs text-muted">{entry.hint}</span>}
      {entry.chosen && <Check aria-hidden className="text-accent-ink" />}
    </>
  );
}

/** Lets any of our buttons be the opener: the menu adds its props to the given element. */
function MenuOpener({ opener, ref, ...rest }: { opener: ReactElement; ref?: Ref<HTMLElement> }) {
  // It passes empty children too, which would replace the opener's own.
  const { children: _, ...added } = rest as Record<string, unknown>;
  return cloneElement(opener as ReactElement<Record<string, unknown>>, { ...added, ref });
}
