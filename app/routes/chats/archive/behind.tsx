import type { ReactNode } from "react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { Button } from "#app/components/ui/button.tsx";
import { nodeName } from "#app/features/automation-runs/node-name.ts";
import { OutcomeBadge } from "#app/features/automation-runs/outcome-badge.tsx";
import { formatShare, formatShortDay } from "#app/lib/format.ts";
import { dayOf } from "#app/lib/zone.ts";
import { useCan } from "#app/session/session.ts";
import { conversationsTexts as texts } from "#texts/conversations.ts";
import { type BehindMessage, behindConversation } from "#workers/contract/endpoints/conversations.ts";
import type { BehindProps } from "../messages/behind-context.ts";
import { Beside } from "./beside.tsx";

/** Steps that stand beside one message at first. */
const STEPS_AT_FIRST = 6;

/** For a history: gives each message of a part its note. */
export const withBehind = (props: BehindProps): ReactNode => <Behind {...props} />;

/** Asks for what was behind a part of a chat. */
function Behind({ chatId, first, last, children }: BehindProps) {
  const { answer, failure, reload } = useQueryOf(
    behindConversation,
    { params: { id: chatId }, query: { first, last } },
    { enabled: last >= first },
  );
  const all = new Map<string, BehindMessage>();
  for (const each of answer?.behind ?? []) {
    const { run = null, turn = null } = all.get(each.messageId) ?? {};
    all.set(each.messageId, { ...each, run: each.run ?? run, turn: each.turn ?? turn });
  }
  const besides = Map.groupBy(answer?.sent ?? [], ({ afterId }) => afterId);
  return (
    <>
      {failure && (
        <p role="alert" className="flex flex-wrap items-center gap-2 pb-2 text-[0.8125rem] text-danger-ink">
          {texts.behindFailed}
          <Button size="sm" onClick={reload}>
            {texts.again}
          </Button>
        </p>
      )}
      {answer?.sentMore && <p className="pb-2 text-xs text-muted">{texts.besideMore(answer.sent.length)}</p>}
      {children((messageId) => {
        const each = all.get(messageId);
        const sent = besides.get(messageId);
        return {
          note: each && <Note behind={each} />,
          after: sent?.map((one) => <Beside key={one.id} sent={one} />),
        };
      })}
    </>
  );
}

const Note = ({ behind: { run, turn } }: { behind: BehindMessage }) => (
  <div className="grid gap-2 border-l-2 border-line pl-2 text-xs text-muted">
    {turn && <Turn turn={turn} />}
    {run && <Steps run={run} />}
  </div>
);

/** The session in the bot's report, on the day of the turn. */
function sessionOf({ bot, sessionId, at }: NonNullable<BehindMessage["turn"]>): string {
  const day = dayOf(new Date(at));
  const search = { agent: bot.id, talk: sessionId, tab: "messages" };
  return `/nlp-report/overview?${new URLSearchParams({ ...search, start: `${day}T00:00:00`, end: `${day}T23:59:59` })}`;
}

function Turn({ turn }: { turn: NonNullable<BehindMessage["turn"]> }) {
  const { bot, intent, confidence } = turn;
  const maySee = useCan()("NLP.VIEW");
  return (
    <div className="grid gap-0.5">
      <bdi>{bot.name || texts.deleted}</bdi>
      <span className="text-ink [overflow-wrap:anywhere]">
        {intent ? texts.understood(intent.name) : texts.notUnderstood}
      </span>
      <span className="tabular-nums">{texts.confidence(formatShare(confidence))}</span>
      {maySee && bot.name && <Jump to={sessionOf(turn)}>{texts.session}</Jump>}
    </div>
  );
}

/** Permissions that show a run, and where it is shown. */
const RUNS = {
  journey: {
    permission: "JOURNEYS.VIEW_JOURNEYMONITOR",
    at: (id: string, instanceId: string, runId: string) =>
      `/journey/monitor?at=${id}.${instanceId}&run=${runId}`,
  },
  encap: {
    permission: "ENCAPS.VIEW_EXECUTIONLOGS",
    at: (id: string, instanceId: string, runId: string) => `/encaps/logs?run=${id}.${instanceId}.${runId}`,
  },
} as const;

function Steps({ run: { id, instanceId, journey, steps } }: { run: NonNullable<BehindMessage["run"]> }) {
  const { permission, at } = RUNS[journey.kind];
  const maySee = useCan()(permission);
  const [shown, rest] = [steps.slice(0, STEPS_AT_FIRST), steps.slice(STEPS_AT_FIRST)];
  const list = (some: typeof steps) => (
    <ol aria-label={texts.steps(journey.name)} className="grid gap-1">
      {some.map(({ seq, node, outcome, error, at: when }) => (
        <li key={seq} className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-1">
            <span className="text-ink [overflow-wrap:anywhere]">{nodeName(node)}</span>
            {outcome !== "ok" && <OutcomeBadge outcome={outcome} />}
          </span>
          {error && <span className="text-danger-ink [overflow-wrap:anywhere]">{error}</span>}
          <time dateTime={when} className="tabular-nums">
            {formatShortDay(when)}
          </time>
        </li>
      ))}
    </ol>
  );
  return (
    <div className="grid gap-1">
      <bdi className="font-medium">{journey.name}</bdi>
      {steps.length === 0 ? <span>{texts.noSteps}</span> : list(shown)}
      {rest.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer">{texts.moreSteps(rest.length)}</summary>
          {list(rest)}
        </details>
      )}
      {maySee && <Jump to={at(journey.id, instanceId, id)}>{texts.run}</Jump>}
    </div>
  );
}

const Jump = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="min-h-6 text-accent-ink underline underline-offset-2">
    {children}
  </Link>
);
