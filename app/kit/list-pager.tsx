import { Pager } from "#app/components/ui/pager.tsx";
import { uiTexts } from "#texts/ui.ts";

export interface ListPagerProps {
  label: string;
  /** Number of entries before the page. */
  from: number;
  /** Number of entries on the page. */
  count: number;
  more: boolean;
  perPage: number;
  /** Called with the number of entries before the requested page. */
  onGo: (from: number) => void;
  busy?: boolean;
}

/** Previous and Next of a paged list; renders nothing if all of it fits on one page. */
export function ListPager({ label, from, count, more, perPage, onGo, busy = false }: ListPagerProps) {
  if (from === 0 && !more) return null;
  return (
    <Pager
      label={label}
      status={uiTexts.page(from + 1, from + count)}
      hasPrevious={from > 0}
      hasNext={more}
      onPrevious={() => onGo(Math.max(from - perPage, 0))}
      onNext={() => onGo(from + perPage)}
      busy={busy}
    />
  );
}
