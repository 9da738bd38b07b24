import { useState } from "react";
import { Progress } from "#app/components/ui/progress.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { call } from "#app/data/api.ts";
import type { Person } from "#app/features/broadcasts/broadcast-draft.ts";
import { CustomerPicker } from "#app/features/broadcasts/customer-picker.tsx";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { automationInstancesTexts } from "#texts/automation-instances.ts";
import { publishTexts as texts } from "#texts/publish.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { instanceDoors, MOST_ENTRIES } from "#workers/contract/endpoints/automation-instances.ts";

/** Those who could not be put in are named up to here. */
const NAMED = 20;

interface Props {
  kind: AutomationKind;
  id: string;
  instanceId: string;
  channel: string;
  onAdded: () => Promise<void>;
  onClose: () => void;
}

/** Puts customers into a journey or an encap on a channel: whom, then what became of each. */
export function AddPeople(props: Props) {
  const [people, setPeople] = useState<readonly Person[]>();
  return people ? (
    <Adding {...props} people={people} />
  ) : (
    <CustomerPicker open chosen={[]} onClose={props.onClose} onChoose={setPeople} />
  );
}

interface Outcome {
  entered: number;
  left: { id: string; sentence: string }[];
}

function Adding({
  kind,
  id,
  instanceId,
  channel,
  people,
  onAdded,
  onClose,
}: Props & { people: readonly Person[] }) {
  const form = useFields({}, () => ({}));
  const sending = useSend();
  // One id a request, also of a second try: nobody enters twice.
  const [requests] = useState(() => requestsOf(people));
  const [sent, setSent] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>();
  const add = () =>
    sending.send(async () => {
      const all: Outcome = { entered: 0, left: [] };
      for (const [at, body] of requests.entries()) {
        setSent(at);
        const { entered, left } = await call(instanceDoors[kind].enter, { params: { id, instanceId }, body });
        all.entered += entered;
        all.left.push(...left);
      }
      await onAdded();
      setOutcome(all);
    });
  return (
    <FormDialog
      {...{ form, sending, onClose }}
      open
      id="add-people"
      size="sm"
      title={texts.addTitle(channel)}
      description={outcome ? undefined : texts.addText(people.length)}
      labels={{}}
      edited={false}
      submit={texts.add}
      done={outcome && <Done outcome={outcome} people={people} />}
      onSubmit={add}
    >
      {sending.busy && <Progress label={texts.adding} value={sent / requests.length} />}
    </FormDialog>
  );
}

const requestsOf = (people: readonly Person[]) =>
  Array.from({ length: Math.ceil(people.length / MOST_ENTRIES) }, (_, page) => ({
    id: crypto.randomUUID(),
    customers: people.slice(page * MOST_ENTRIES, (page + 1) * MOST_ENTRIES).map((each) => each.id),
  }));

function Done({ outcome: { entered, left }, people }: { outcome: Outcome; people: readonly Person[] }) {
  const names = new Map(people.map((each) => [each.id, each.name || each.phoneNumber]));
  return (
    <div className="grid gap-3">
      <p role="status" className="font-medium">
        {automationInstancesTexts.entered(entered)}
      </p>
      {left.length > 0 && (
        <>
          <p>{texts.notAdded(left.length)}</p>
          <ul className="grid gap-2">
            {left.slice(0, NAMED).map((each) => (
              <li key={each.id} className="[overflow-wrap:anywhere]">
                <bdi className="font-medium">{names.get(each.id) ?? ""}</bdi>
                <span className="block text-[0.8125rem] text-muted">{each.sentence}</span>
              </li>
            ))}
          </ul>
          {left.length > NAMED && <p>{texts.andMore(left.length - NAMED)}</p>}
        </>
      )}
    </div>
  );
}
