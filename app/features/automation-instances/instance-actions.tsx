import {
  ArrowRight,
  CalendarClock,
  EllipsisVertical,
  Pause,
  Play,
  Square,
  Trash2,
  UserPlus,
} from "lucide-react";
import { useState } from "react";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { LaterDialog } from "#app/features/later-dialog/later-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import { useCan } from "#app/session/session.ts";
import { uiTexts } from "#texts/ui.ts";
import { addPeopleTexts } from "#texts/add-people.ts";
import { publishTexts as texts } from "#texts/publish.ts";
import {
  INSTANCE,
  type InstanceAction,
  instanceMoves,
} from "#workers/contract/automation/instance-states.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { type AutomationInstance, instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import { MOST_DAYS_AHEAD } from "#workers/contract/endpoints/broadcasts.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { ResumeDialog } from "./resume-dialog.tsx";
import { StopDialog } from "./stop-dialog.tsx";

const AddPeople = lazily(
  () => import("./add-people.tsx"),
  (module) => module.AddPeople,
);
const MAIN: readonly (InstanceAction & ("launch" | "pause" | "resume"))[] = ["launch", "pause", "resume"];

/** Actions on a journey on a channel or a launch of an encap: the next move as a button, others in a menu. */
export function InstanceActions({
  kind,
  id,
  instance,
  published,
  named,
  more = [],
  mayEdit = true,
  onMoved,
}: {
  kind: AutomationKind;
  id: string;
  instance: AutomationInstance;
  /** The version that people may be moved to. */
  published: number | null;
  /** Tells it from others of its list. */
  named: string;
  /** Entries of the menu besides its moves. */
  more?: readonly MenuEntry[];
  mayEdit?: boolean;
  onMoved: () => Promise<void>;
}) {
  const { id: instanceId, state, openRuns } = instance;
  const [asking, setAsking] = useState<"stop" | "move" | "resume" | "schedule" | "add">();
  const seesCustomers = useCan()("CUSTOMER.VIEW");
  const answered = () => setAsking(undefined);
  const sending = useSend();
  const confirm = useConfirm();
  const move = (action: InstanceAction, at?: string) =>
    void sending.send(
      () =>
        request(instanceDoors[kind].move, {
          params: { id, instanceId },
          body: { action, ...(at !== undefined && { at }) },
        }),
      async () => {
        await onMoved();
        answered();
      },
    );
  const remove = () =>
    void confirm({
      title: texts.removeTitle(named),
      text: texts.removeText,
      confirmLabel: uiTexts.delete,
      run: async () => {
        await request(instanceDoors[kind].move, { params: { id, instanceId }, body: { action: "delete" } });
        await Promise.all([onMoved(), invalidate(instanceDoors[kind].list)]);
      },
    });
  const moves = mayEdit ? instanceMoves[state] : {};
  const main = MAIN.find((action) => moves[action] !== undefined);
  const others: MenuEntry[] = [
    ...more,
    ...(mayEdit && state === INSTANCE.started && seesCustomers
      ? [{ label: addPeopleTexts.menu, icon: <UserPlus aria-hidden />, onSelect: () => setAsking("add") }]
      : []),
    ...(mayEdit && openRuns > 0 && published !== null && state !== INSTANCE.stopped
      ? [{ label: texts.movePeople, icon: <ArrowRight aria-hidden />, onSelect: () => setAsking("move") }]
      : []),
    ...(moves.schedule === undefined
      ? []
      : [
          {
            label: state === INSTANCE.scheduled ? texts.scheduleAnew : texts.schedule,
            icon: <CalendarClock aria-hidden />,
            onSelect: () => setAsking("schedule"),
          },
        ]),
    ...(moves.stop === undefined
      ? []
      : [
          {
            label: state === INSTANCE.scheduled ? texts.unschedule : texts.stop,
            icon: <Square aria-hidden />,
            onSelect: () => (state === INSTANCE.scheduled ? move("stop") : setAsking("stop")),
          },
        ]),
    ...(moves.delete === undefined
      ? []
      : [
          {
            label: texts.remove,
            icon: <Trash2 aria-hidden />,
            tone: "danger" as const,
            onSelect: remove,
          },
        ]),
  ];
  return (
    <div className="grid justify-items-end gap-1">
      <div className="flex items-center gap-1.5">
        {main && (
          <Button
            size="sm"
            icon={main === "pause" ? <Pause aria-hidden /> : <Play aria-hidden />}
            busy={sending.busy}
            aria-label={texts.on(texts[main], named)}
            onClick={() => (main === "resume" && openRuns > 0 ? setAsking("resume") : move(main))}
          >
            {texts[main]}
          </Button>
        )}
        {others.length > 0 && (
          <Menu
            button={
              <IconButton
                size="sm"
                side="left"
                label={texts.moreOf(named)}
                icon={<EllipsisVertical aria-hidden />}
              />
            }
            entries={others}
          />
        )}
      </div>
      {asking !== "schedule" && <Failure text={sending.failure} />}
      {asking === "schedule" && (
        <LaterDialog
          title={texts.scheduleTitle(named)}
          text={texts.scheduleText}
          submit={texts.scheduleSubmit}
          mostDays={MOST_DAYS_AHEAD}
          busy={sending.busy}
          failure={sending.failure}
          onClose={answered}
          onChoose={(at) => move("schedule", at)}
        />
      )}
      {asking === "add" && (
        <AddPeople {...{ kind, id, instanceId }} channel={named} onAdded={onMoved} onClose={answered} />
      )}
      {asking === "stop" && (
        <StopDialog {...{ kind, id, instance }} channel={named} onStopped={onMoved} onClose={answered} />
      )}
      {asking === "resume" && (
        <ResumeDialog {...{ kind, id, instance }} channel={named} onResumed={onMoved} onClose={answered} />
      )}
      {asking === "move" && published !== null && (
        <MoveDialog
          {...{ kind, id, instance, onMoved }}
          channel={named}
          number={published}
          onClose={answered}
        />
      )}
    </div>
  );
}
