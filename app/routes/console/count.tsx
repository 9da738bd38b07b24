import { cx } from "#app/components/ui/cx.ts";

const MOST_SHOWN = 99;

/** The number alone: the top bar, the dashboard and the list behind its entry say in words which it is. */
export const Count = ({ of, className }: { of: number; className?: string }) =>
  of > 0 && (
    <span
      aria-hidden
      data-waiting
      className={cx(
        "rounded-full bg-accent-soft px-1.5 text-xs font-semibold text-accent-ink tabular-nums group-hover/row:invisible",
        className,
      )}
    >
      {of > MOST_SHOWN ? `${MOST_SHOWN}+` : of}
    </span>
  );
