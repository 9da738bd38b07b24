import { MessagesSquare } from "lucide-react";
import { useSearchParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import { listSimulators, LONGEST_SAID } from "#workers/contract/endpoints/simulator.ts";
import type { Route } from "./+types/simulator.ts";
import { Phones } from "./phones.tsx";

const { title, lead, failed } = texts;
const TroublePanel = lazilyShown(
  () => import("./trouble-panel.tsx"),
  (module) => module.TroublePanel,
  () => <Card className="mb-4 min-h-13 p-0" />,
);

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

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
          icon={<MessagesSquare />}
          title={texts.none}
          action={<ButtonLink to="/admin/channels">{texts.toChannels}</ButtonLink>}
        >
          {texts.noneText}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page wide title={title} lead={lead}>
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
      <TroublePanel key={`trouble ${channel.id}`} channelId={channel.id} />
      <Phones key={channel.id} channel={channel} saying={search.get("say")?.slice(0, LONGEST_SAID) ?? null} />
    </Page>
  );
}
