import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigation, useSearchParams } from "react-router";
import type { ApiError } from "#app/data/api.ts";
import { ListPager, type ListPagerProps } from "#app/kit/list-pager.tsx";
import { usePageBefore } from "#app/kit/use-page-before.ts";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { useFold } from "#app/components/ui/use-fold.ts";
import type { useListState } from "#app/kit/use-list-state.ts";
import { formatCount } from "#app/lib/format.ts";
import { listsTexts } from "#texts/lists.ts";
import { uiTexts } from "#texts/ui.ts";
import { MOST_COUNTED } from "#workers/contract/total.ts";

export interface Empty {
  icon?: ReactNode;
  drawing?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}

interface EntriesProps {
  /** Number of entries. */
  count: number;
  /** Shown in place of a list that has no entries. */
  empty: Empty;
  /** From `useLoaded`: whether a newer answer is awaited, and why there is none. */
  list: { failure: ApiError | undefined; reload: () => void };
  children: ReactNode;
}

interface BodyProps extends EntriesProps, Omit<ListPagerProps, "busy" | "count"> {}

/** The entries of a list or the reason there are none. They are dimmed while the next are loaded. */
export function ListEntries({ empty, list, count, children }: EntriesProps) {
  const busy = useNavigation().state === "loading";
  return (
    <>
      <NotRefreshed list={list} />
      {count === 0 ? (
        <EmptyState icon={empty.icon} drawing={empty.drawing} title={empty.title} action={empty.action}>
          {empty.text}
        </EmptyState>
      ) : (
        <div data-rows aria-busy={busy} className={cx("transition-opacity", busy && "opacity-60")}>
          {children}
        </div>
      )}
    </>
  );
}

/** The entries of a list and its pages. */
export function ListBody({ empty, list, children, ...pager }: BodyProps) {
  const busy = useNavigation().state === "loading";
  usePageBefore(pager.count, pager.from);
  return (
    <>
      <ListEntries {...{ empty, list, children }} count={pager.count} />
      <ListPager {...pager} busy={busy} />
    </>
  );
}

/** How many match in all; a list counts so far, and says where there are more. */
const foundText = (total: number): string =>
  total > MOST_COUNTED ? listsTexts.foundOver(formatCount(MOST_COUNTED)) : uiTexts.found(total, false);

/** Params of a list's address besides its filters: the search, and the page with its size. */
const NO_FILTERS = new Set(["q", "from", "rows"]);

interface Props extends Omit<BodyProps, "label" | "onGo"> {
  listState: Pick<ReturnType<typeof useListState>, "query" | "look" | "go">;
  texts: { search: string; pages: string; noneFound: (query: string) => string; noneFoundText: string };
  /** Filters and the like, beside the search. */
  tools?: ReactNode;
  /** The button with which columns are chosen (`useListColumns`). */
  chooser?: ReactNode;
  /** After the last key, where the specification wants another time than usual. */
  searchDelay?: number;
}

/** A list driven by the address: search, number of results, and its body; a search without results says so itself. */
export function ListScreen({ listState, texts, empty, tools, chooser, searchDelay, ...body }: Props) {
  const { query } = listState;
  const [search] = useSearchParams();
  const chosen = [...search].filter(([name, value]) => value !== "" && !NO_FILTERS.has(name)).length;
  const fold = useFold();
  const shown: Empty = query
    ? { icon: empty.icon, title: texts.noneFound(query), text: texts.noneFoundText }
    : empty;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-y-3">
        <div
          data-toolbar
          className={cx("relative flex w-full items-center gap-2", chooser ? "sm:max-w-md" : "sm:max-w-sm")}
        >
          <SearchInput
            label={texts.search}
            value={query}
            onSearch={listState.look}
            {...(searchDelay !== undefined && { delay: searchDelay })}
            className="min-w-0 flex-1"
          />
          {tools && (
            <Button {...fold.opener} icon={<ChevronDown aria-hidden />} className="sm:hidden">
              {uiTexts.filters(chosen)}
            </Button>
          )}
          {chooser}
        </div>
        {tools && (
          <div
            id={fold.content.id}
            className={cx("max-sm:grid max-sm:w-full max-sm:gap-2 sm:contents", fold.content.className)}
          >
            {tools}
          </div>
        )}
        <p role="status" className="text-muted">
          {body.total === undefined ? uiTexts.found(body.count, body.more) : foundText(body.total)}
        </p>
      </div>
      <ListBody {...body} empty={shown} label={texts.pages} onGo={listState.go} />
    </>
  );
}
