import { Plus, UserPlus } from "lucide-react";
import { useState } from "react";
import { useMedia } from "#app/components/use-media.ts";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import type { SimulatedChannel } from "#workers/contract/endpoints/simulator.ts";
import { addressText, firstPerson, usePersons } from "./persons.ts";
import { Phone } from "./phone.tsx";

const PersonDialog = lazily(
  () => import("./person-dialog.tsx"),
  (module) => module.PersonDialog,
);

/** Phones side by side, where there is room. */
const MOST_SHOWN = 3;
const WIDE = "(min-width: 72rem)";

/** The people of a channel: up to three phones side by side in a wide window, else one at a time. */
export function Phones({
  channel,
  saying,
}: {
  channel: SimulatedChannel;
  /** Words that a first person, there without being added, is about to say; empty for just a look; null for nobody. */
  saying: string | null;
}) {
  const { persons, add, remove, keep } = usePersons(
    channel.id,
    saying === null ? undefined : firstPerson(channel.type),
  );
  const wide = useMedia(WIDE);
  const most = wide ? MOST_SHOWN : 1;
  /** Addresses of those who were chosen, the newest first. */
  const [chosen, setChosen] = useState<string[]>([]);
  const [adding, setAdding] = useState(false);
  const addresses = persons.map(({ address }) => addressText(address));
  const known = chosen.filter((each) => addresses.includes(each));
  const shown = [...known, ...addresses.filter((each) => !known.includes(each))].slice(0, most);
  const choose = (address: string) =>
    setChosen((now) => [address, ...now.filter((each) => each !== address)]);
  const addButton = (Icon: typeof Plus) => (
    <Button icon={<Icon aria-hidden />} onClick={() => setAdding(true)}>
      {texts.addPerson}
    </Button>
  );
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState icon={<UserPlus />} title={texts.noPersons} action={addButton(Plus)}>
          {texts.noPersonsText}
        </EmptyState>
      ) : (
        <>
          <div className="mb-3 flex flex-wrap items-center gap-2">
            {addButton(UserPlus)}
            {persons.length > most && (
              <div role="group" aria-label={texts.persons} className="flex min-w-0 flex-wrap gap-1.5">
                {persons.map(({ name, address }) => (
                  <Button
                    key={addressText(address)}
                    size="sm"
                    className="max-w-full"
                    aria-pressed={shown.includes(addressText(address))}
                    tone={shown.includes(addressText(address)) ? "primary" : "secondary"}
                    onClick={() => choose(addressText(address))}
                  >
                    <span className="truncate">{name}</span>
                  </Button>
                ))}
              </div>
            )}
          </div>
          {/* One place for any width: a phone keeps what is typed when the window is made narrower. */}
          <div className={cx("grid gap-4", wide ? "grid-cols-3" : "grid-cols-1")}>
            {persons
              .filter(({ address }) => shown.includes(addressText(address)))
              .map((person) => (
                <Phone
                  key={addressText(person.address)}
                  {...{ channel, person }}
                  saying={saying ?? ""}
                  onSaid={() => void keep()}
                  onRemove={() => remove(person)}
                />
              ))}
          </div>
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
