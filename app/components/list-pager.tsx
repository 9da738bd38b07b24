import { Pager } from "#app/components/ui/pager.tsx";
import * as messages from "#app/messages.ts";

export interface ListPagerProps {
  label: string;
  /** How many come before the page. */
  from: number;
  /** How many are on it. */
  count: number;
  more: boolean;
  perPage: number;
  /** Given how many are to come before the page. */
  onGo: (from: number) => void;
  busy?: boolean;
}

/** Previous and Next of a list that is read by pages; nothing where all of it is on one. */
export function ListPager({ label, from, count, more, perPage, onGo, busy = false }: ListPagerProps) {
  if (from === 0 && !more) return null;
  return (
    <Pager
      label={label}
      status={messages.ui.page(from + 1, from + count)}
      hasPrevious={from > 0}
      hasNext={more}
      onPrevious={() => onGo(Math.max(from - perPage, 0))}
      onNext={() => onGo(from + perPage)}
      busy={busy}
    />
  );
}
