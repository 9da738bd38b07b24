import { pageLocale } from "#app/lib/language/language.ts";
import { Send } from "lucide-react";
import { useState } from "react";
import { request } from "#app/data/api.ts";
import { useMove } from "#app/kit/use-move.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { formatCount, formatShortDay } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { campaignsTexts } from "#texts/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import { type Compared, type ComparedRun, messages } from "#workers/contract/comparison.ts";
import { type Activity, chooseMessage } from "#workers/contract/endpoints/activities.ts";
import { Section } from "#app/features/broadcasts/section.tsx";
import { shownAnew } from "../shown-anew.ts";
import { ComparisonTable } from "./comparison-table.tsx";

const texts = campaignScreensTexts.comparison;
const { names } = campaignsTexts.comparison;

/** The figures of two messages against each other, run by run, and the choice between them. Nothing before the first run. */
export function ComparisonCard({ activity }: { activity: Activity }) {
  const { broadcasts, comparison } = activity;
  const [wanted, setWanted] = useState<string>();
  const runs = broadcasts.flatMap(({ run, comparison: its }) => (its ? [{ run, its }] : []));
  const shown = runs.find(({ run }) => String(run) === wanted) ?? runs[0];
  if (!shown || !comparison) return null;
  const { run, its } = shown;
  return (
    <Section
      title={texts.card}
      aside={
        runs.length > 1 && (
          <Field label={texts.run}>
            <Select
              value={String(run)}
              options={runs.map((each) => ({
                value: String(each.run),
                label: campaignScreensTexts.activity.run(each.run),
              }))}
              onChange={setWanted}
            />
          </Field>
        )
      }
    >
      <ComparisonTable compared={its} by={comparison.by} />
      <Difference compared={its} />
      <Choice {...{ activity, run, compared: its }} />
    </Section>
  );
}

const signed = new Intl.NumberFormat(pageLocale(), { maximumFractionDigits: 1, signDisplay: "exceptZero" });
const pointsOf = (share: number): string => signed.format(share * 100);

function Difference({ compared: { difference } }: { compared: ComparedRun }) {
  if (!difference) return <p className="text-muted">{texts.noDifference}</p>;
  const { value, low, high } = difference;
  return (
    <div className="grid gap-1">
      <p>
        {texts.difference(texts.points(pointsOf(value)), pointsOf(low), pointsOf(high))}
        {low <= 0 && high >= 0 && ` ${texts.chance}`}
      </p>
      <p className="text-[0.8125rem] text-muted">{texts.source}</p>
    </div>
  );
}

interface Props {
  activity: Activity;
  run: number;
  compared: ComparedRun;
}

function Choice({ activity, run, compared }: Props) {
  const { rest, decision } = compared;
  if (decision) {
    const figures = texts.figures(
      ...([decision.a, decision.b].map(({ hits, called }) =>
        texts.of(formatCount(hits), formatCount(called)),
      ) as [string, string]),
    );
    return (
      <p role="status">
        <span className="font-semibold">{texts.chosen(names[decision.winner])}</span>{" "}
        {texts.whys[decision.why](figures)} {texts.decidedAt(decision.by, formatShortDay(decision.at))}
      </p>
    );
  }
  if (rest.status !== "scheduled") return <p className="text-muted">{texts.over}</p>;
  const isOn = activity.state === campaignStates.started;
  return (
    <div className="grid gap-3">
      <p role="status" className="text-muted">
        {isOn && rest.startAt ? texts.waits(formatShortDay(rest.startAt)) : texts.waitsOff}
      </p>
      <Buttons id={activity.id} run={run} />
    </div>
  );
}

/** Sends a message to the rest before the clock decides. */
function Buttons({ id, run }: { id: string; run: number }) {
  const mayStart = useCan()("CAMPAIGNS.START");
  // The buttons go once the clock or somebody else has chosen.
  const moving = useMove(shownAnew, { goes: true });
  if (!mayStart) return null;
  const send = (winner: Compared) =>
    moving.move(() => request(chooseMessage, { params: { id }, body: { run, winner } }), {
      title: texts.ask.title(names[winner]),
      text: texts.ask.text,
      tone: "primary",
      confirmLabel: texts.send[winner],
    });
  return (
    <div className="flex flex-wrap gap-2">
      {messages.map((each) => (
        <Button key={each} icon={<Send aria-hidden />} busy={moving.busy} onClick={() => void send(each)}>
          {texts.send[each]}
        </Button>
      ))}
      <Failure text={moving.failure} className="basis-full" />
    </div>
  );
}
