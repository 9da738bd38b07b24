import { Button } from "#app/components/ui/button.tsx";
import { listsTexts } from "#texts/lists.ts";
import { uiTexts } from "#texts/ui.ts";

/**
 * Pages of a list that goes back in time: its newest, and what is older than the page shown. At an end a button stays, keeps
 * the focus and says why.
 */
export function OlderPager({
  label,
  status,
  before,
  next,
  onGo,
}: {
  /** Name of the list's pages, for the landmark. */
  label: string;
  /** Read out when it changes. */
  status?: string;
  /** The mark that the page begins behind; empty or undefined for the newest. */
  before: string | number | undefined;
  /** The mark of the page that follows, null at the end. */
  next: string | number | null;
  /** Takes the mark of a page, empty for the newest. */
  onGo: (mark: string) => void;
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p role="status" className="text-muted tabular-nums">
        {status}
      </p>
      <div className="flex gap-2">
        <Button disabledReason={before ? undefined : uiTexts.firstPage} onClick={() => onGo("")}>
          {listsTexts.newest}
        </Button>
        <Button
          disabledReason={next === null ? uiTexts.noMoreData : undefined}
          onClick={() => next !== null && onGo(String(next))}
        >
          {listsTexts.older}
        </Button>
      </div>
    </nav>
  );
}
