import type { ReactNode } from "react";
import { Pager } from "#app/components/ui/pager.tsx";
import { formatCount } from "#app/lib/format.ts";
import { listsTexts } from "#texts/lists.ts";
import { uiTexts } from "#texts/ui.ts";
import { MOST_COUNTED } from "#workers/contract/total.ts";

export interface ListPagerProps {
  label: string;
  /** Number of entries before the page. */
  from: number;
  /** Number of entries on the page. */
  count: number;
  more: boolean;
  /** How many match in all, as lists count them. */
  total?: number | undefined;
  perPage: number;
  /** Called with the number of entries before the requested page. */
  onGo: (from: number) => void;
  busy?: boolean;
  /** The field in which the size of a page is chosen (`useRows`). */
  choice?: ReactNode;
}

/** The smallest page that can be chosen. */
const SMALLEST = 20;

/** Previous and Next of a paged list, and its page size; renders nothing if all of it fits on the smallest page. */
export function ListPager({
  label,
  from,
  count,
  more,
  total,
  perPage,
  onGo,
  busy = false,
  choice,
}: ListPagerProps) {
  if (from === 0 && !more && (!choice || count <= SMALLEST)) return null;
  return (
    <Pager
      label={label}
      status={statusOf(from, count, total)}
      hasPrevious={from > 0}
      hasNext={more}
      onPrevious={() => onGo(Math.max(from - perPage, 0))}
      onNext={() => onGo(from + perPage)}
      busy={busy}
    >
      {choice}
    </Pager>
  );
}

function statusOf(from: number, count: number, total: number | undefined): string {
  const [first, last] = [from + 1, from + count];
  if (total === undefined) return uiTexts.page(first, last);
  return total > MOST_COUNTED
    ? listsTexts.pageOfOver(first, last, formatCount(MOST_COUNTED))
    : listsTexts.pageOf(first, last, total);
}
