import type { LucideIcon } from "lucide-react";
import { cx } from "./cx.ts";

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  icon: LucideIcon;
  /** Why it cannot be pressed now. */
  reason?: string | undefined;
}

/** A few ways to see the same, side by side; one is pressed. */
export function Segments<Value extends string>({
  label,
  segments,
  value,
  onChange,
}: {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex w-fit max-w-full rounded-md border border-edge"
    >
      {segments.map(({ value: each, label: name, icon: Icon, reason }) => (
        <button
          key={each}
          type="button"
          aria-pressed={value === each}
          aria-disabled={reason !== undefined || undefined}
          title={reason}
          onClick={() => reason === undefined && onChange(each)}
          className={cx(
            "inline-flex min-h-9 pointer-coarse:min-h-11 items-center gap-1.5 px-3 first:rounded-l-md last:rounded-r-md max-sm:gap-1 max-sm:px-2",
            "aria-disabled:opacity-55",
            value === each ? "bg-accent-soft text-accent-ink" : "text-muted hover:bg-hover hover:text-ink",
          )}
        >
          <Icon aria-hidden className="size-4" />
          {name}
        </button>
      ))}
    </div>
  );
}
