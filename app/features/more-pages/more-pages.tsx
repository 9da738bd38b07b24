import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { cx } from "#app/components/ui/cx.ts";
import { Button, type ButtonSize } from "#app/components/ui/button.tsx";
import { formatCount } from "#app/lib/format.ts";
import { listsTexts } from "#texts/lists.ts";
import { uiTexts } from "#texts/ui.ts";

/**
 * The button behind a list that shows more of it. It keeps the focus while more is on its way and at the end, where it says
 * why nothing follows; how much is shown is read out.
 */
export function MoreButton({
  children,
  hasMore,
  count,
  busy = false,
  size = "md",
  className,
  onMore,
}: {
  children: ReactNode;
  hasMore: boolean;
  /** So many are shown now. */
  count: number;
  /** Something is on its way: more of it after a press, or what is shown is asked for anew, which is not said. */
  busy?: boolean;
  size?: ButtonSize;
  className?: string;
  onMore: () => void;
}) {
  /** So many were shown at the last press. */
  const [from, setFrom] = useState<number>();
  const pressed = from !== undefined;
  const waits = busy && from === count && hasMore;
  // A list that ends with its first page has none.
  if (!hasMore && !pressed) return null;
  const press = () => {
    setFrom(count);
    onMore();
  };
  const said = hasMore ? listsTexts.shown : listsTexts.allShown;
  return (
    <div className={cx("flex flex-wrap items-center gap-x-3 gap-y-1", className)}>
      <Button
        size={size}
        busy={waits}
        disabledReason={!hasMore ? uiTexts.noMoreData : undefined}
        onClick={press}
      >
        {children}
      </Button>
      <p role="status" className="text-[0.8125rem] text-muted tabular-nums">
        {pressed && !waits && said(formatCount(count))}
      </p>
    </div>
  );
}

/** Told by a page once it is there, or could not be fetched. */
type Page = { count: number; hasMore: boolean } | { retry: () => void };

interface Pages {
  /** So many pages are asked for behind the first. */
  opened: number;
  tell: (at: number, page: Page) => () => void;
}
const PagesContext = createContext<Pages | null>(null);

function usePages(): Pages {
  const pages = useContext(PagesContext);
  if (!pages) throw new Error("A page of a list needs MorePages around it");
  return pages;
}

/** Pages of a list one below the other, each of them rendered by the one before; behind the last is the button for more. */
export function MorePages({
  as: Item = "li",
  label,
  children,
}: {
  as?: "li" | "div";
  label: string;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState(0);
  const [pages, setPages] = useState<ReadonlyMap<number, Page>>(new Map());
  const tell = useCallback((at: number, page: Page) => {
    setPages((now) => new Map(now).set(at, page));
    return () => setPages((now) => new Map([...now].filter(([, each]) => each !== page)));
  }, []);
  const context = useMemo(() => ({ opened, tell }), [opened, tell]);
  const there = [...pages.values()].flatMap((page) => ("count" in page ? [page] : []));
  const failed = [...pages.values()].find((page) => "retry" in page);
  const hasMore = there.every((page) => page.hasMore);
  return (
    <PagesContext value={context}>
      {children}
      {there.length > 0 && (
        <Item className="flex justify-center p-2 empty:hidden">
          <MoreButton
            hasMore={hasMore}
            count={there.reduce((sum, { count }) => sum + count, 0)}
            busy={hasMore && !failed && there.length <= opened}
            onMore={() => (failed ? failed.retry() : setOpened(there.length))}
          >
            {label}
          </MoreButton>
        </Item>
      )}
    </PagesContext>
  );
}

/** Tells the list of its page, the first of which is 0, and returns whether the page behind it is asked for. */
export function usePage(at: number, { count, hasMore }: { count: number; hasMore: boolean }): boolean {
  const { opened, tell } = usePages();
  useEffect(() => tell(at, { count, hasMore }), [at, count, hasMore, tell]);
  return hasMore && opened > at;
}

/** Tells the list that its page could not be fetched, so that its button asks again. */
export function useFailedPage(at: number, isFailed: boolean, retry: () => void): void {
  const { tell } = usePages();
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  }, [retry]);
  useEffect(() => (isFailed ? tell(at, { retry: () => latest.current() }) : undefined), [at, isFailed, tell]);
}
