import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { botsTexts } from "#texts/bots.ts";
import { treeLink, treeRow } from "./tree-keys.ts";

/** A line of the tree: what folds it, its name with a count, and what can be done to it. */
export function TreeRow({
  to,
  name,
  count,
  countTitle,
  current = false,
  before,
  mark,
  under,
  entries,
  className,
}: {
  to: LinkProps["to"];
  name: string;
  count: number;
  /** The count in words. */
  countTitle: string;
  current?: boolean;
  before?: ReactNode;
  /** Between the name and the count. */
  mark?: ReactNode;
  /** A second line. */
  under?: ReactNode;
  entries: MenuEntry[];
  className?: string;
}) {
  return (
    <div
      {...treeRow}
      className={cx(
        "group/row flex items-center rounded-md hover:bg-hover focus-within:bg-hover",
        current && "bg-accent-soft! text-accent-ink",
        className,
      )}
    >
      {before}
      <Link
        {...treeLink}
        to={to}
        state={{ keepFocus: true }}
        aria-current={current ? "true" : undefined}
        className="flex min-h-(--row-h) pointer-coarse:min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-2 rounded-md px-1.5 py-[calc(var(--row-y)-0.125rem)] focus-visible:outline-offset-[-2px]"
      >
        <span className="min-w-0 flex-1 truncate" title={name}>
          {name}
        </span>
        {mark}
        <span className="min-w-4 text-right text-xs text-muted tabular-nums" title={countTitle}>
          {count}
        </span>
        {under}
      </Link>
      {entries.length > 0 && (
        <Menu
          button={
            <IconButton
              size="sm"
              side="left"
              label={botsTexts.agentMenu(name)}
              icon={<EllipsisVertical aria-hidden />}
              className="[@media(hover:hover)]:opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 aria-expanded:opacity-100"
            />
          }
          entries={entries}
        />
      )}
    </div>
  );
}
