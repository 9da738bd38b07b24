import { Pager } from "#app/components/ui/pager.tsx";
import { Select } from "#app/components/ui/select.tsx";
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
  /** Sizes of a page that can be chosen. */
  sizes?: readonly number[];
  onSize?: (size: number) => void;
}

/** Previous and Next of a paged list, and its page size; renders nothing if all of it fits on the smallest page. */
export function ListPager({
  label,
  from,
  count,
  more,
  perPage,
  onGo,
  busy = false,
  sizes = [],
  onSize,
}: ListPagerProps) {
  if (from === 0 && !more && count <= (sizes[0] ?? perPage)) return null;
  return (
    <Pager
      label={label}
      status={uiTexts.page(from + 1, from + count)}
      hasPrevious={from > 0}
      hasNext={more}
      onPrevious={() => onGo(Math.max(from - perPage, 0))}
      onNext={() => onGo(from + perPage)}
      busy={busy}
    >
      {onSize && (
        <Select
          aria-label={uiTexts.rowsAPage}
          value={String(perPage)}
          options={sizes.map((size) => ({ value: String(size), label: uiTexts.rows(size) }))}
          onChange={(size) => onSize(Number(size))}
          className="w-auto"
        />
      )}
    </Pager>
  );
}
