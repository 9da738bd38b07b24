import { RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { formatMoment } from "#app/lib/format.ts";
import { figuresAgeTexts } from "#texts/figures-age.ts";

const TICK_MS = 5_000;

/** Shows the age of figures, with a button that reloads them and what else is to be said of their time. */
export function UpdatedAgo({
  at,
  busy = false,
  onRefresh,
  children,
  className,
}: {
  /** When they came, in milliseconds since 1970. */
  at: number;
  busy?: boolean;
  onRefresh?: () => void;
  children: ReactNode;
  className?: string;
}) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  return (
    <div className={cx("flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-muted", className)}>
      <span title={formatMoment(new Date(at).toISOString())}>
        {figuresAgeTexts.updatedAgo(Math.max(0, Math.round((now - at) / 1_000)))}
      </span>
      {onRefresh && (
        <Button size="sm" tone="ghost" icon={<RotateCw aria-hidden />} busy={busy} onClick={onRefresh}>
          {figuresAgeTexts.refresh}
        </Button>
      )}
      <span>{children}</span>
    </div>
  );
}
