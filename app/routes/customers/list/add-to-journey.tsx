import { useState } from "react";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { call } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { Adding } from "#app/features/automation-instances/adding.tsx";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useJob } from "#app/kit/use-job.ts";
import { useSend } from "#app/kit/use-send.ts";
import { formatCount } from "#app/lib/format.ts";
import { addPeopleTexts as texts } from "#texts/add-people.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  addToJourneyInstance,
  listStartedJourneys,
} from "#workers/contract/endpoints/automation-instances.ts";
import type { Filter } from "./list-state.ts";
import type { Selection } from "./use-selection.ts";

const FORM = "add-to-journey";

/** Puts the selected customers, or all who match, into a journey that is started. */
export function AddToJourney({
  selection,
  filter,
  onClose,
}: {
  selection: Selection;
  filter: Filter;
  onClose: () => void;
}) {
  const { answer, failure, reload } = useQueryOf(listStartedJourneys);
  const journeys = answer?.journeys ?? [];
  const form = useFields<{ journey: string }>({ journey: "" }, ({ journey }) => ({
    journey: journey === "" ? texts.journeyMissing : undefined,
  }));
  const sending = useSend({ form });
  // The selection as it was when this was opened: it is cleared once it has been sent.
  const [{ count, body }] = useState(() => ({
    count: selection.count,
    body: selection.matching === undefined ? { customerIds: [...selection.ticked.keys()] } : { filter },
  }));
  const { job, follow } = useJob({ kind: "instance.add" });
  const add = () => {
    const found = journeys.find(({ instanceId }) => instanceId === form.values.journey);
    if (!found) return form.check();
    void sending.send(
      () => call(addToJourneyInstance, { params: { id: found.id, instanceId: found.instanceId }, body }),
      (begun) => {
        follow(begun.jobId, begun);
        selection.clear();
      },
    );
  };
  return (
    <FormDialog
      {...{ form, sending, onClose }}
      open
      id={FORM}
      size="sm"
      title={texts.toJourney}
      description={job ? undefined : texts.whom(formatCount(count), count === 1)}
      labels={{ journey: texts.journey }}
      edited={!job && form.edited}
      submit={texts.add}
      submitDisabledReason={
        failure
          ? texts.loadFailed
          : answer === undefined
            ? uiTexts.loading
            : journeys.length === 0
              ? texts.noJourneys
              : undefined
      }
      done={job && <Adding job={job} />}
      onSubmit={add}
    >
      {failure ? (
        <ErrorState title={texts.loadFailed} text={failure.message} onRetry={reload} />
      ) : answer === undefined ? (
        <Skeleton className="h-16" />
      ) : journeys.length === 0 ? (
        <p className="text-muted">{texts.noJourneys}</p>
      ) : (
        <Field id={`${FORM}-journey`} label={texts.journey} required error={form.errors.journey}>
          <Select
            value={form.values.journey}
            options={[
              { value: "", label: texts.choose },
              ...journeys.map(({ instanceId, name, channel }) => ({
                value: instanceId,
                label: texts.onChannel(name, channel),
              })),
            ]}
            onChange={(next) => form.set("journey", next)}
          />
        </Field>
      )}
    </FormDialog>
  );
}
