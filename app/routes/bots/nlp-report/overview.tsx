import { Chart } from "#app/components/chart/chart.tsx";
import { formatCount, formatShare } from "#app/lib/format.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import type { Overview } from "./load.ts";
import { type ListState, wide } from "./list-state.ts";
import { Tile } from "./tile.tsx";
import { TopIntents } from "./top-intents.tsx";
import { WeakSpots } from "./weak-spots.tsx";

/** The report in figures and charts, each of which opens the messages behind it. */
export function OverviewPanel({
  overview,
  agentId,
  listState,
  onGo,
}: {
  overview: Overview;
  agentId: string;
  listState: ListState;
  onGo: (next: Partial<ListState>) => void;
}) {
  const { summary, intents, graph, was } = overview;
  const open = (narrowed: Partial<ListState> = {}) => onGo({ ...wide, ...narrowed });
  const longest = summary.maximumConversations;
  const of = <Row,>(rows: readonly Row[], value: (row: Row) => number | null) => rows.map(value);
  const shared = { comparing: listState.compare };
  return (
    <div className="grid gap-4">
      <h3 className="sr-only">{texts.figures}</h3>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        <Tile
          {...shared}
          label={texts.totalConversation}
          value={summary.totalConversations}
          earlier={was?.totalConversations}
          days={of(graph.figures, ({ conversations }) => conversations)}
          onOpen={() => open()}
        />
        <Tile
          {...shared}
          label={texts.averageMessages}
          value={summary.averageMessages}
          earlier={was?.averageMessages}
          days={of(graph.figures, ({ conversations, messages }) =>
            conversations > 0 ? messages / conversations : null,
          )}
          mean
          decimals={2}
          onOpen={() => open()}
        />
        <Tile
          {...shared}
          label={texts.maxConversation}
          value={longest.maximumConversationsValue}
          earlier={was?.maximumConversations.maximumConversationsValue}
          days={of(graph.figures, ({ longest: most }) => (most > 0 ? most : null))}
          mean
          hint={longest.maximumConversationsValue > 0 ? texts.openLongest : undefined}
          onOpen={() => open({ talk: longest.conversationId ?? "" })}
        />
        <Tile
          {...shared}
          label={texts.weakUnderstanding}
          value={summary.weakUnderstanding}
          earlier={was?.weakUnderstanding}
          days={of(graph.figures, ({ weak }) => weak)}
          good="down"
          onOpen={() => open({ weak: true })}
        />
      </div>
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <ScopeTrend overview={overview} open={open} />
        <Scope overview={overview} open={open} />
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        <Tile
          {...shared}
          label={texts.totalMessages}
          value={summary.totalMessages}
          earlier={was?.totalMessages}
          days={of(graph.scopeTrend, ({ scoped, offered, nonScoped }) => scoped + offered + nonScoped)}
          onOpen={() => open()}
        />
        <Tile
          {...shared}
          label={texts.totalScoped}
          value={summary.scoped}
          earlier={was?.scoped}
          days={of(graph.scopeTrend, ({ scoped }) => scoped)}
          good="up"
          onOpen={() => open({ scope: 1 })}
        />
        <Tile
          {...shared}
          label={texts.totalNonScoped}
          value={summary.nonScoped}
          earlier={was?.nonScoped}
          days={of(graph.scopeTrend, ({ nonScoped }) => nonScoped)}
          good="down"
          onOpen={() => open({ scope: 2 })}
        />
        {(summary.offered > 0 || (was?.offered ?? 0) > 0) && (
          <Tile
            {...shared}
            label={texts.totalOffered}
            value={summary.offered}
            earlier={was?.offered}
            days={of(graph.scopeTrend, ({ offered }) => offered)}
            onOpen={() => open({ kind: "didYouMean" })}
          />
        )}
      </div>
      <ActiveUsers overview={overview} open={open} />
      <div className="grid gap-4 lg:grid-cols-2">
        <TopIntents
          intents={intents}
          onOpen={({ intentId, intentName }) => open({ intent: intentId, intentName })}
        />
        <WeakSpots agentId={agentId} listState={listState} onOpen={open} />
      </div>
    </div>
  );
}

interface Part {
  overview: Overview;
  open: (narrowed?: Partial<ListState>) => void;
}

function ScopeTrend({ overview: { graph, summary }, open }: Part) {
  const { scopeTrend } = graph;
  const offers = summary.offered > 0;
  const most = scopeTrend.reduce<{ date: string; sum: number }>(
    (top, { date, scoped, offered, nonScoped }) => {
      const sum = scoped + offered + nonScoped;
      return sum > top.sum ? { date, sum } : top;
    },
    { date: "", sum: 0 },
  );
  return (
    <Chart
      kind="bar"
      stacked
      title={texts.scopeTrend}
      summary={texts.scopeTrendSaid(formatCount(summary.scoped), formatCount(summary.nonScoped), most.date)}
      empty={texts.nothingSaid}
      labelName={texts.date}
      labels={scopeTrend.map(({ date }) => date)}
      series={[
        { name: texts.scoped, values: scopeTrend.map(({ scoped }) => scoped), tone: "accent" },
        { name: texts.nonScoped, values: scopeTrend.map(({ nonScoped }) => nonScoped), tone: "beak" },
        ...(offers
          ? [{ name: texts.offered, values: scopeTrend.map(({ offered }) => offered), tone: "edge" as const }]
          : []),
      ]}
      onPick={(at, of) =>
        open({
          day: scopeTrend[at]?.date ?? "",
          ...(of === 2 ? { kind: "didYouMean" } : { scope: of === 0 ? 1 : of === 1 ? 2 : 0 }),
        })
      }
    />
  );
}

function Scope({ overview: { summary }, open }: Part) {
  const { scoped, nonScoped, offered, totalMessages } = summary;
  const share = totalMessages === 0 ? "" : formatShare(scoped / totalMessages);
  return (
    <Chart
      kind="donut"
      title={texts.scope}
      summary={texts.scopeSaid(share, formatCount(scoped), formatCount(totalMessages))}
      empty={texts.nothingSaid}
      labelName={texts.scope}
      labels={[texts.scoped, texts.nonScoped, ...(offered > 0 ? [texts.offered] : [])]}
      series={[
        {
          name: texts.totalMessages,
          values: [scoped, nonScoped, ...(offered > 0 ? [offered] : [])],
          tone: "accent",
        },
      ]}
      centre={share}
      onPick={(at) => open(at === 2 ? { kind: "didYouMean" } : { scope: at === 0 ? 1 : 2 })}
    />
  );
}

function ActiveUsers({ overview: { graph, graphBefore }, open }: Part) {
  const { activeUsers } = graph;
  const most = activeUsers.reduce((top, one) => (one.value > top.value ? one : top), { date: "", value: 0 });
  return (
    <Chart
      kind="line"
      title={texts.activeUsers}
      summary={texts.activeSaid(formatCount(most.value), most.date)}
      empty={texts.nothingSaid}
      labelName={texts.date}
      labels={activeUsers.map(({ date }) => date)}
      series={[
        {
          name: texts.activeUsers,
          values: activeUsers.map(({ value }) => value),
          tone: "accent",
          week: "mean",
        },
        ...(graphBefore
          ? [
              {
                name: texts.activeUsersBefore,
                values: graphBefore.activeUsers.slice(0, activeUsers.length).map(({ value }) => value),
                tone: "edge" as const,
                faint: true,
                week: "mean" as const,
              },
            ]
          : []),
      ]}
      onPick={(at) => open({ day: activeUsers[at]?.date ?? "" })}
    />
  );
}
