import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "#app/components/ui/cx.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import { Tooltip } from "#app/components/ui/tooltip.tsx";
import type { MenuSection } from "#app/lib/menu.ts";
import type { MenuRow } from "./menu-keys.ts";
import { hereClass, soleEntry } from "./menu-row.ts";

/** A section of the collapsed menu: an icon that links to its screen, or opens a list. */
export function IconSection({
  section,
  current,
  count,
  row,
}: {
  section: MenuSection;
  current: boolean;
  /** Tells how much waits behind it, in a corner of the icon. */
  count: ReactNode;
  row: MenuRow;
}) {
  const Icon = section.icon;
  const only = soleEntry(section);
  const corner = <span className="absolute -top-0.5 -right-1.5 flex">{count}</span>;
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
          <button type="button" {...row} aria-label={section.label} className={className}>
            <Icon aria-hidden className="size-4.5" />
            {corner}
          </button>
        }
        entries={section.entries.map(({ label, to }) => ({ label, to }))}
      />
    </Tooltip>
  );
}
