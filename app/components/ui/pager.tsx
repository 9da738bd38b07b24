import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { uiTexts } from "#texts/ui.ts";
import { Button } from "./button.tsx";

export interface PagerProps {
  /** Name of the list, for the label of the landmark. */
  label: string;
  /** "1–15 of 40", read out when it changes. */
  status?: string;
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
  busy?: boolean;
  /** Reason why there is no next page. */
  endText?: string;
  /** Beside the status. */
  children?: ReactNode;
}

/** Previous and Next. At an end the button stays, keeps the focus and gives the reason for being disabled. */
export function Pager({
  label,
  status,
  hasPrevious,
  hasNext,
  onPrevious,
  onNext,
  busy = false,
  endText = uiTexts.noMoreData,
  children,
}: PagerProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="flex items-center gap-3">
        <p role="status" className="text-muted tabular-nums">
          {status}
        </p>
        {children}
      </div>
      <div className="flex gap-2">
        <Button
          icon={<ChevronLeft aria-hidden />}
          disabledReason={hasPrevious ? undefined : uiTexts.firstPage}
          onClick={() => !busy && onPrevious()}
        >
          {uiTexts.previous}
        </Button>
        <Button disabledReason={hasNext ? undefined : endText} onClick={() => !busy && onNext()}>
          {uiTexts.next}
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
