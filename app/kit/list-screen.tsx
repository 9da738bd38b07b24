import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import type { ApiError } from "#app/data/api.ts";
import { ListPager, type ListPagerProps } from "#app/kit/list-pager.tsx";
import { usePageBefore } from "#app/kit/use-page-before.ts";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import type { useListState } from "#app/kit/use-list-state.ts";
import { uiTexts } from "#texts/ui.ts";

export interface Empty {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}

interface Props extends Pick<ListPagerProps, "from" | "count" | "more" | "perPage"> {
  listState: Pick<ReturnType<typeof useListState>, "query" | "look" | "go">;
  texts: { search: string; pages: string; noneFound: (query: string) => string; noneFoundText: string };
  /** Shown in place of a list that has no entries; a search without results says so itself. */
  empty: Empty;
  /** From `useLoaded`: whether a newer answer is awaited, and why there is none. */
  list: { failure: ApiError | undefined; reload: () => void };
  /** Filters and the like, beside the search. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A list driven by the address: search, number of results, the entries or the reason there are none, and pages. */
export function ListScreen({ listState, texts, empty, list, tools, children, ...page }: Props) {
  const busy = useNavigation().state === "loading";
  const { query } = listState;
  usePageBefore(page.count, page.from);
  const shown: Empty = query
    ? { icon: empty.icon, title: texts.noneFound(query), text: texts.noneFoundText }
    : empty;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput
          label={texts.search}
          value={query}
          onSearch={listState.look}
          className="w-full max-w-sm"
        />
        {tools}
        <p role="status" className="text-muted">
          {uiTexts.found(page.count, page.more)}
        </p>
      </div>
      <NotRefreshed list={list} />
      {page.count === 0 ? (
        <EmptyState icon={shown.icon} title={shown.title} action={shown.action}>
          {shown.text}
        </EmptyState>
      ) : (
        <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-60")}>
          {children}
        </div>
      )}
      <ListPager {...page} label={texts.pages} onGo={listState.go} busy={busy} />
    </>
  );
}
