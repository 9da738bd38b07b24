import { ChevronDown, FolderPlus, LogOut, MoveRight, Tags } from "lucide-react";
import { useState } from "react";
import { call } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useJob } from "#app/kit/use-job.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { formatCount } from "#app/lib/format.ts";
import { EDITS } from "#app/features/automation-runs/rights.ts";
import { useCan } from "#app/session/session.ts";
import { journeyPeopleTexts as texts } from "#texts/journey-people.ts";
import { uiTexts } from "#texts/ui.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { startBulk } from "#workers/contract/endpoints/customer-bulk.ts";
import type { PeopleAct } from "#workers/contract/endpoints/journey-monitor.ts";
import type { JobKind } from "#workers/contract/jobs.ts";
import type { PeopleFilter } from "./people-filter.ts";
import { PeopleDialog } from "./people-dialog.tsx";

interface Begun {
  kind: JobKind;
  /** May be undone: groups and labels. */
  undoes: boolean;
}

/** Actions on all people of the list, with their progress and undo. */
export function PeopleActions({
  kind,
  params,
  filter,
}: {
  kind: AutomationKind;
  params: { id: string; instanceId: string };
  filter: PeopleFilter;
}) {
  const can = useCan();
  const [what, setWhat] = useState<PeopleAct>();
  const [begun, setBegun] = useState<Begun>({ kind: "runs.sweep", undoes: false });
  const { job, follow, forget } = useJob(
    { kind: begun.kind },
    () => void invalidate(instanceDoors[kind].runs),
  );
  const undoing = useSend();
  if (!can(EDITS[kind])) return null;
  const isBusy = job?.state === "waiting" || job?.state === "running";
  const undo = (of: string) =>
    undoing.send(
      () => call(startBulk, { body: { action: "undo", of } }),
      ({ jobId }) => {
        setBegun({ kind: "customers.bulk", undoes: false });
        follow(jobId);
      },
    );
  const entry = (act: PeopleAct, Icon: typeof Tags) => ({
    label: texts[act],
    icon: <Icon aria-hidden />,
    onSelect: () => setWhat(act),
  });
  const result = job?.result as { done?: number; total?: number; changed?: number } | undefined;
  return (
    <>
      <Menu
        button={
          <Button disabledReason={isBusy ? uiTexts.wait : undefined}>
            {texts.act}
            <ChevronDown aria-hidden className="size-4" />
          </Button>
        }
        entries={[
          ...(can("CUSTOMER.EDIT")
            ? [entry("mark", FolderPlus), entry("unmark", Tags), "separator" as const]
            : []),
          entry("move", MoveRight),
          { ...entry("end", LogOut), tone: "danger" as const },
        ]}
      />
      {job &&
        (isBusy ? (
          <div className="w-full">
            <Progress
              label={texts.working(formatCount(result?.done ?? 0), formatCount(result?.total ?? 0))}
              value={job.progress > 0 ? job.progress : undefined}
            />
          </div>
        ) : (
          <Banner
            kind={job.state === "done" ? "success" : "error"}
            live
            className="w-full"
            actions={
              <>
                {begun.undoes && (result?.changed ?? 0) > 0 && (
                  <Button size="sm" busy={undoing.busy} onClick={() => void undo(job.jobId)}>
                    {texts.undo}
                  </Button>
                )}
                <Button size="sm" onClick={forget}>
                  {texts.dismiss}
                </Button>
              </>
            }
          >
            {undoing.failure || job.message}
          </Banner>
        ))}
      {what && (
        <PeopleDialog
          {...{ kind, what, params, filter }}
          onClose={() => setWhat(undefined)}
          onBegun={({ jobId, kind: of }) => {
            setBegun({ kind: of, undoes: of === "customers.bulk" });
            follow(jobId);
          }}
        />
      )}
    </>
  );
}
