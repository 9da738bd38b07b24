import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "#app/components/ui/cx.ts";
import { useListState } from "#app/kit/use-list-state.ts";

/** A number that opens its people in the table below; pressed again it shows everybody. */
export function FigureLink({
  status,
  code = "",
  isShown,
  className,
  children,
}: {
  status: string;
  code?: string;
  isShown: boolean;
  className?: string;
  children: ReactNode;
}) {
  const { addressWith } = useListState();
  return (
    <Link
      to={addressWith(isShown ? { status: "", code: "", from: "" } : { status, code, from: "" })}
      preventScrollReset
      state={{ keepFocus: true }}
      aria-current={isShown || undefined}
      className={cx(
        "rounded-lg border border-line bg-surface p-3 hover:bg-hover aria-[current]:border-accent aria-[current]:bg-accent-soft",
        className,
      )}
    >
      {children}
    </Link>
  );
}
