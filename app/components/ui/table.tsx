import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { formatMoment } from "#app/lib/format.ts";
import { cx } from "./cx.ts";
import { useHeadInSight } from "./use-head-in-sight.ts";

/**
 * A real table. `<thead>`, `<tbody>` and `<tr>` are written as they are; cells come from here. Its head stays in sight. One
 * that is wider than its box scrolls in it sideways; the keyboard can reach it.
 */
export function Table({
  caption,
  captionHidden = true,
  children,
  className,
}: {
  caption: string;
  captionHidden?: boolean;
  children: ReactNode;
  className?: string;
}) {
  const box = useHeadInSight();
  return (
    <div
      ref={box}
      role="region"
      aria-label={caption}
      tabIndex={0}
      className={cx("table-box rounded-lg border border-line bg-surface", className)}
    >
      <table
        data-rows
        className={cx(
          "w-full border-collapse text-left [&_tbody_tr:hover]:bg-hover [&_tbody_tr:last-child>*]:border-b-0",
          // WebKit positions no row: without this the link that fills one would lie over the whole page.
          "[&_tr.relative]:[transform:translate(0)]",
        )}
      >
        <caption className={captionHidden ? "sr-only" : "px-4 py-3 text-left font-semibold"}>
          {caption}
        </caption>
        {children}
      </table>
    </div>
  );
}

/** A column's header. */
export function Th({ className, children, ...rest }: ComponentProps<"th">) {
  return (
    <th scope="col" {...rest} className={cx(headClass, className)}>
      {children}
    </th>
  );
}

export type SortOrder = "ascending" | "descending" | "none";

export function SortTh({ label, order, onSort }: { label: string; order: SortOrder; onSort: () => void }) {
  const Icon = order === "ascending" ? ArrowUp : order === "descending" ? ArrowDown : ChevronsUpDown;
  return (
    <th scope="col" aria-sort={order} className={headClass}>
      <button
        type="button"
        onClick={onSort}
        className="finger -mx-1 inline-flex min-h-6 items-center gap-1 rounded px-1"
      >
        {label}
        <Icon aria-hidden className={cx("size-3.5", order === "none" && "opacity-50")} />
      </button>
    </th>
  );
}

/** The cell that names its row. */
export function RowTh({ className, children, ...rest }: ComponentProps<"th">) {
  return (
    <th scope="row" {...rest} className={cx(cellClass, "font-medium", className)}>
      {children}
    </th>
  );
}

export function Td({ className, children, ...rest }: ComponentProps<"td">) {
  return (
    <td {...rest} className={cx(cellClass, className)}>
      {children}
    </td>
  );
}

/** The header of a column of figures, which end below each other. */
export const FigureTh = ({ className, ...rest }: ComponentProps<"th">) => (
  <Th {...rest} className={cx("text-end", className)} />
);

export const FigureTd = ({ className, ...rest }: ComponentProps<"td">) => (
  <Td {...rest} className={cx("text-end whitespace-nowrap tabular-nums", className)} />
);

/**
 * Names its row and opens a panel over the list; it fills the row, which is `relative`. `state` goes to another page, which
 * takes the focus.
 */
export function RowLink({
  to,
  state = { keepFocus: true },
  children,
}: {
  to: string;
  state?: object;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      preventScrollReset
      state={state}
      dir="auto"
      className="line-clamp-2 rounded font-medium [overflow-wrap:anywhere] text-accent-ink underline-offset-2 after:absolute after:inset-0 hover:underline"
    >
      {children}
    </Link>
  );
}

/** A cell with a date and time, and what belongs to it. */
export function TimeTd({
  at,
  children,
  className,
}: {
  at: string;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <Td className={cx("whitespace-nowrap tabular-nums", className)}>
      <time dateTime={at}>{formatMoment(at)}</time>
      {children}
    </Td>
  );
}

const headClass =
  "table-head border-b border-line bg-canvas px-4 py-(--cell-y) text-xs font-semibold whitespace-nowrap text-muted";
const cellClass = "border-b border-line px-4 py-(--cell-y) align-middle";
