import { FileClock } from "lucide-react";
import { type ShouldRevalidateFunctionArgs, useNavigation, useSearchParams } from "react-router";
import { call } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatCount } from "#app/lib/format.ts";
import { auditTrailTexts as texts } from "#texts/audit-trail.ts";
import { uiTexts } from "#texts/ui.ts";
import { titleOf } from "#app/lib/title.ts";
import { zoneName } from "#app/lib/zone.ts";
import { auditPeople, listAuditTrail } from "#workers/contract/endpoints/audit-trail.ts";
import type { Route } from "./+types/audit-trail.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { EntriesTable } from "./entries-table.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { ExportButton } from "./export-button.tsx";
import { addressOf, filterQuery, isFiltered, type ListState, listStateOf } from "./list-state.ts";

export const meta = () => titleOf(texts.title);

/** The filters, the position in the trail and the open entry are in the address. */
export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const listState = listStateOf(new URL(url).searchParams);
  const query = { ...filterQuery(listState), after: listState.after || undefined };
  const [list, { people }] = await Promise.all([
    call(listAuditTrail, { query, signal }),
    call(auditPeople, { signal }),
  ]);
  return { ...list, people, listState };
}

/** Opening an entry does not reload the list. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const [now, next] = [currentUrl, nextUrl].map(({ searchParams }) =>
    JSON.stringify(listStateOf(searchParams)),
  );
  return currentUrl.search !== nextUrl.search && now === next ? false : defaultShouldRevalidate;
}

export function HydrateFallback() {
  return (
    <Page title={texts.title} lead={texts.lead} wide>
      <SkeletonRows rows={10} />
    </Page>
  );
}

/** The audit trail: every change with its author, time and origin. */
export default function AuditTrail({ loaderData }: Route.ComponentProps) {
  const { entries, next, people, listState } = loaderData;
  const [search, setSearch] = useSearchParams();
  const busy = useNavigation().state === "loading";
  const filtered = isFiltered(listState);
  const keep = { preventScrollReset: true, state: { keepFocus: true } };
  // A change of filter starts again at the newest entry.
  const go = (change: Partial<ListState>) =>
    setSearch(addressOf({ ...listState, after: "", ...change }), keep);
  const clear = () => setSearch({}, keep);
  const open = search.get("entry");
  const show = (id: string | undefined) =>
    setSearch({ ...addressOf(listState), ...(id && { entry: id }) }, { ...keep, replace: id === undefined });
  return (
    <Page wide title={texts.title} lead={texts.lead} actions={<ExportButton filter={listState} />}>
      <AuditFilters listState={listState} people={people} onChange={go} onClear={clear} />
      <p className="mb-2 text-[0.8125rem] text-muted">{texts.zone(zoneName())}</p>
      {entries.length === 0 ? (
        <EmptyState
          icon={<FileClock />}
          title={filtered ? texts.noMatch : texts.none}
          action={filtered && <Button onClick={clear}>{texts.clear}</Button>}
        >
          {filtered ? texts.noMatchText : texts.noneText}
        </EmptyState>
      ) : (
        <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-60")}>
          <EntriesTable entries={entries} onOpen={show} />
        </div>
      )}
      <nav aria-label={texts.pages} className="flex flex-wrap items-center justify-between gap-3 py-3">
        <p role="status" className="text-muted tabular-nums">
          {entries.length > 0 && texts.shown(formatCount(entries.length))}
        </p>
        <div className="flex gap-2">
          {listState.after && (
            <ButtonLink
              to={{ search: new URLSearchParams(addressOf({ ...listState, after: "" })).toString() }}
            >
              {texts.newest}
            </ButtonLink>
          )}
          <Button
            disabledReason={next === null ? uiTexts.noMoreData : undefined}
            onClick={() => next !== null && setSearch(addressOf({ ...listState, after: next }))}
          >
            {texts.older}
          </Button>
        </div>
      </nav>
      <EntryDialog
        id={open}
        onClose={() => show(undefined)}
        onFilter={(filter) => setSearch(addressOf(filter))}
      />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page wide title={texts.title}>
      <LoadFailure error={error} title={texts.failed} />
    </Page>
  );
}
