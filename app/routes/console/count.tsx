import { cx } from "#app/components/ui/cx.ts";

const MOST_SHOWN = 99;

/** The top bar, the dashboard and the list to which its entry leads say in words what it counts. */
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
