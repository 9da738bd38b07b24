import { cx } from "./cx.ts";

export interface ProgressProps {
  label: string;
  /** 0 to 1; without it the progress is indeterminate. */
  value?: number | undefined;
  labelHidden?: boolean;
  className?: string;
}

export function Progress({ label, value, labelHidden = false, className }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(Math.max(0, Math.min(1, value)) * 100);
  return (
    <div className={cx("grid gap-1.5", className)}>
      {!labelHidden && (
        <div className="flex justify-between gap-3 text-[0.8125rem] text-muted" aria-hidden>
          <span>{label}</span>
          {percent !== undefined && <span className="tabular-nums">{percent} %</span>}
        </div>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        {percent === undefined ? (
          <div className="h-full w-1/4 animate-slide rounded-full bg-accent" />
        ) : (
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" className="block h-full w-full" aria-hidden>
            <rect width={percent} height="8" className="fill-accent transition-all" />
          </svg>
        )}
      </div>
    </div>
  );
}
