import { Megaphone, Send } from "lucide-react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import {
  BROADCASTS_PAGE,
  listBroadcasts,
  type ListedBroadcast,
} from "#workers/contract/endpoints/broadcasts.ts";
import type { Route } from "./+types/broadcasts.ts";
import { addressOf, CREATE } from "#app/features/broadcasts/addresses.ts";
import { CountsLine } from "#app/features/broadcasts/counts-line.tsx";
import { addressOfRange, queryOf, rangeIn } from "#app/features/broadcasts/range.ts";
import { RangeBar } from "#app/features/broadcasts/range-bar.tsx";
import { StateBadge } from "#app/features/broadcasts/state-badge.tsx";
import { useProgress } from "#app/features/broadcasts/use-progress.ts";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

/** The specification's (customer-master.md 9). */
const SEARCH_MS = 300;

/** The name, the dates and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { name, from } = listStateIn(url, 100);
  const { pathname, searchParams } = new URL(url);
  const range = rangeIn(searchParams, new Date());
  const list = await load(listBroadcasts, { query: { name, from, ...queryOf(range) } });
  if (list.answer.broadcastList.length === 0 && from > 0) return redirect(pathname);
  return { list, from, range };
});

/** Broadcasts that were made, newest first. */
export default function Broadcasts({ loaderData: { list: loaded, from, range } }: Route.ComponentProps) {
  const listState = useListState();
  const list = useLoaded(loaded);
  const { broadcastList: broadcasts, more } = list.answer;
  const mayMake = useCan()("CAMPAIGNS.CREATE");
  useProgress(() => broadcasts.some(({ status }) => status === "processing"), list.reload);
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
      <RangeBar
        range={range}
        onGo={(next) => listState.change({ ...addressOfRange(next, new Date()), from: "" })}
      />
      <ListScreen
        {...{ listState, list, more, from }}
        texts={{ ...texts, noneFound: () => texts.none, noneFoundText: texts.noneText }}
        searchDelay={SEARCH_MS}
        count={broadcasts.length}
        perPage={BROADCASTS_PAGE}
        empty={{
          icon: <Megaphone />,
          title: texts.none,
          text: texts.noneText,
          action: mayMake && <ButtonLink to={CREATE}>{texts.sendTemplate}</ButtonLink>,
        }}
      >
        <Rows broadcasts={broadcasts} />
      </ListScreen>
    </Page>
  );
}

function Rows({ broadcasts }: { broadcasts: readonly ListedBroadcast[] }) {
  const { head } = texts;
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{head.template}</Th>
          <Th>{head.by}</Th>
          <Th>{head.channel}</Th>
          <Th>{head.created}</Th>
          <Th>{head.status}</Th>
          <Th>{head.progress}</Th>
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
            <Td className="max-w-48 min-w-28 [overflow-wrap:anywhere]">{broadcast.user.name}</Td>
            <Td className="max-w-48 min-w-28 [overflow-wrap:anywhere]">
              {broadcast.channelName || texts.noChannel}
            </Td>
            <Td className="whitespace-nowrap tabular-nums">
              <time dateTime={broadcast.createdOn}>{formatShortDay(broadcast.createdOn)}</time>
            </Td>
            <Td>
              <span className="grid justify-items-start gap-1">
                <StateBadge status={broadcast.status} />
                {broadcast.status === "scheduled" && broadcast.startAt && (
                  <span className="text-[0.8125rem] whitespace-nowrap text-muted">
                    {texts.startsAt(formatShortDay(broadcast.startAt))}
                  </span>
                )}
              </span>
            </Td>
            <Td>
              <CountsLine
                name={broadcast.name}
                counts={broadcast.counts}
                goesOn={broadcast.status === "processing"}
              />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
