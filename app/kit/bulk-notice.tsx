import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { InSight } from "#app/kit/in-sight.tsx";
import { formatCount } from "#app/lib/format.ts";
import { listsTexts as texts } from "#texts/lists.ts";
import { uiTexts } from "#texts/ui.ts";

/** How far work on all that match is; the tab may be closed meanwhile. */
export function BulkProgress({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <InSight what={label} round={0}>
      <div className="mb-3 rounded-lg border border-line bg-surface px-3.5 py-3">
        <Progress label={label} value={total > 0 ? done / total : undefined} />
        <p className="mt-1 text-[0.8125rem] text-muted tabular-nums">
          {texts.bulkAt(formatCount(done), formatCount(total))}
        </p>
      </div>
    </InSight>
  );
}

/** The outcome of work on many; stays until it is closed. The button that began the work may be far below. */
export function OutcomeNotice({
  kind,
  children,
  undo,
  undoing,
  onClose,
}: {
  kind: "success" | "error";
  children: ReactNode;
  undo?: (() => unknown) | undefined;
  undoing?: boolean;
  onClose: () => void;
}) {
  return (
    <InSight what={kind} round={0}>
      <Banner
        kind={kind}
        live
        className="mb-3"
        actions={
          <>
            {undo && (
              <Button size="sm" busy={undoing} onClick={undo}>
                {texts.undo}
              </Button>
            )}
            <IconButton size="sm" label={uiTexts.close} icon={<X aria-hidden />} onClick={onClose} />
          </>
        }
      >
        {children}
      </Banner>
    </InSight>
  );
}
