import { Plus, UserPlus } from "lucide-react";
import { useState } from "react";
import { useMedia } from "#app/components/use-media.ts";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import type { SimulatedChannel } from "#workers/contract/endpoints/simulator.ts";
import { PersonDialog } from "./person-dialog.tsx";
import { addressText, firstPerson, type Person, usePersons } from "./persons.ts";
import { Phone } from "./phone.tsx";

/** Phones side by side, where there is room. */
const MOST_SHOWN = 3;
const WIDE = "(min-width: 72rem)";

/** The people of a channel: up to three phones side by side in a wide window, else one a tab. */
export function Phones({ channel, saying }: { channel: SimulatedChannel; saying: string }) {
  const { persons, add, remove, keep } = usePersons(
    channel.id,
    saying === "" ? undefined : firstPerson(channel.type),
  );
  const wide = useMedia(WIDE);
  /** Addresses of those who were chosen, the newest first. */
  const [chosen, setChosen] = useState<string[]>([]);
  const [adding, setAdding] = useState(false);
  const addresses = persons.map(({ address }) => addressText(address));
  const known = chosen.filter((each) => addresses.includes(each));
  const shown = [...known, ...addresses.filter((each) => !known.includes(each))].slice(0, MOST_SHOWN);
  const choose = (address: string) =>
    setChosen((now) => [address, ...now.filter((each) => each !== address)]);
  const addButton = (Icon: typeof Plus) => (
    <Button icon={<Icon aria-hidden />} onClick={() => setAdding(true)}>
      {texts.addPerson}
    </Button>
  );
  const phoneOf = (person: Person) => (
    <Phone {...{ channel, person, saying }} onSaid={() => void keep()} onRemove={() => remove(person)} />
  );
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState icon={<UserPlus />} title={texts.noPersons} action={addButton(Plus)}>
          {texts.noPersonsText}
        </EmptyState>
      ) : (
        <>
          <div className="mb-2 flex flex-wrap items-center gap-2">
            {addButton(UserPlus)}
            {wide && persons.length > MOST_SHOWN && (
              <div role="group" aria-label={texts.persons} className="flex flex-wrap gap-1.5">
                {persons.map(({ name, address }) => (
                  <Button
                    key={addressText(address)}
                    size="sm"
                    aria-pressed={shown.includes(addressText(address))}
                    tone={shown.includes(addressText(address)) ? "primary" : "secondary"}
                    onClick={() => choose(addressText(address))}
                  >
                    {name}
                  </Button>
                ))}
              </div>
            )}
          </div>
          {wide ? (
            <div className="grid grid-cols-3 gap-4">
              {persons
                .filter(({ address }) => shown.includes(addressText(address)))
                .map((person) => (
                  <div key={addressText(person.address)} className="min-w-0">
                    {phoneOf(person)}
                  </div>
                ))}
            </div>
          ) : (
            <Tabs
              label={texts.persons}
              selected={shown[0] ?? ""}
              onChange={choose}
              items={persons.map((person) => ({
                id: addressText(person.address),
                label: person.name,
                content: phoneOf(person),
              }))}
            />
          )}
        </>
      )}
      {adding && (
        <PersonDialog
          {...{ channel, persons }}
          onAdd={(person) => {
            add(person);
            choose(addressText(person.address));
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
