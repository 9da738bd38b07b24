import { Plus, Smartphone, UserPlus } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import { listSimulators, type SimulatedChannel } from "#workers/contract/endpoints/simulator.ts";
import type { Route } from "./+types/simulator.ts";
import { PersonDialog } from "./person-dialog.tsx";
import { addressText, usePersons } from "./persons.ts";
import { Phone } from "./phone.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

export const clientLoader = prefetched(async () => load(listSimulators));

/** A phone that plays the enterprise's customers, on its channels of the simulator. */
export default function Simulator({ loaderData }: Route.ComponentProps) {
  const { channels } = useLoaded(loaderData).answer;
  const [search, setSearch] = useSearchParams();
  const channel = channels.find(({ id }) => id === search.get("channel")) ?? channels[0];
  if (!channel) {
    return (
      <Page title={title} lead={lead}>
        <EmptyState
          icon={<Smartphone />}
          title={texts.none}
          action={<ButtonLink to="/admin/channels">{texts.toChannels}</ButtonLink>}
        >
          {texts.noneText}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={title} lead={lead}>
      <div className="mb-4 max-w-md">
        <Field label={texts.channel} hint={channel.agent ? texts.answeredBy(channel.agent) : texts.noBot}>
          <Select
            value={channel.id}
            options={channels.map(({ id, name, typeName }) => ({
              value: id,
              label: texts.channelOf(name, typeName),
            }))}
            onChange={(id) => setSearch({ channel: id }, { replace: true })}
          />
        </Field>
      </div>
      <Phones key={channel.id} channel={channel} />
    </Page>
  );
}

/** The persons of a channel, one a tab. */
function Phones({ channel }: { channel: SimulatedChannel }) {
  const { persons, add, remove } = usePersons(channel.id);
  const [shown, setShown] = useState<string>();
  const [adding, setAdding] = useState(false);
  const addresses = persons.map(({ address }) => addressText(address));
  const selected = addresses.find((each) => each === shown) ?? addresses[0];
  const button = (icon: typeof Plus) => {
    const Icon = icon;
    return (
      <Button icon={<Icon aria-hidden />} onClick={() => setAdding(true)}>
        {texts.addPerson}
      </Button>
    );
  };
  return (
    <>
      {selected === undefined ? (
        <EmptyState icon={<UserPlus />} title={texts.noPersons} action={button(Plus)}>
          {texts.noPersonsText}
        </EmptyState>
      ) : (
        <>
          <div className="mb-2">{button(UserPlus)}</div>
          <Tabs
            label={texts.persons}
            selected={selected}
            onChange={setShown}
            items={persons.map((person) => ({
              id: addressText(person.address),
              label: person.name,
              content: <Phone channelId={channel.id} person={person} onRemove={() => remove(person)} />,
            }))}
          />
        </>
      )}
      {adding && (
        <PersonDialog
          {...{ channel, persons }}
          onAdd={(person) => {
            add(person);
            setShown(addressText(person.address));
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
