import { FileClock } from "lucide-react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { ExportButton } from "#app/kit/export-button.tsx";
import { OlderPager } from "#app/kit/older-pager.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListEntries } from "#app/kit/list-screen.tsx";
import { useSearch } from "#app/kit/use-search.ts";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatCount } from "#app/lib/format.ts";
import { auditTrailTexts as texts } from "#texts/audit-trail.ts";
import { zoneName } from "#app/lib/zone.ts";
import { auditPeople, exportAuditTrail, listAuditTrail } from "#workers/contract/endpoints/audit-trail.ts";
import type { Route } from "./+types/audit-trail.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { EntriesTable } from "./entries-table.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { filterQuery, isFiltered, type ListState, listStateOf } from "./list-state.ts";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  title,
  lead,
  failed,
  wide: true,
  rows: 10,
});

/** The filters, the position in the trail and the open entry are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const listState = listStateOf(new URL(url).searchParams);
  const query = { ...filterQuery(listState), after: listState.after || undefined };
  const [list, people] = await Promise.all([load(listAuditTrail, { query }), load(auditPeople)]);
  return { list, people, listState };
});

/** The audit trail: every change with its author, time and origin. */
export default function AuditTrail({ loaderData }: Route.ComponentProps) {
  const { listState } = loaderData;
  const list = useLoaded(loaderData.list);
  const { entries, next } = list.answer;
  const { people } = useLoaded(loaderData.people).answer;
  const [search, setSearch] = useSearch();
  const filtered = isFiltered(listState);
  const keep = { preventScrollReset: true, state: { keepFocus: true } };
  // A change of filter starts again at the newest entry.
  const go = (change: Partial<ListState>) => setSearch({ ...change, after: "" }, keep);
  const instead = (filter: Partial<ListState>) =>
    setSearch({ ...listStateOf(new URLSearchParams()), entry: "", ...filter }, keep);
  const clear = () => instead({});
  const open = search.get("entry");
  const show = (id: string | undefined) =>
    setSearch({ entry: id ?? "" }, { ...keep, replace: id === undefined });
  return (
    <Page
      wide
      title={texts.title}
      lead={texts.lead}
      actions={
        <ExportButton
          endpoint={exportAuditTrail}
          input={{ query: filterQuery(listState) }}
          fileName={texts.fileName}
          label={texts.export}
          failed={texts.exportFailed}
        />
      }
    >
      <AuditFilters listState={listState} people={people} onChange={go} onClear={clear} />
      <p className="mb-2 text-[0.8125rem] text-muted">{texts.zone(zoneName())}</p>
      <ListEntries
        list={list}
        count={entries.length}
        empty={{
          icon: <FileClock />,
          title: filtered ? texts.noMatch : texts.none,
          text: filtered ? texts.noMatchText : texts.noneText,
          action: filtered && <Button onClick={clear}>{texts.clear}</Button>,
        }}
      >
        <EntriesTable entries={entries} onOpen={show} />
      </ListEntries>
      <OlderPager
        label={texts.pages}
        status={entries.length > 0 ? texts.shown(formatCount(entries.length)) : undefined}
        before={listState.after}
        next={next}
        onGo={(after) => setSearch({ after })}
      />
      <EntryDialog id={open} onClose={() => show(undefined)} onFilter={instead} />
    </Page>
  );
}
