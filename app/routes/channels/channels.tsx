import { Plus, Radio, Smartphone } from "lucide-react";
import { useState } from "react";
import { redirect, useLocation, useSearchParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { useListColumns } from "#app/kit/use-list-columns.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { FilterSelect } from "#app/components/ui/filter-select.tsx";
import { channelsTexts as texts } from "#texts/channels.ts";
import { can, useSession } from "#app/session/session.ts";
import { type Channel, CHANNELS_PAGE, listChannels } from "#workers/contract/endpoints/channels.ts";
import { getSending } from "#workers/contract/endpoints/sending.ts";
import type { Route } from "./+types/channels.ts";
import { ChannelDialog } from "./channel-dialog.tsx";
import { channelColumns, ChannelsTable } from "./channels-table.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { OffersButton, StopButton, StopDialog, StoppedBanner } from "./sending.tsx";

const OfferRulesDialog = lazily(
  () => import("./offer-rules.tsx"),
  (module) => module.OfferRulesDialog,
);

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

const TYPE_CHOICES = [
  { value: "", label: texts.allTypes },
  ...Object.entries(texts.types).map(([value, label]) => ({ value, label })),
];

/** The search, the type and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { name, from } = listStateIn(url, 100);
  const { pathname, searchParams } = new URL(url);
  const given = searchParams.get("type") ?? "";
  const type = Object.hasOwn(texts.types, given) ? given : "";
  const [list, sending] = await Promise.all([
    load(listChannels, { query: { name, from, type: type ? Number(type) : undefined } }),
    load(getSending),
  ]);
  if (list.answer.channelConfig.length === 0 && from > 0) return redirect(pathname);
  return { list, sending, from, type };
});

/** The enterprise's channels. */
export default function Channels({
  loaderData: { list: loaded, sending: state, from, type },
}: Route.ComponentProps) {
  const { profile } = useSession();
  const listState = useListState();
  const list = useLoaded(loaded);
  const { channelConfig: channels, used, more, total } = list.answer;
  const columns = useListColumns("channels", channelColumns(used));
  const first = useFirst();
  const [edited, setEdited] = useState<Channel | "new">();
  const sending = useLoaded(state).answer;
  const [stopping, setStopping] = useState(false);
  const [ruling, setRuling] = useState(false);
  const [removed, setRemoved] = useState<Channel>();
  const mayEdit = can(profile, ["CHANNELS.EDIT"]);
  const mayCreate = can(profile, ["CHANNELS.CREATE"]);
  const add = (tone: "primary" | "secondary") => (
    <Button tone={tone} icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
      {texts.add}
    </Button>
  );
  return (
    <Page
      wide
      title={texts.title}
      lead={texts.lead}
      actions={
        <>
          {mayEdit && <OffersButton onClick={() => setRuling(true)} />}
          {mayEdit && !sending.stopped && <StopButton onClick={() => setStopping(true)} />}
          {mayCreate && add("primary")}
        </>
      }
    >
      <StoppedBanner sending={sending} mayEdit={mayEdit} />
      <ListScreen
        {...{ listState, texts, list, more, total, from }}
        count={channels.length}
        perPage={CHANNELS_PAGE}
        chooser={columns.chooser}
        tools={
          <FilterSelect
            label={texts.typeFilter}
            className="w-full sm:w-auto"
            value={type}
            options={TYPE_CHOICES}
            onChange={(next) => listState.change({ type: next, from: "" })}
          />
        }
        empty={{
          icon: <Radio />,
          title: type ? texts.noneOfType : texts.none,
          text: type ? texts.noneOfTypeText : texts.noneText,
          action: mayCreate && (
            <>
              <ButtonLink tone="primary" icon={<Smartphone aria-hidden />} to="?add=simulator">
                {texts.addSimulator}
              </ButtonLink>
              {add("secondary")}
            </>
          ),
        }}
      >
        <ChannelsTable channels={channels} columns={columns} onEdit={setEdited} onRemove={setRemoved} />
      </ListScreen>
      {edited && (
        <ChannelDialog channel={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {ruling && <OfferRulesDialog onClose={() => setRuling(false)} />}
      {stopping && <StopDialog onClose={() => setStopping(false)} />}
      {first.asked && mayCreate && (
        <ChannelDialog channel={undefined} first={{ bot: first.bot }} onClose={first.done} />
      )}
      {removed && <DeleteDialog channel={removed} onClose={() => setRemoved(undefined)} />}
    </Page>
  );
}

/** The dashboard's first step asks for a simulator, and names the bot that is to answer, as far as there is just one. */
function useFirst() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  return {
    asked: search.get("add") === "simulator",
    bot: namedIn((state as { bot?: unknown } | null)?.bot),
    done: () =>
      setSearch(
        (now) => {
          now.delete("add");
          return now;
        },
        { replace: true },
      ),
  };
}

const namedIn = (bot: unknown): { id: string; name: string } | null => {
  const { id, name } = (bot ?? {}) as { id?: unknown; name?: unknown };
  return typeof id === "string" && typeof name === "string" ? { id, name } : null;
};
