import { uiTexts } from "#texts/ui.ts";
import { cx } from "./cx.ts";

/** A grey placeholder that fades in, for what is there at once. Size it with classes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx("block animate-late", className)}>
      <span className="block h-full min-h-3 animate-breathe rounded-md bg-line" />
    </span>
  );
}

/** The default placeholder of a list or a table. */
export function SkeletonRows({ rows = 5, label = uiTexts.loading }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="grid gap-3 py-2">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-8" />
          <Skeleton className={cx("h-4", row % 3 === 0 ? "w-1/2" : row % 3 === 1 ? "w-2/3" : "w-2/5")} />
        </div>
      ))}
    </div>
  );
}
