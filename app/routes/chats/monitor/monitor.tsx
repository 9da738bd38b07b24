import { MessagesSquare, Users } from "lucide-react";
import { useEffect, useState } from "react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { FigureTd, FigureTh, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { formatCount, formatSeconds } from "#app/lib/format.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { chatMonitorTexts as texts } from "#texts/chat-monitor.ts";
import {
  chatMonitor,
  type MonitoredAgent,
  type MonitoredQueue,
  type ServiceLevel,
} from "#workers/contract/endpoints/chat-monitor.ts";
import { NO_DEPARTMENT } from "#workers/contract/endpoints/chat-analytics.ts";
import type { Route } from "./+types/monitor.ts";
import { AgentPresence } from "./agent-presence.tsx";
import { MonitoredChats, type Shown } from "./monitored-chats.tsx";
import { ServiceLevelFigure } from "./service-level.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

const ANEW_MS = 10_000;

export const clientLoader = prefetched(async () => ({
  monitor: await load(chatMonitor, { query: { zone: readerZone() } }),
}));

/** Queues and people as they are now. */
export default function Monitor({ loaderData }: Route.ComponentProps) {
  const monitor = useLoaded(loaderData.monitor);
  const { queues, agents, capacity, more, targetSeconds, level } = monitor.answer;
  const now = useAnew();
  const [shown, setShown] = useState<Shown>();
  return (
    <Page wide title={title} lead={lead}>
      <NotRefreshed list={monitor} />
      <div className="grid gap-6">
        <Summary
          queues={queues}
          agents={agents}
          now={now}
          level={targetSeconds === null ? undefined : level}
        />
        {targetSeconds !== null && <p className="-mt-3 text-muted">{texts.levelText(targetSeconds)}</p>}
        <Queues queues={queues} now={now} hasLevel={targetSeconds !== null} onShow={setShown} />
        <Agents agents={agents} capacity={capacity} more={more} onShow={setShown} />
      </div>
      {shown && <MonitoredChats shown={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

/** Asks anew while somebody looks; answers the time of the last look, in milliseconds since 1970. */
function useAnew(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      setNow(Date.now());
      void invalidate(chatMonitor);
    }, ANEW_MS);
    return () => clearInterval(ticking);
  }, []);
  return now;
}

const waitOf = (since: string | null, now: number): string =>
  since === null ? texts.nobody : formatSeconds(Math.max(0, (now - Date.parse(since)) / 1_000));

function Summary({
  queues,
  agents,
  now,
  level,
}: {
  queues: readonly MonitoredQueue[];
  agents: readonly MonitoredAgent[];
  now: number;
  level: ServiceLevel | undefined;
}) {
  const sum = (of: (queue: MonitoredQueue) => number) =>
    formatCount(queues.reduce((all, each) => all + of(each), 0));
  const oldest = queues
    .flatMap(({ waitingSince }) => waitingSince ?? [])
    .toSorted()
    .at(0);
  const figures = [
    [texts.summary.waiting, sum(({ waiting }) => waiting)],
    [texts.summary.longest, waitOf(oldest ?? null, now)],
    [texts.summary.ongoing, sum(({ ongoing }) => ongoing)],
    [texts.summary.online, formatCount(agents.filter(({ agentStatus }) => agentStatus === "online").length)],
  ] as const;
  return (
    <dl className={cx("grid grid-cols-2 gap-3", level ? "lg:grid-cols-5" : "lg:grid-cols-4")}>
      {figures.map(([name, value]) => (
        <Card key={name} className="p-4">
          <dt className="text-muted">{name}</dt>
          <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
        </Card>
      ))}
      {level && (
        <Card className="col-span-2 p-4 lg:col-span-1">
          <dt className="text-muted">{texts.level}</dt>
          <dd className="text-2xl font-semibold tabular-nums">
            <ServiceLevelFigure level={level} className="flex-wrap" />
          </dd>
          {level.of > 0 && (
            <dd className="text-muted">{texts.levelOf(formatCount(level.met), formatCount(level.of))}</dd>
          )}
        </Card>
      )}
    </dl>
  );
}

/** A count that shows its chats. */
function Count({ count, name, onShow }: { count: number; name: string; onShow: () => void }) {
  if (count === 0) return formatCount(count);
  return (
    <button
      type="button"
      aria-label={`${name}: ${formatCount(count)}`}
      className="text-accent-ink underline"
      onClick={onShow}
    >
      {formatCount(count)}
    </button>
  );
}

type OnShow = (shown: Shown) => void;

function Queues({
  queues,
  now,
  hasLevel,
  onShow,
}: {
  queues: readonly MonitoredQueue[];
  now: number;
  hasLevel: boolean;
  onShow: OnShow;
}) {
  if (queues.length === 0)
    return (
      <EmptyState icon={<MessagesSquare />} title={texts.noQueues}>
        {texts.noQueuesText}
      </EmptyState>
    );
  return (
    <Table caption={texts.queues} captionHidden={false}>
      <thead>
        <tr>
          <Th>{texts.department}</Th>
          {[
            texts.waiting,
            texts.longest,
            ...(hasLevel ? [texts.level] : []),
            texts.ongoing,
            texts.withBot,
            texts.suspended,
            texts.attended,
            texts.missed,
            texts.pickup,
          ].map((name) => (
            <FigureTh key={name}>{name}</FigureTh>
          ))}
        </tr>
      </thead>
      <tbody>
        {queues.map((queue) => (
          <tr key={queue.departmentId ?? ""}>
            <RowTh>{queue.departmentName || texts.noDepartment}</RowTh>
            <FigureTd>
              <Count
                count={queue.waiting}
                name={titleOf(queue)}
                onShow={() =>
                  onShow({
                    title: titleOf(queue),
                    query: { agentId: "", departmentId: queue.departmentId ?? NO_DEPARTMENT },
                  })
                }
              />
            </FigureTd>
            <FigureTd>{waitOf(queue.waitingSince, now)}</FigureTd>
            {hasLevel && (
              <FigureTd>
                <ServiceLevelFigure level={queue.level} />
              </FigureTd>
            )}
            <FigureTd>{formatCount(queue.ongoing)}</FigureTd>
            <FigureTd>{formatCount(queue.withBot)}</FigureTd>
            <FigureTd>{formatCount(queue.suspended)}</FigureTd>
            <FigureTd>{formatCount(queue.attended)}</FigureTd>
            <FigureTd>{formatCount(queue.missed)}</FigureTd>
            <FigureTd>{queue.attended === 0 ? texts.nobody : formatSeconds(queue.pickupSeconds)}</FigureTd>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const titleOf = ({ departmentName }: MonitoredQueue): string =>
  texts.showQueue(departmentName || texts.noDepartment);

function Agents({
  agents,
  capacity,
  more,
  onShow,
}: {
  agents: readonly MonitoredAgent[];
  capacity: number | null;
  more: boolean;
  onShow: OnShow;
}) {
  if (agents.length === 0)
    return (
      <EmptyState icon={<Users />} title={texts.noAgents}>
        {texts.noAgentsText}
      </EmptyState>
    );
  return (
    <>
      <Table caption={texts.agents} captionHidden={false}>
        <thead>
          <tr>
            <Th>{texts.agent}</Th>
            <Th>{texts.status}</Th>
            <FigureTh>{texts.open}</FigureTh>
            <FigureTh>{texts.unread}</FigureTh>
            {capacity !== null && <FigureTh>{texts.load}</FigureTh>}
          </tr>
        </thead>
        <tbody>
          {agents.map(({ uId, name, agentStatus, open, unread, taken }) => (
            <tr key={uId}>
              <RowTh>
                <bdi>{name}</bdi>
              </RowTh>
              <Td>
                <AgentPresence uId={uId} name={name} status={agentStatus} />
              </Td>
              <FigureTd>
                <Count
                  count={open}
                  name={texts.showChats(name)}
                  onShow={() =>
                    onShow({ title: texts.showChats(name), query: { agentId: uId, departmentId: "" } })
                  }
                />
              </FigureTd>
              <FigureTd>{formatCount(unread)}</FigureTd>
              {capacity !== null && <FigureTd>{texts.ofCapacity(taken, capacity)}</FigureTd>}
            </tr>
          ))}
        </tbody>
      </Table>
      {more && <p className="text-muted">{texts.moreAgents(agents.length)}</p>}
    </>
  );
}
