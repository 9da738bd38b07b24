import { Users } from "lucide-react";
import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Chip } from "#app/components/ui/chip.tsx";
import { useCan } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { uiTexts } from "#texts/ui.ts";
import { getCustomer } from "#workers/contract/endpoints/customers.ts";
import { AudienceFields } from "./audience-fields.tsx";
import type { Person } from "./broadcast-draft.ts";
import { CustomerPicker } from "./customer-picker.tsx";
import { useForm } from "./form-context.ts";

const texts = broadcastsTexts.form;
/** So many customers are named one by one. */
const SHOWN = 12;

/** Recipients of the customer master: some by name, and whole groups. */
export function MasterFields() {
  const { draft, change } = useForm();
  const [picking, setPicking] = useState(false);
  const seesCustomers = useCan()("CUSTOMER.VIEW");
  const { people } = draft;
  return (
    <>
      {seesCustomers && (
        <>
          <Button
            className="justify-self-start"
            icon={<Users aria-hidden />}
            onClick={() => setPicking(true)}
          >
            {texts.fromMaster}
          </Button>
          {people.length > 0 && (
            <div className="flex flex-wrap items-center gap-2">
              <ul aria-label={texts.people} className="flex flex-wrap gap-1.5">
                {people.slice(0, SHOWN).map((person) => (
                  <PersonChip
                    key={person.id}
                    person={person}
                    onRemove={() =>
                      change({ people: people.filter(({ id }) => id !== person.id) }, "numbers")
                    }
                  />
                ))}
              </ul>
              {people.length > SHOWN && <span>{texts.morePeople(people.length - SHOWN)}</span>}
              <Button size="sm" tone="ghost" onClick={() => change({ people: [] })}>
                {texts.clearPeople}
              </Button>
            </div>
          )}
          <AudienceFields />
        </>
      )}
      {picking && (
        <CustomerPicker
          chosen={people}
          onClose={() => setPicking(false)}
          onChoose={(next) => {
            setPicking(false);
            change({ people: next }, "numbers");
          }}
        />
      )}
    </>
  );
}

/** Something that was stored has only the ids of its customers. */
function PersonChip({ person, onRemove }: { person: Person; onRemove: () => void }) {
  const { id, name } = person;
  const { answer, failure } = useQueryOf(getCustomer, { params: { id } }, { enabled: name === "" });
  const known = name === "" ? answer?.customer : person;
  const words = known ? `${known.name} ${known.phoneNumber}` : failure ? texts.personGone : uiTexts.loading;
  return <Chip name={words} removeLabel={texts.takeOut(known?.name ?? words)} onRemove={onRemove} />;
}
