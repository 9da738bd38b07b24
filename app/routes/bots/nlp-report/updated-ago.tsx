import { RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { reportsTexts as texts } from "#texts/reports.ts";
import { readerZone } from "#app/lib/reader-zone.ts";

/** Shows the age of the figures, with a button that reloads them. */
export function UpdatedAgo({ at, busy, onRefresh }: { at: number; busy: boolean; onRefresh: () => void }) {
  const [now, setNow] = useState(at);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(ticking);
  }, []);
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-muted">
      <span>{texts.updated(Math.max(0, Math.round((now - at) / 1_000)))}</span>
      <Button size="sm" tone="ghost" icon={<RotateCw aria-hidden />} busy={busy} onClick={onRefresh}>
        {texts.refresh}
      </Button>
      <span>{texts.zoneOf(readerZone())}</span>
    </div>
  );
}
