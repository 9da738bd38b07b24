import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { OutcomeNotice } from "#app/kit/bulk-notice.tsx";
import { shownColumns } from "#app/kit/columns.ts";
import { TickedButtons, useTickedActions } from "#app/kit/ticked-actions.tsx";
import { useRows } from "#app/kit/use-rows.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { lazily } from "#app/components/ui/lazily.tsx";
import { Pager } from "#app/components/ui/pager.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { slimButton, slimWords } from "#app/components/ui/slim.ts";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { useMedia } from "#app/components/use-media.ts";
import { formatCount } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Tagging } from "#workers/contract/endpoints/customer-taggings.ts";
import {
  CUSTOMERS_PAGE,
  type CustomerOrder,
  type listCustomers,
} from "#workers/contract/endpoints/customers.ts";
import { customersChanged } from "#app/features/customers/changed.ts";
import { bothKinds, type TaggingKind } from "#app/features/customers/tagging-kinds.ts";
import { BulkNotice } from "./bulk-notice.tsx";
import { CustomerTable, TABLE_ID, usualColumns } from "./customer-table.tsx";
import { FieldFiltersSection } from "./field-filters-section.tsx";
import { ListTools } from "./list-tools.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { TaggingsPanel } from "./taggings-panel.tsx";
import { NoCustomers } from "./no-customers.tsx";
import { everybody, type Filter, isFiltered, type ListState, listStateOf } from "./list-state.ts";
import { usePopups } from "./popups.tsx";
import { putActions, selectedText, SelectionBar, useSelectedActions } from "./selection-bar.tsx";
import { useActions } from "./use-actions.tsx";
import { useBulk } from "./use-bulk.ts";
import { useCount } from "./use-count.ts";
import { useTaggingNames } from "#app/features/customers/use-tagging-names.ts";
import { useSelection } from "./use-selection.ts";
import { queryOf, useView } from "./use-view.ts";
import { ViewTabs } from "./view-tabs.tsx";

const SEARCH_MS = 300;

const AddToJourney = lazily(
  () => import("./add-to-journey.tsx"),
  (module) => module.AddToJourney,
);

/** The filter, page, order and view that the list is to show; without an order it keeps its own. */
export type Where = Filter & Partial<Pick<ListState, "from" | "order" | "view">>;

/** The list with its filters and actions. */
export function CustomersList({
  list,
  from,
  order,
  view,
  filter,
  busy,
  onGo,
}: {
  list: ReplyOf<typeof listCustomers>["customers"];
  from: number;
  order: CustomerOrder;
  view: string;
  filter: Filter;
  busy: boolean;
  onGo: (to: Where) => void;
}) {
  const { customers: rows, hasMore } = list;
  const headers = [...list.headers, ...usualColumns];
  const confirm = useConfirm();
  const can = useCan();
  const wide = useMedia("(min-width: 72rem)");
  const { perPage, choice } = useRows(CUSTOMERS_PAGE);
  const shownView = useView({ ...listOf(filter), order, view });
  const { columns } = shownView;
  const selection = useSelection(rows, JSON.stringify(filter));
  const nameOf = useTaggingNames(filter);
  const total = useCount(filter, selection.page === "all");
  const bulk = useBulk();
  const actions = useActions({ selection, filter, bulk });
  const [joining, setJoining] = useState(false);
  const popups = usePopups({
    count: selection.count,
    // A move is two bulk actions; on all matches, the first would change the matches of the second.
    shown:
      selection.matching === undefined ? filter.groups.map((id) => ({ id, name: nameOf(id) ?? "…" })) : [],
    onMap: actions.map,
    conditions: filter.fields,
    onCondition: (condition) =>
      onGo({
        ...filter,
        fields: [...filter.fields.filter(({ field }) => field !== condition.field), condition],
      }),
  });

  const focusTable = () => document.querySelector<HTMLElement>(`#${TABLE_ID} tbody a, h1`)?.focus();
  const removeTagging = async (kind: TaggingKind, tagging: Tagging) => {
    popups.close();
    let said = "";
    const yes = await confirm({
      title: texts.removeQuestion,
      text: kind.texts.removeText(tagging.name, formatCount(tagging.customers)),
      confirmLabel: uiTexts.delete,
      run: async () => {
        said = (await kind.remove(tagging.id)).message;
      },
    });
    if (!yes) return;
    actions.say({ kind: "success", text: said });
    const rest = filter[kind.filter].filter((id) => id !== tagging.id);
    if (rest.length < filter[kind.filter].length) onGo({ ...filter, [kind.filter]: rest });
    await customersChanged();
  };

  const chosen = filter.groups.length + filter.tags.length + filter.fields.length;
  const panels = (
    <div className="grid gap-6">
      {bothKinds.map((kind) => (
        <TaggingsPanel
          key={kind.id}
          kind={kind}
          selected={filter[kind.filter]}
          onSelect={(ids) => onGo({ ...filter, [kind.filter]: ids })}
          onCreate={() => popups.create(kind)}
          onRename={(tagging) => popups.rename(kind, tagging)}
          onRemove={(tagging) => void removeTagging(kind, tagging)}
        />
      ))}
      {list.headers.length > 0 && <FieldFiltersSection onAdd={popups.narrow} />}
    </div>
  );
  const blocked = bulk.running ? texts.bulkRunning : undefined;
  const puts = can("CUSTOMER.EDIT")
    ? putActions(selection.count === 0 ? texts.chooseCustomer : blocked, popups.choose)
    : [];
  const takes = useSelectedActions(
    blocked,
    popups.choose,
    () => void actions.removeSelected().then((done) => done && focusTable()),
    () => setJoining(true),
  );
  const onTicked = [...puts, ...takes];
  useTickedActions({ count: selectedText(selection), actions: onTicked });
  const showEverybody = () => onGo({ ...everybody, view: "" });
  const showAll = () => onGo({ ...everybody, order: "newest", view: "" });

  return (
    <div className={cx("grid items-start gap-6", wide && "grid-cols-[15rem_minmax(0,1fr)]")}>
      {wide ? (
        <aside aria-label={texts.filters} className="rounded-lg border border-line bg-surface p-4">
          {panels}
        </aside>
      ) : (
        <SidePanel
          side="left"
          className="max-w-[20rem]"
          title={texts.showFilters(0)}
          open={popups.panels}
          onClose={popups.close}
        >
          {panels}
        </SidePanel>
      )}
      <div className="min-w-0">
        <ViewTabs
          view={view}
          isChanged={shownView.isChanged}
          query={queryOf({ ...listOf(filter), order })}
          columns={columns}
          onOpen={(opened) => {
            shownView.forgetChanges();
            const kept = listStateOf(new URLSearchParams(opened.query));
            onGo({ ...kept, from: 0, view: opened.name });
          }}
          onAll={showAll}
          onSaved={(name) => {
            shownView.forgetChanges();
            onGo({ ...filter, from, view: name });
          }}
          onRemoved={(name) => name === view && onGo({ ...filter, from, view: "" })}
        />
        <div data-toolbar className="relative mb-2 flex items-center gap-2 sm:flex-wrap">
          <SearchInput
            label={texts.search}
            value={filter.search}
            delay={SEARCH_MS}
            onSearch={(search) => onGo({ ...filter, search })}
            className="min-w-0 flex-1 sm:min-w-48"
          />
          {!wide && (
            <Button
              icon={<SlidersHorizontal aria-hidden />}
              className={slimButton}
              onClick={popups.showPanels}
            >
              <span className={slimWords}>{texts.showFilters(chosen)}</span>
            </Button>
          )}
          <ListTools
            {...{ headers, columns, filter }}
            onChoose={shownView.choose}
            onExported={(name) => actions.say({ kind: "success", text: texts.exported(name) })}
          />
        </div>
        {/* In a small window the bar of the ticked ones has them. */}
        {puts.length > 0 && (
          <div className="mb-3 flex flex-wrap gap-2 max-sm:hidden">
            <TickedButtons actions={puts} />
          </div>
        )}
        <FilterChips {...{ filter, headers }} nameOf={nameOf} onChange={onGo} onClear={showEverybody} />
        <BulkNotice bulk={bulk} undoing={actions.undoing} onUndo={actions.undoBulk} />
        {actions.outcome && (
          <OutcomeNotice
            kind={actions.outcome.kind}
            undo={actions.outcome.undo}
            undoing={actions.undoing}
            onClose={() => actions.say(undefined)}
          >
            {actions.outcome.text}
          </OutcomeNotice>
        )}
        {selection.count > 0 && (
          <SelectionBar selection={selection} onPage={rows.length} total={total} actions={onTicked} />
        )}
        <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-60")}>
          {rows.length === 0 ? (
            <NoCustomers filtered={isFiltered(filter)} onClear={showEverybody} />
          ) : (
            <CustomerTable
              rows={rows}
              columns={shownColumns(headers, columns)}
              order={order}
              onSort={(next) => onGo({ ...filter, order: next })}
              selection={selection}
              onRemove={(row) => void actions.remove(row).then((done) => done && focusTable())}
            />
          )}
        </div>
        <Pager
          label={texts.pages}
          status={statusOf(from, rows.length, total)}
          hasPrevious={from > 0}
          hasNext={hasMore}
          onPrevious={() => onGo({ ...filter, view, from: Math.max(from - perPage, 0) })}
          onNext={() => onGo({ ...filter, view, from: from + perPage })}
          busy={busy}
          endText={rows.length === 0 ? texts.noRecord : uiTexts.noMoreData}
        >
          {(from > 0 || hasMore || rows.length > CUSTOMERS_PAGE) && choice}
        </Pager>
      </div>
      {popups.dialogs}
      {joining && <AddToJourney {...{ selection, filter }} onClose={() => setJoining(false)} />}
    </div>
  );
}

/** The filter without what only the server knows of it. */
const listOf = ({ search, groups, tags, fields }: Filter) => ({ search, groups, tags, fields });

function statusOf(from: number, shown: number, total: number | undefined): string {
  if (shown === 0) return texts.noRecord;
  const [first, last] = [formatCount(from + 1), formatCount(from + shown)];
  return total === undefined ? texts.page(first, last) : texts.pageOf(first, last, formatCount(total));
}
