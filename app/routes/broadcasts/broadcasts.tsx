import { CalendarDays, List, Send } from "lucide-react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { type ListColumn, type ListColumns, useListColumns } from "#app/kit/use-list-columns.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { BroadcastsDrawing } from "#app/components/drawings/broadcasts.tsx";
import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Chip } from "#app/components/ui/chip.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { type Segment, Segments } from "#app/components/ui/segments.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { monthBeside } from "#app/lib/moment.ts";
import { dayBegins, dayOf } from "#app/lib/zone.ts";
import { useCan } from "#app/session/session.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { type BroadcastState, broadcastStates } from "#workers/contract/broadcast.ts";
import {
  broadcastCalendar,
  BROADCASTS_PAGE,
  listBroadcasts,
  type ListedBroadcast,
} from "#workers/contract/endpoints/broadcasts.ts";
import type { Route } from "./+types/broadcasts.ts";
import { addressOf, CREATE } from "#app/features/broadcasts/addresses.ts";
import { CountsLine } from "#app/features/broadcasts/counts-line.tsx";
import { addressOfRange, openRange, queryOf, rangeIn, usualRange } from "#app/features/broadcasts/range.ts";
import { RangeBar } from "#app/features/broadcasts/range-bar.tsx";
import { StateBadge } from "#app/features/broadcasts/state-badge.tsx";
import { useProgress } from "#app/features/broadcasts/use-progress.ts";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

const VIEWS: readonly Segment<"list" | "calendar">[] = [
  { value: "list", label: texts.calendar.list, icon: List },
  { value: "calendar", label: texts.calendar.calendar, icon: CalendarDays },
];

/** The specification's (customer-master.md 9). */
const SEARCH_MS = 300;

const Calendar = lazilyShown(
  () => import("./calendar.tsx"),
  (module) => module.Calendar,
  () => <SkeletonRows rows={8} />,
);

/** The view, the month or else the name, the dates and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { name, from } = listStateIn(url, 100);
  const { pathname, searchParams } = new URL(url);
  if (searchParams.get("view") === "calendar") {
    const month = monthIn(searchParams);
    const since = dayBegins(`${month}-01`) ?? "";
    const until = dayBegins(`${monthBeside(month, 1)}-01`) ?? "";
    return { month, calendar: await load(broadcastCalendar, { query: { since, until } }) };
  }
  const state = broadcastStates.find((each) => each === searchParams.get("state"));
  const range = rangeIn(searchParams, new Date(), usualOf(state));
  const list = await load(listBroadcasts, { query: { name, state, from, ...queryOf(range) } });
  if (list.answer.broadcastList.length === 0 && from > 0) return redirect(pathname);
  return { list, from, range, state };
});

/** Those of one state are of any time unless dates are chosen: one that is sent now may have been planned long ago. */
const usualOf = (state: BroadcastState | undefined) => (state ? openRange : usualRange(new Date()));

/** A month of an address, by the reader's clock this one without any. */
function monthIn(search: URLSearchParams): string {
  const given = search.get("month") ?? "";
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(given) ? given : dayOf(new Date()).slice(0, 7);
}

type Data = Route.ComponentProps["loaderData"];

/** Broadcasts that were made, newest first, or a month of them as a calendar. */
export default function Broadcasts({ loaderData }: Route.ComponentProps) {
  const { change } = useListState();
  const mayMake = useCan()("CAMPAIGNS.CREATE");
  return (
    <Page
      wide
      title={title}
      lead={lead}
      actions={
        mayMake && (
          <ButtonLink tone="primary" to={CREATE} icon={<Send aria-hidden />}>
            {texts.sendTemplate}
          </ButtonLink>
        )
      }
    >
      <div className="mb-3">
        <Segments
          label={texts.calendar.view}
          value={loaderData.calendar ? "calendar" : "list"}
          segments={VIEWS}
          onChange={(view) => change({ view: view === "calendar" ? view : "", month: "", from: "" })}
        />
      </div>
      {loaderData.calendar ? <AsCalendar {...loaderData} /> : <AsList {...loaderData} />}
    </Page>
  );
}

function AsCalendar({ calendar, month }: Extract<Data, { calendar: object }>) {
  const { change } = useListState();
  const list = useLoaded(calendar);
  const { broadcasts, more } = list.answer;
  useProgress(() => broadcasts.some(({ status }) => status === "processing"), list.reload);
  return (
    <>
      <NotRefreshed list={list} />
      <Calendar {...{ month, broadcasts, more }} onGo={(next) => change({ month: next })} />
    </>
  );
}

function AsList({ list: loaded, from, range, state }: Extract<Data, { list: object }>) {
  const listState = useListState();
  const list = useLoaded(loaded);
  const { broadcastList: broadcasts, more, total } = list.answer;
  const columns = useListColumns("broadcasts", COLUMNS);
  const mayMake = useCan()("CAMPAIGNS.CREATE");
  useProgress(() => broadcasts.some(({ status }) => status === "processing"), list.reload);
  return (
    <>
      <RangeBar
        range={range}
        onGo={(next) => listState.change({ ...addressOfRange(next, new Date(), usualOf(state)), from: "" })}
      />
      {state && (
        <ul aria-label={texts.filters} className="mb-3 flex flex-wrap gap-1.5">
          <Chip
            kind={head.status}
            name={texts.states[state]}
            removeLabel={texts.anyState(texts.states[state])}
            onRemove={() => listState.change({ state: "", from: "" })}
          />
        </ul>
      )}
      <ListScreen
        {...{ listState, list, more, total, from }}
        texts={{ ...texts, noneFound: () => texts.none, noneFoundText: texts.noneText }}
        searchDelay={SEARCH_MS}
        count={broadcasts.length}
        perPage={BROADCASTS_PAGE}
        chooser={columns.chooser}
        empty={{
          drawing: <BroadcastsDrawing />,
          title: texts.none,
          text: texts.noneText,
          action: mayMake && <ButtonLink to={CREATE}>{texts.sendTemplate}</ButtonLink>,
        }}
      >
        <Rows {...{ broadcasts, columns }} />
      </ListScreen>
    </>
  );
}

const { head } = texts;
/** Columns of the list that can be hidden and moved; the specification's, in its order. */
const COLUMNS: readonly ListColumn<ListedBroadcast>[] = [
  {
    id: "by",
    name: head.by,
    cell: ({ user }) => <Td className="max-w-48 min-w-28 [overflow-wrap:anywhere]">{user.name}</Td>,
  },
  {
    id: "channel",
    name: head.channel,
    cell: ({ channelName }) => (
      <Td className="max-w-48 min-w-28 [overflow-wrap:anywhere]">{channelName || texts.noChannel}</Td>
    ),
  },
  {
    id: "created",
    name: head.created,
    cell: ({ createdOn }) => (
      <Td className="whitespace-nowrap tabular-nums">
        <time dateTime={createdOn}>{formatShortDay(createdOn)}</time>
      </Td>
    ),
  },
  {
    id: "status",
    name: head.status,
    cell: ({ status, startAt }) => (
      <Td>
        <span className="grid justify-items-start gap-1">
          <StateBadge status={status} />
          {status === "scheduled" && startAt && (
            <span className="text-[0.8125rem] whitespace-nowrap text-muted">
              {texts.startsAt(formatShortDay(startAt))}
            </span>
          )}
        </span>
      </Td>
    ),
  },
  {
    id: "progress",
    name: head.progress,
    cell: ({ name, counts, status }) => (
      <Td>
        <CountsLine name={name} counts={counts} goesOn={status === "processing"} />
      </Td>
    ),
  },
];

function Rows({
  broadcasts,
  columns: { heads, cells },
}: {
  broadcasts: readonly ListedBroadcast[];
  columns: ListColumns<ListedBroadcast>;
}) {
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{head.template}</Th>
          {heads}
        </tr>
      </thead>
      <tbody>
        {broadcasts.map((broadcast) => (
          <tr key={broadcast.id} className="relative">
            <RowTh className="max-w-96 min-w-40">
              <RowLink to={addressOf(broadcast.id)}>{broadcast.templateName}</RowLink>
              {broadcast.name !== broadcast.templateName && (
                <bdi className="line-clamp-1 text-[0.8125rem] font-normal text-muted">{broadcast.name}</bdi>
              )}
              {/* In a narrow window the state column is out of view. */}
              <span aria-hidden className="mt-1 block sm:hidden">
                <StateBadge status={broadcast.status} />
              </span>
            </RowTh>
            {cells(broadcast)}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
