import { Rocket } from "lucide-react";
import { Link } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { nodeName } from "#app/features/automation-runs/node-name.ts";
import { Section } from "#app/features/broadcasts/section.tsx";
import { useAgain } from "#app/features/broadcasts/use-again.ts";
import { listenForAutomations } from "#app/features/automation-state/automation-news.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { Page } from "#app/components/page.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { formatCount, formatShortDay } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { encapLogsTexts } from "#texts/encap-logs.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { encapDashboard } from "#workers/contract/endpoints/automation-logs.ts";
import { encapOf, WORKSPACE } from "../addresses.ts";
import type { Route } from "./+types/dashboard.ts";
import { Tile } from "./tile.tsx";

const texts = encapLogsTexts.dashboard;
const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

const STATES = [
  INSTANCE.started,
  INSTANCE.paused,
  INSTANCE.scheduled,
  INSTANCE.created,
  INSTANCE.stopped,
] as const;
const DAY_MS = 86_400_000;
const EACH_MS = 20_000;
const LOOKED_MS = 2_000;

/** The state whose launches are listed is in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  listenForAutomations();
  const asked = Number(new URL(url).searchParams.get("state") ?? INSTANCE.started);
  const state = STATES.find((each) => each === asked) ?? INSTANCE.started;
  return { loaded: await load(encapDashboard, { query: { state } }), state };
});

const stateAddress = (state: number) => `?state=${state}#launches`;
const errorsOf = (encap: string, node: string) =>
  `/encaps/logs?encap=${encap}&node=${encodeURIComponent(node)}&outcome=error`;

/** The current activity of encaps: each number leads to what it counts. */
export default function Dashboard({ loaderData: { loaded, state } }: Route.ComponentProps) {
  const { answer, at, reload } = useLoaded(loaded);
  const { states, openRuns, failures, messages, launches, next, worst } = answer;
  const seesLogs = useCan()("ENCAPS.VIEW_EXECUTIONLOGS");
  useAgain((now) => now % EACH_MS < LOOKED_MS, reload);
  const countOf = (of: number) => states.find((each) => each.state === of)?.count ?? 0;
  if (states.length === 0)
    return (
      <Page wide {...{ title, lead }}>
        <EmptyState
          icon={<Rocket />}
          title={texts.none}
          action={
            <Link to={WORKSPACE} className="text-accent-ink underline underline-offset-2">
              {texts.workspace}
            </Link>
          }
        >
          {texts.noneText}
        </EmptyState>
      </Page>
    );
  const yesterday = new Date(at - DAY_MS).toISOString().slice(0, 10);
  return (
    <Page wide {...{ title, lead }}>
      <ul className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-5">
        <Tile label={texts.started} count={countOf(INSTANCE.started)} to={stateAddress(INSTANCE.started)} />
        <Tile
          label={texts.scheduled}
          count={countOf(INSTANCE.scheduled)}
          to={stateAddress(INSTANCE.scheduled)}
        />
        <Tile label={texts.openRuns} count={openRuns} to={stateAddress(INSTANCE.started)} />
        <Tile
          label={texts.failures}
          count={failures}
          to={seesLogs ? `/encaps/logs?outcome=error&since=${yesterday}` : undefined}
          isBad={failures > 0}
        />
        <Tile label={texts.messages} count={messages} to={seesLogs ? "/encaps/logs" : undefined} />
      </ul>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Section title={texts.states}>
          <ul className="grid gap-1">
            {STATES.map((each) => (
              <li key={each} className="flex justify-between gap-3">
                <Link
                  to={stateAddress(each)}
                  preventScrollReset
                  aria-current={each === state ? "true" : undefined}
                  className="text-accent-ink underline-offset-2 hover:underline aria-[current=true]:font-semibold"
                >
                  {texts.stateNames[each]}
                </Link>
                <span className="tabular-nums">{formatCount(countOf(each))}</span>
              </li>
            ))}
          </ul>
        </Section>
        <div id="launches" className="scroll-mt-4">
          <Section title={texts.launches(texts.stateNames[state])}>
            <Lines
              none={texts.noLaunches}
              rows={launches.map(({ id, name, encap, channel, openRuns: open }) => ({
                id,
                to: encapOf(encap.id),
                name: encapLogsTexts.option(encap.name, name),
                aside: [channel, texts.open(open)].filter(Boolean).join(" · "),
              }))}
            />
          </Section>
        </div>
        <Section title={texts.next}>
          <Lines
            none={texts.noNext}
            rows={next.map(({ id, name, encap, channel, startAt }) => ({
              id,
              to: encapOf(encap.id),
              name: encapLogsTexts.option(encap.name, name),
              aside: [formatShortDay(startAt), channel].filter(Boolean).join(" · "),
            }))}
          />
        </Section>
        <Section title={texts.worst}>
          <Lines
            none={texts.noWorst}
            rows={worst.map(({ encap, node, errors }) => ({
              id: `${encap.id} ${node.id}`,
              to: seesLogs ? errorsOf(encap.id, node.id) : encapOf(encap.id),
              name: nodeName(node),
              aside: [encap.name, texts.errors(errors)].join(" · "),
            }))}
          />
        </Section>
      </div>
    </Page>
  );
}

function Lines({
  rows,
  none,
}: {
  rows: readonly { id: string; to: string; name: string; aside: string }[];
  none: string;
}) {
  if (rows.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <ul className="grid gap-2">
      {rows.map(({ id, to, name, aside }) => (
        <li key={id} className="min-w-0">
          <Link
            to={to}
            className="[overflow-wrap:anywhere] text-accent-ink underline-offset-2 hover:underline"
          >
            {name}
          </Link>
          <span className="block text-[0.8125rem] text-muted">{aside}</span>
        </li>
      ))}
    </ul>
  );
}
