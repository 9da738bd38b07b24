import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { ListPager, type ListPagerProps } from "#app/components/list-pager.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import type { useListPlace } from "#app/components/use-list-place.ts";
import * as messages from "#app/messages.ts";

interface Props extends Pick<ListPagerProps, "from" | "count" | "more" | "perPage"> {
  place: Pick<ReturnType<typeof useListPlace>, "query" | "look" | "go">;
  texts: { search: string; pages: string };
  /** Shown in place of an empty list. */
  empty: ReactNode;
  children: ReactNode;
}

/**
 * A list driven by the address: the search with the number of results, the list itself or the reason there is none, and
 * its pages.
 */
export function SearchedList({ place, texts, empty, children, ...page }: Props) {
  const busy = useNavigation().state === "loading";
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput
          label={texts.search}
          value={place.query}
          onSearch={place.look}
          className="w-full max-w-sm"
        />
        <p role="status" className="text-muted">
          {messages.ui.found(page.count, page.more)}
        </p>
      </div>
      {page.count === 0 ? (
        empty
      ) : (
        <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-60")}>
          {children}
        </div>
      )}
      <ListPager {...page} label={texts.pages} onGo={place.go} busy={busy} />
    </>
  );
}
