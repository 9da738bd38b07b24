import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems, MenuSeparator } from "@headlessui/react";
import { Check } from "lucide-react";
import { cloneElement, type MouseEvent, type ReactElement, type Ref, useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import { cx } from "./cx.ts";
import type { MenuEntry, MenuProps, Opening } from "./menu-entry.ts";
import { popClass, popItemClass } from "./pop.ts";

/** A menu that opens as it appears. */
export function UsedMenu({
  button,
  entries,
  header,
  anchor = "bottom end",
  className,
  opening,
}: MenuProps & { opening: Opening; onClose: () => void }) {
  const opener = useRef<HTMLButtonElement>(null);
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    opener.current?.focus({ preventScroll: true });
    if (opening === "press") opener.current?.click();
    else opener.current?.dispatchEvent(new KeyboardEvent("keydown", { key: opening, bubbles: true }));
  }, [opening]);
  return (
    <HeadlessMenu>
      <MenuButton ref={opener} as={MenuOpener} opener={button} />
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
            <Entry key={entry.label} entry={entry} />
          ),
        )}
      </MenuItems>
    </HeadlessMenu>
  );
}

type Item = Exclude<MenuEntry, "separator">;

function Entry({ entry }: { entry: Item }) {
  const reasonId = useId();
  const { reason } = entry;
  const press = (event: MouseEvent) => {
    // Prevented, it leaves the menu open.
    if (reason !== undefined) event.preventDefault();
    else entry.onSelect?.();
  };
  const shared = {
    onClick: press,
    className: cx(popItemClass, entry.tone === "danger" && "text-danger-ink", "aria-disabled:opacity-70"),
    ...(reason !== undefined && { "aria-disabled": true, "aria-describedby": reasonId, title: reason }),
  };
  return (
    <>
      <MenuItem>
        {entry.to === undefined ? (
          <button type="button" {...shared}>
            <Content entry={entry} />
          </button>
        ) : (
          <Link to={entry.to} {...shared}>
            <Content entry={entry} />
          </Link>
        )}
      </MenuItem>
      {reason !== undefined && (
        <span hidden id={reasonId}>
          {reason}
        </span>
      )}
    </>
  );
}

function Content({ entry }: { entry: Item }) {
  return (
    <>
      {entry.icon}
      <span className="min-w-0 flex-1 truncate">
        {entry.label}
        {entry.reason !== undefined && (
          <span aria-hidden className="block text-xs whitespace-normal text-muted">
            {entry.reason}
          </span>
        )}
      </span>
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
