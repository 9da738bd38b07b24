import { CircleHelp, CopyPlus, Rocket, ScrollText, Users } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { invalidate, type useLoaded } from "#app/data/query.ts";
import { EntriesPanel } from "#app/features/automation-entries/entries-panel.tsx";
import { DeletedButton } from "#app/features/automation-instances/deleted-button.tsx";
import { InstanceActions } from "#app/features/automation-instances/instance-actions.tsx";
import { InstanceBadge } from "#app/features/automation-instances/instance-badge.tsx";
import { whyItStands } from "#app/features/automation-instances/why-it-stands.ts";
import { NewerVersion } from "#app/features/automation-instances/newer-version.tsx";
import { PeopleLink } from "#app/features/automation-runs/people-link.tsx";
import { useAgain } from "#app/features/broadcasts/use-again.ts";
import { ListBody } from "#app/kit/list-screen.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { ActionsTd, ActionsTh } from "#app/components/ui/row-buttons.tsx";
import { FigureTd, FigureTh, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatShortDay } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { encapsTexts } from "#texts/encaps.ts";
import { journeyMonitorTexts } from "#texts/journey-monitor.ts";
import { publishTexts } from "#texts/publish.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import {
  type EncapLaunch,
  LAUNCHES_PAGE,
  listLaunches,
} from "#workers/contract/endpoints/automation-launch.ts";
import { launchedOf, launchOf, logOf } from "../addresses.ts";

const texts = encapsTexts.instances;
const shownAnew = () => invalidate(listLaunches);

type List = ReturnType<typeof useLoaded<typeof listLaunches>>;

const goesOn = ({ state, openRuns, audience }: EncapLaunch): boolean =>
  openRuns > 0 || state === INSTANCE.scheduled || (state === INSTANCE.started && audience?.done === false);

/** The launches of an encap, the newest first: how each stands, and what may be done about it. */
export function Launches({ list, from, mayEdit }: { list: List; from: number; mayEdit: boolean }) {
  const { encap, launches, more } = list.answer;
  const listState = useListState();
  const [asked, setAsked] = useState<string>();
  useAgain(() => launches.some(goesOn), list.reload);
  return (
    <>
      {mayEdit && (
        <div className="mb-3 flex justify-end">
          <DeletedButton kind="encap" id={encap.id} name={encap.name} onRestored={shownAnew} />
        </div>
      )}
      <ListBody
        {...{ list, more, from }}
        label={encapsTexts.pages}
        count={launches.length}
        perPage={LAUNCHES_PAGE}
        onGo={listState.go}
        empty={{
          icon: <Rocket />,
          title: texts.none,
          text: encap.version === null ? texts.noneYetText : texts.noneText,
        }}
      >
        <Table caption={texts.table}>
          <thead>
            <tr>
              <Th>{texts.name}</Th>
              <Th className="max-md:hidden">{texts.state}</Th>
              <FigureTh className="max-md:hidden">{texts.entered}</FigureTh>
              <FigureTh className="max-md:hidden">{texts.open}</FigureTh>
              <FigureTh className="max-md:hidden">{texts.failedRuns}</FigureTh>
              <ActionsTh>{texts.actions}</ActionsTh>
            </tr>
          </thead>
          <tbody>
            {launches.map((launch) => (
              <LaunchRow
                key={launch.id}
                {...{ launch, mayEdit }}
                onAsk={() => setAsked(launch.id)}
                encapId={encap.id}
                published={encap.version}
              />
            ))}
          </tbody>
        </Table>
        {asked !== undefined && (
          <EntriesPanel kind="encap" id={encap.id} instanceId={asked} onClose={() => setAsked(undefined)} />
        )}
      </ListBody>
    </>
  );
}

function LaunchRow({
  encapId,
  launch,
  published,
  mayEdit,
  onAsk,
}: {
  encapId: string;
  launch: EncapLaunch;
  published: number | null;
  mayEdit: boolean;
  onAsk: () => void;
}) {
  const { id, name, channel, version, keywords, entered, failed, openRuns, state } = launch;
  const navigate = useNavigate();
  const seesLogs = useCan()("ENCAPS.VIEW_EXECUTIONLOGS");
  const named = `${name}, ${channel?.name ?? publishTexts.channelGone}`;
  const figure = (count: number, what: string, of = "") => (
    <PeopleLink {...{ count, what }} of={name} to={seesLogs ? launchedOf(encapId, id, of) : undefined} />
  );
  const more = [
    ...(seesLogs
      ? [
          {
            label: texts.people,
            icon: <Users aria-hidden />,
            onSelect: () => void navigate(launchedOf(encapId, id)),
          },
          {
            label: texts.log,
            icon: <ScrollText aria-hidden />,
            onSelect: () => void navigate(logOf(encapId, id)),
          },
          { label: journeyMonitorTexts.why, icon: <CircleHelp aria-hidden />, onSelect: onAsk },
        ]
      : []),
    ...(mayEdit && state === INSTANCE.stopped
      ? [
          {
            label: texts.clone,
            icon: <CopyPlus aria-hidden />,
            onSelect: () => void navigate(launchOf(encapId, id)),
          },
        ]
      : []),
  ];
  return (
    <tr>
      <RowTh className="max-w-md min-w-40">
        <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
        <span className="block text-[0.8125rem] font-normal [overflow-wrap:anywhere] text-muted">
          {[
            channel?.name ?? publishTexts.channelGone,
            publishTexts.version(version),
            ...(keywords.length > 0 ? [publishTexts.keywords(keywords)] : []),
          ].join(" · ")}
        </span>
        <Since launch={launch} />
        <Why launch={launch} />
        <span className="mt-1 grid justify-items-start gap-1 font-normal md:hidden">
          <State launch={launch} />
          <span className="text-[0.8125rem] text-muted">
            {texts.figures(formatCount(entered), formatCount(openRuns), formatCount(failed))}
          </span>
        </span>
        <Audience launch={launch} />
        <NewerVersion
          kind="encap"
          id={encapId}
          instance={launch}
          {...{ published, named, mayEdit }}
          onMoved={shownAnew}
        />
      </RowTh>
      <Td className="max-md:hidden">
        <State launch={launch} />
      </Td>
      <FigureTd className="max-md:hidden">{figure(entered, texts.entered)}</FigureTd>
      <FigureTd className="max-md:hidden">{figure(openRuns, texts.open, "waiting")}</FigureTd>
      <FigureTd className="max-md:hidden">{figure(failed, texts.failedRuns, "failed")}</FigureTd>
      <ActionsTd>
        {(mayEdit || more.length > 0) && (
          <InstanceActions
            kind="encap"
            id={encapId}
            instance={launch}
            {...{ published, named, more, mayEdit }}
            onMoved={shownAnew}
          />
        )}
      </ActionsTd>
    </tr>
  );
}

const State = ({ launch: { state, endReason } }: { launch: EncapLaunch }) =>
  endReason === "finished" ? <Badge tone="success">{texts.finished}</Badge> : <InstanceBadge state={state} />;

function Why({ launch }: { launch: EncapLaunch }) {
  const why = whyItStands(launch);
  return why === undefined ? null : <span className="block text-[0.8125rem] font-normal">{why}</span>;
}

function Since({
  launch: { state, endReason, startAt, startedAt, startedBy, endedAt, updatedBy },
}: {
  launch: EncapLaunch;
}) {
  const words =
    endReason === "finished" && endedAt !== null
      ? formatShortDay(endedAt)
      : state === INSTANCE.stopped && endedAt !== null
        ? publishTexts.stoppedBy(updatedBy, formatShortDay(endedAt))
        : state === INSTANCE.scheduled && startAt !== null
          ? publishTexts.startsAt(formatShortDay(startAt))
          : startedAt !== null && publishTexts.startedBy(startedBy, formatShortDay(startedAt));
  return words ? (
    <span className="block text-[0.8125rem] font-normal text-muted tabular-nums">{words}</span>
  ) : null;
}

/** How far its audience has been let in, whom the channel doesn't reach, and whom the filter keeps out. */
function Audience({ launch: { state, audience } }: { launch: EncapLaunch }) {
  if (!audience) return null;
  const { seen, total, left, filtered, done, most } = audience;
  const isEntering = !done && (state === INSTANCE.started || state === INSTANCE.paused);
  return (
    <span className="block font-normal">
      {isEntering && (
        <span className="mt-1 grid max-w-64 gap-1 text-[0.8125rem] text-muted">
          <Progress labelHidden label={texts.entering} value={total === 0 ? undefined : seen / total} />
          {texts.progress(seen, total)}
          {state === INSTANCE.paused && ` · ${texts.stands}`}
        </span>
      )}
      {most !== null && <span className="block text-[0.8125rem] text-muted">{texts.atMost(most)}</span>}
      {left > 0 && <span className="block text-[0.8125rem] text-muted">{texts.left(left)}</span>}
      {filtered > 0 && <span className="block text-[0.8125rem] text-muted">{texts.filtered(filtered)}</span>}
    </span>
  );
}
