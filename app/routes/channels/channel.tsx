import { Pause, Pencil, Play, PlugZap, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { call, messageOf, request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Page } from "#app/components/page.tsx";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { channelsTexts as texts } from "#texts/channels.ts";
import { titleOf } from "#app/lib/title.ts";
import { uiTexts } from "#texts/ui.ts";
import { can, useSession } from "#app/session/session.ts";
import {
  type Channel as Stored,
  channelDetails,
  channelVendors,
  pauseChannel,
  resumeChannel,
  testChannel,
} from "#workers/contract/endpoints/channels.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import type { Route } from "./+types/channel.ts";
import { ActivityCard, NewsCard, UnusedCard } from "./activity-card.tsx";
import { AccountCard } from "./account-card.tsx";
import { ChannelDialog } from "./channel-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { EmbedCard } from "./embed-card.tsx";
import { HealthCard } from "./health-card.tsx";
import { PricesCard } from "./prices-card.tsx";
import { showChannel } from "./show-channel.ts";
import { WebhookCard } from "./webhook-card.tsx";

const LIST = "/admin/channels";
const back = { label: texts.title, to: LIST };
const { details: title, detailsFailed: failed } = texts;
export const meta = ({ loaderData }: Route.MetaArgs) =>
  titleOf(loaderData?.channel.answer.channel.name ?? title);

export const { HydrateFallback, ErrorBoundary } = frameOf({
  title,
  crumbs: [back],
  failed,
  Gone,
});

export const clientLoader = prefetched(async ({ params: { id } }: Route.ClientLoaderArgs) => {
  const [channel, vendors] = await Promise.all([
    load(channelDetails, { params: { id } }),
    load(channelVendors),
  ]);
  return { channel, vendors };
});

/** One channel: where its webhook leads, how it is, and what may be done with it. */
export default function Channel({ loaderData }: Route.ComponentProps) {
  const { profile } = useSession();
  const navigate = useNavigate();
  const loaded = useLoaded(loaderData.channel);
  const { types } = useLoaded(loaderData.vendors).answer;
  const { channel, webhook, activity, used, lastMinute, news, unused } = loaded.answer;
  const [open, setOpen] = useState<"edit" | "delete">();
  const testing = useTest(channel);
  const pausing = useSend();
  const paused = channel.state === "paused";
  const fields = types
    .find(({ type }) => type === channel.type)
    ?.vendors.find(({ vendor }) => vendor === channel.vendor)?.fields;
  const toggle = () =>
    pausing.send(
      () => request(paused ? resumeChannel : pauseChannel, { params: { id: channel.id } }),
      ({ payload }) => showChannel(payload),
    );
  if (loaded.failure?.status === 404) return <Gone />;
  const mayEdit = can(profile, ["CHANNELS.EDIT"]);
  return (
    <Page
      title={<span dir="auto">{channel.name}</span>}
      lead={[channel.typeName, channel.vendorName, channel.contactId].filter(Boolean).join(" · ")}
      crumbs={[back]}
      actions={
        <>
          {can(profile, ["CHANNELS.CREATE", "CHANNELS.EDIT"]) && (
            <Button icon={<PlugZap aria-hidden />} busy={testing.busy} onClick={testing.run}>
              {testing.busy ? texts.testing : texts.test}
            </Button>
          )}
          {mayEdit && (
            <>
              <Button
                icon={paused ? <Play aria-hidden /> : <Pause aria-hidden />}
                busy={pausing.busy}
                onClick={() => void toggle()}
              >
                {paused ? texts.resume : texts.pause}
              </Button>
              <Button icon={<Pencil aria-hidden />} onClick={() => setOpen("edit")}>
                {texts.editButton}
              </Button>
            </>
          )}
          {can(profile, ["CHANNELS.DELETE"]) && (
            <Button tone="danger" icon={<Trash2 aria-hidden />} onClick={() => setOpen("delete")}>
              {uiTexts.delete}
            </Button>
          )}
        </>
      }
    >
      <NotRefreshed list={loaded} />
      <div className="grid grid-cols-1 gap-4">
        <Failure text={pausing.failure} />
        {paused && <Banner kind="warning">{texts.pausedBanner}</Banner>}
        {testing.found && (
          <Banner kind={testing.found.ok ? "success" : "error"} live>
            {testing.found.message}
          </Banner>
        )}
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <div className="grid grid-cols-1 gap-4">
            {channel.vendor === vendorCodes.web ? (
              <EmbedCard channel={channel} onLook={loaded.reload} />
            ) : (
              <WebhookCard channel={channel} webhook={webhook} onLook={loaded.reload} />
            )}
            <ActivityCard activity={activity} />
            <UnusedCard channelId={channel.id} unused={unused} mayRetry={mayEdit} onRetried={loaded.reload} />
          </div>
          <div className="grid grid-cols-1 gap-4">
            <HealthCard channel={channel} used={used} lastMinute={lastMinute} />
            <AccountCard channel={channel} fields={fields ?? []} />
            <PricesCard channel={channel} mayEdit={mayEdit} />
            <NewsCard news={news} />
          </div>
        </div>
      </div>
      {open === "edit" && <ChannelDialog channel={channel} onClose={() => setOpen(undefined)} />}
      {open === "delete" && (
        <DeleteDialog
          channel={channel}
          onClose={() => setOpen(undefined)}
          onDeleted={() => void navigate(LIST)}
        />
      )}
    </Page>
  );
}

/** The test's outcome stays in its place; a test that could not even be made is shown like one that failed. */
function useTest({ id }: Stored) {
  const { busy, send } = useSend();
  const [found, setFound] = useState<{ ok: boolean; message: string }>();
  const run = () => {
    setFound(undefined);
    void send(
      () =>
        call(testChannel, { params: { id } }).catch((error: unknown) => ({
          ok: false,
          message: messageOf(error),
          channel: undefined,
        })),
      (finding) => {
        setFound(finding);
        if (finding.channel) showChannel(finding.channel);
      },
    );
  };
  return { busy, found, run };
}

function Gone() {
  return (
    <Page title={texts.details} crumbs={[back]}>
      <EmptyState title={texts.gone} action={<ButtonLink to={LIST}>{texts.back}</ButtonLink>}>
        {texts.goneText}
      </EmptyState>
    </Page>
  );
}
