import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { ListPager, type ListPagerProps } from "#app/kit/list-pager.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import type { useListState } from "#app/kit/use-list-state.ts";
import { uiTexts } from "#texts/ui.ts";

interface Props extends Pick<ListPagerProps, "from" | "count" | "more" | "perPage"> {
  listState: Pick<ReturnType<typeof useListState>, "query" | "look" | "go">;
  texts: { search: string; pages: string };
  /** Shown in place of an empty list. */
  empty: ReactNode;
  children: ReactNode;
}

/**
 * A list driven by the address: the search with the number of results, the list itself or the reason there is none, and
 * its pages.
 */
export function SearchedList({ listState, texts, empty, children, ...page }: Props) {
  const busy = useNavigation().state === "loading";
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput
          label={texts.search}
          value={listState.query}
          onSearch={listState.look}
          className="w-full max-w-sm"
        />
        <p role="status" className="text-muted">
          {uiTexts.found(page.count, page.more)}
        </p>
      </div>
      {page.count === 0 ? (
        empty
      ) : (
        <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-60")}>
          {children}
        </div>
      )}
      <ListPager {...page} label={texts.pages} onGo={listState.go} busy={busy} />
    </>
  );
}
