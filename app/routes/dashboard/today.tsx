import {
  BookOpenCheck,
  FileUp,
  type LucideIcon,
  MessageCircleQuestion,
  MessageSquareText,
  MessagesSquare,
  Send,
} from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { Sparkline } from "#app/components/chart/sparkline.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { UpdatedAgo } from "#app/components/updated-ago.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Delta } from "#app/components/ui/delta.tsx";
import { useEvent } from "#app/realtime/use-event.ts";
import { dayOf, localMoment, zoneName } from "#app/lib/zone.ts";
import { formatCount, formatMoment, formatShare } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { dashboardTexts as texts } from "#texts/dashboard.ts";
import { figuresAgeTexts } from "#texts/figures-age.ts";
import { importsTexts } from "#texts/imports.ts";
import { chatCount } from "#workers/contract/endpoints/chats.ts";
import type { Today } from "#workers/contract/endpoints/dashboard.ts";

/** A broadcast that goes on tells of it every two seconds; the summary is asked for more seldom. */
const NEWS_MS = 10_000;

/** Asks anew when work has ended or a broadcast has got on, soon and every ten seconds at the most. */
function useNews(reload: () => void): void {
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  const asked = useRef({ at: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined });
  useEffect(() => () => clearTimeout(asked.current.timer), []);
  const heard = () => {
    if (asked.current.timer !== undefined) return;
    const ask = () => {
      asked.current = { at: Date.now(), timer: undefined };
      latest.current();
    };
    asked.current.timer = setTimeout(ask, Math.max(0, asked.current.at + NEWS_MS - Date.now()));
  };
  useEvent("broadcastsChanged", heard, heard);
  useEvent("jobProgress", ({ state }) => {
    if (state !== "waiting" && state !== "running") heard();
  });
}

/** The figures that matter today, each with a link; those at nought step back. */
export function TodayTiles({
  today,
  at,
  asking,
  reload,
}: {
  today: Today;
  /** When it came, in milliseconds since 1970. */
  at: number;
  asking: boolean;
  reload: () => void;
}) {
  useNews(reload);
  const may = useCan();
  const answers = may("CHAT.HANDLE");
  const { bots, sending, lastImport } = today;
  if (!bots && sending === null && !lastImport && !answers) return null;
  return (
    <div className="mb-5">
      <ul aria-label={texts.todayLabel} className="grid grid-cols-2 gap-3 lg:grid-cols-3 2xl:grid-cols-6">
        {bots && <BotTiles bots={bots} />}
        {answers && <Waiting />}
        {bots && <ToReview review={bots.review} />}
        {sending !== null && (
          <LinkTile
            to={sending > 0 ? "/campaigns/broadcast?state=processing" : "/campaigns/broadcast"}
            icon={Send}
            label={texts.sending}
            value={formatCount(sending)}
            quiet={sending === 0}
            note={sending === 0 ? texts.noneSending : texts.sendingHint}
          />
        )}
        {may("CUSTOMER.VIEW") && (
          <LinkTile
            to={lastImport ? `/customer-master/error/${lastImport.id}` : "/customer-master/uploads"}
            icon={FileUp}
            label={texts.lastImport}
            value={lastImport ? importsTexts.states[lastImport.state] : texts.noImport}
            small
            quiet={!lastImport}
            note={
              lastImport && (
                <>
                  <bdi className="block truncate" title={lastImport.fileName}>
                    {lastImport.fileName}
                  </bdi>
                  {texts.importRows(formatCount(lastImport.accepted), formatCount(lastImport.rejected))}
                  {", "}
                  {formatMoment(lastImport.createdAt)}
                </>
              )
            }
          />
        )}
      </ul>
      <UpdatedAgo {...{ at }} busy={asking} onRefresh={reload} className="mt-2">
        {figuresAgeTexts.timesIn(zoneName())}
      </UpdatedAgo>
    </div>
  );
}

const WEEK = 7;
type Bots = NonNullable<Today["bots"]>;

/**
 * Conversations and how many messages were understood: the last seven days, the seventh of which goes on, beside the seven
 * before up to the same time. Each leads to the report of the bot that most of it is of, for the same days.
 */
function BotTiles({ bots: { days, later, most } }: { bots: Bots }) {
  const [before, now] = [days.slice(0, -WEEK), days.slice(-WEEK)];
  const sum = (of: Bots["days"], name: keyof typeof later) => of.reduce((total, day) => total + day[name], 0);
  const sumBefore = (name: keyof typeof later) => sum(before, name) - later[name];
  const conversations = sum(now, "conversations");
  const asked = sum(now, "asked");
  const share = sum(now, "understood") / (asked || 1);
  const earlier = sumBefore("asked") > 0 ? sumBefore("understood") / sumBefore("asked") : undefined;
  const name = (agent: typeof most.missed) => most.several && agent && <MostOf name={agent.name} />;
  return (
    <>
      <LinkTile
        to={reportOf(most.conversations, now)}
        icon={MessageCircleQuestion}
        label={texts.conversations}
        value={formatCount(conversations)}
        quiet={conversations === 0}
        change={<Delta value={conversations} earlier={sumBefore("conversations")} good="none" />}
        note={
          <>
            <Sparkline values={days.map((day) => day.conversations)} />
            {name(most.conversations)}
          </>
        }
      />
      <LinkTile
        to={reportOf(most.missed, now, { tab: "messages", scope: "2" })}
        icon={BookOpenCheck}
        label={texts.understood}
        value={asked > 0 ? formatShare(share) : texts.nothingAsked}
        quiet={asked === 0}
        change={asked > 0 && <Delta value={share} earlier={earlier} shares />}
        note={
          <>
            <Sparkline mean values={days.map((day) => (day.asked > 0 ? day.understood / day.asked : null))} />
            {name(most.missed)}
          </>
        }
      />
    </>
  );
}

/** Names the bot whose report opens, where the figure is of several. */
const MostOf = ({ name }: { name: string }) => (
  <bdi className="block truncate pt-1" title={name}>
    {texts.mostOf(name)}
  </bdi>
);

/** A bot's report from the first of these days (UTC) on, up to the end of the reader's today. */
function reportOf(agent: { id: string } | null, [first]: Bots["days"], more: Record<string, string> = {}) {
  if (!agent || !first) return `/nlp-report/overview?${new URLSearchParams(more).toString()}`;
  const range = { start: localMoment(new Date(first.date)), end: `${dayOf(new Date())}T23:59:59` };
  return `/nlp-report/overview?${new URLSearchParams({ agent: agent.id, ...range, ...more }).toString()}`;
}

/** Live: the count is the corner's, which follows the chats. */
function Waiting() {
  const count = useQueryOf(chatCount).answer?.newChatCount;
  return (
    <LinkTile
      to="/chat/conversation"
      icon={MessagesSquare}
      label={texts.waiting}
      value={count === undefined ? texts.nothingAsked : formatCount(count)}
      quiet={!count}
      note={count === 0 ? texts.nobodyWaits : texts.waitingHint}
    />
  );
}

function ToReview({ review: { count, more, agentId } }: { review: Bots["review"] }) {
  return (
    <li className={cx(tileClass, count === 0 && quietClass)}>
      <Label icon={MessageSquareText}>{texts.toReview}</Label>
      <span className="flex flex-wrap items-center justify-between gap-2">
        <Value quiet={count === 0}>
          {formatCount(count)}
          {more && "+"}
        </Value>
        {agentId && count > 0 && (
          <ButtonLink size="sm" to={`/bots/${encodeURIComponent(agentId)}/unmatched`}>
            {texts.review}
          </ButtonLink>
        )}
      </span>
      <span className={noteClass}>{count === 0 ? texts.nothingToReview : texts.toReviewHint}</span>
    </li>
  );
}

function LinkTile({
  to,
  icon,
  label,
  value,
  note,
  change,
  quiet = false,
  small = false,
}: {
  to: string;
  icon: LucideIcon;
  label: string;
  value: string;
  note?: ReactNode;
  change?: ReactNode;
  quiet?: boolean;
  small?: boolean;
}) {
  return (
    <li className="grid min-w-0">
      <Link to={to} className={cx(tileClass, "hover:bg-hover", quiet && quietClass)}>
        <Label icon={icon}>{label}</Label>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <Value quiet={quiet} small={small}>
            {value}
          </Value>
          {change}
        </span>
        {note && <span className={noteClass}>{note}</span>}
      </Link>
    </li>
  );
}

const Label = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <span className="flex items-center gap-2 text-[0.8125rem] text-muted">
    <Icon aria-hidden className="size-4 shrink-0" />
    {children}
  </span>
);

const Value = ({
  quiet,
  small = false,
  children,
}: {
  quiet: boolean;
  small?: boolean;
  children: ReactNode;
}) => (
  <span
    className={cx(
      "font-semibold tabular-nums",
      small ? "text-lg leading-8" : "text-2xl",
      quiet && "text-muted",
    )}
  >
    {children}
  </span>
);

const tileClass = "flex min-w-0 flex-col gap-1 rounded-xl border border-line bg-surface p-4 shadow-card";
const quietClass = "bg-transparent shadow-none";
const noteClass = "mt-auto block min-w-0 pt-1 text-[0.8125rem] text-muted";
