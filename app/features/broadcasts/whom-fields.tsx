import { Users } from "lucide-react";
import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Chip } from "#app/components/ui/chip.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useCan } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { uiTexts } from "#texts/ui.ts";
import { numbersIn } from "#workers/contract/broadcast.ts";
import type { BroadcastEstimate } from "#workers/contract/endpoints/broadcasts.ts";
import { getCustomer } from "#workers/contract/endpoints/customers.ts";
import { AudienceFields } from "./audience-fields.tsx";
import { idOf, type Person } from "./broadcast-draft.ts";
import { CustomerPicker } from "./customer-picker.tsx";
import { DataFileField } from "./data-file-field.tsx";
import { useForm } from "./form-context.ts";
import { Section } from "./section.tsx";

const texts = broadcastsTexts.form;
/** So many customers are named one by one. */
const SHOWN = 12;

/** The recipients: numbers, customers, and whole groups of the customer master. */
export function WhomFields({ estimate }: { estimate: BroadcastEstimate | undefined }) {
  const { draft, change, problemAt, leave } = useForm();
  const [picking, setPicking] = useState(false);
  const seesCustomers = useCan()("CUSTOMER.VIEW");
  const { people } = draft;
  return (
    <Section title={texts.whom}>
      <div className="grid gap-1">
        <Field
          id={idOf("numbers")}
          label={texts.numbers}
          hint={texts.numbersHint}
          error={problemAt("numbers")}
          required
        >
          <Textarea
            rows={4}
            inputMode="tel"
            spellCheck={false}
            value={draft.numbers}
            onChange={({ target }) => change({ numbers: target.value }, "numbers")}
            onBlur={() => draft.numbers.trim() !== "" && leave("numbers")}
          />
        </Field>
        <p role="status" className="text-[0.8125rem] text-muted tabular-nums">
          {texts.numbersCount(numbersIn(draft.numbers).length)}
        </p>
        {estimate && estimate.invalidCount > 0 && (
          <NotNumbers numbers={estimate.invalid} count={estimate.invalidCount} />
        )}
      </div>
      <DataFileField />
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
    </Section>
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

function NotNumbers({ numbers, count }: { numbers: readonly string[]; count: number }) {
  return (
    <div className="rounded-md bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger-ink">
      <p className="font-medium">{texts.notNumbers(count)}</p>
      <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
        {numbers.map((each, at) => (
          <li key={`${at} ${each}`} className="[overflow-wrap:anywhere]">
            <bdi>{each}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
