import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { cx } from "#app/components/ui/cx.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import { Tooltip } from "#app/components/ui/tooltip.tsx";
import type { MenuSection } from "#app/lib/menu.ts";
import { shellTexts } from "#texts/shell.ts";
import type { MenuRow } from "./menu-keys.ts";
import { hereClass, soleEntry } from "./menu-row.ts";

/** A section of the collapsed menu: an icon that links to its screen, or opens a list. */
export function IconSection({
  section,
  current,
  waitsAt,
  renderCount,
  row,
}: {
  section: MenuSection;
  current: boolean;
  /** How much waits at an address. */
  waitsAt: (to: string) => number;
  /** Tells how much waits behind it, in a corner of the icon and in words with this id. */
  renderCount: (of: number, id: string) => ReactNode;
  row: MenuRow;
}) {
  const countId = useId();
  const Icon = section.icon;
  const only = soleEntry(section);
  const count = section.entries.reduce((sum, { to }) => sum + waitsAt(to), 0);
  const corner = <span className="absolute -top-0.5 -right-1.5 flex">{renderCount(count, countId)}</span>;
  const described = count > 0 ? { "aria-describedby": countId } : {};
  const className = cx(
    "relative flex size-10 items-center justify-center rounded-md",
    current ? hereClass : "text-muted hover:bg-hover hover:text-ink",
  );
  if (only) {
    return (
      <Tooltip text={section.label} side="right">
        <Link
          to={only.to}
          {...row}
          {...described}
          aria-label={section.label}
          aria-current={current ? "page" : undefined}
          className={className}
        >
          <Icon aria-hidden className="size-4.5" />
          {corner}
        </Link>
      </Tooltip>
    );
  }
  return (
    <Tooltip text={section.label} side="right">
      <Menu
        anchor="right start"
        header={<p className="font-semibold">{section.label}</p>}
        button={
          <button type="button" {...row} {...described} aria-label={section.label} className={className}>
            <Icon aria-hidden className="size-4.5" />
            {corner}
          </button>
        }
        entries={section.entries.map(({ label, to }) => {
          const waits = waitsAt(to);
          return { label, to, ...(waits > 0 && { hint: shellTexts.waits(String(waits)) }) };
        })}
      />
    </Tooltip>
  );
}
