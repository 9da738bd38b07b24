import { useState } from "react";
import { useFields } from "#app/components/ui/use-fields.ts";
import { call } from "#app/data/api.ts";
import { newDraft } from "#app/features/broadcasts/broadcast-draft.ts";
import { isSomebodyNamed, requestOf, type Variables } from "#app/features/broadcasts/broadcast-request.ts";
import { FormProvider } from "#app/features/broadcasts/form-context.ts";
import { MasterFields } from "#app/features/broadcasts/master-fields.tsx";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useJob } from "#app/kit/use-job.ts";
import { useSend } from "#app/kit/use-send.ts";
import { addPeopleTexts as texts } from "#texts/add-people.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import { Adding } from "./adding.tsx";

/** There is no template whose variables would be asked for. */
const NO_VARIABLES: Variables = { groups: [], columns: [], media: [] };

/** Puts customers into a journey or an encap that is started: some by name, and whole groups. */
export function AddPeople({
  kind,
  id,
  instanceId,
  channel,
  onAdded,
  onClose,
}: {
  kind: AutomationKind;
  id: string;
  instanceId: string;
  channel: string;
  onAdded: () => Promise<void>;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => newDraft("UTC"));
  const [tried, setTried] = useState(false);
  const form = useFields({}, () => ({}));
  const sending = useSend({ form });
  const { job, follow } = useJob({ kind: "instance.add" }, () => void onAdded());
  const problem = isSomebodyNamed(draft) ? undefined : texts.nobody;
  const add = () => {
    setTried(true);
    if (problem !== undefined) return sending.setFailure(problem);
    const { filter, customerIds } = requestOf(draft, NO_VARIABLES).audience;
    void sending.send(
      () => call(instanceDoors[kind].add, { params: { id, instanceId }, body: { filter, customerIds } }),
      (begun) => follow(begun.jobId, begun),
    );
  };
  return (
    <FormDialog
      {...{ form, sending, onClose }}
      open
      id="add-people"
      title={texts.title(channel)}
      description={job ? undefined : texts.text}
      labels={{}}
      edited={!job && isSomebodyNamed(draft)}
      submit={texts.add}
      done={job && <Adding job={job} />}
      onSubmit={add}
    >
      <FormProvider
        value={{
          draft,
          variables: NO_VARIABLES,
          change: (part) => {
            setDraft((now) => ({ ...now, ...part }));
            sending.setFailure("");
          },
          problemAt: (place) => (tried && place === "groups" ? problem : undefined),
          leave: () => undefined,
        }}
      >
        <MasterFields />
      </FormProvider>
    </FormDialog>
  );
}
