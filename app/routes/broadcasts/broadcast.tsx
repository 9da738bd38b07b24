import { Link } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { goneOf } from "#app/kit/gone-of.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { titleOf } from "#app/lib/title.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import {
  type BroadcastDetail,
  getBroadcast,
  listBroadcastMessages,
} from "#workers/contract/endpoints/broadcasts.ts";
import type { Route } from "./+types/broadcast.ts";
import { activityAddress, addressOf, LIST } from "#app/features/broadcasts/addresses.ts";
import { Failures } from "./failures.tsx";
import { BillCard } from "#app/features/broadcasts/bill-card.tsx";
import { isGoingOn } from "#app/features/broadcasts/figures.ts";
import { Funnel } from "./funnel.tsx";
import { Links } from "./links.tsx";
import { Messages } from "./messages.tsx";
import { Moves } from "./moves.tsx";
import { isStatus } from "./statuses.ts";
import { StateBadge } from "#app/features/broadcasts/state-badge.tsx";
import { Summary } from "./summary.tsx";
import { Unconfirmed } from "./unconfirmed.tsx";
import { useProgress } from "#app/features/broadcasts/use-progress.ts";

const texts = broadcastsTexts.view;
const back = { label: broadcastsTexts.title, to: LIST };

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const broadcast = loaderData?.broadcast.answer.data;
  return titleOf(broadcast?.name || broadcast?.templateName || texts.title);
};

export const { HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.title,
  failed: texts.failed,
  wide: true,
  Gone: goneOf(texts, LIST),
});

/** Which of the recipients are shown is in the address. */
export const clientLoader = prefetched(
  async ({ params: { id }, request: { url } }: Route.ClientLoaderArgs) => {
    const { searchParams } = new URL(url);
    const given = searchParams.get("status") ?? "";
    const status = isStatus(given) ? given : ("" as const);
    const [code, from] = [searchParams.get("code")?.slice(0, 64) ?? "", fromIn(searchParams)];
    const [broadcast, messages] = await Promise.all([
      load(getBroadcast, { params: { id } }),
      load(listBroadcastMessages, { params: { id }, query: { status, code, from } }),
    ]);
    return { broadcast, messages, shown: { status, code, from } };
  },
);

/** One broadcast: what was sent, how far it has come, and what became of each recipient. */
export default function Broadcast({
  loaderData: { broadcast: loaded, messages: ours, shown },
}: Route.ComponentProps) {
  const known = useLoaded(loaded);
  const messages = useLoaded(ours);
  const broadcast = known.answer.data;
  useProgress((now) => isGoingOn(broadcast, now), known.reload, messages.reload);
  const total = broadcast.counts.total;
  return (
    <Page
      wide
      back={back}
      title={<bdi>{broadcast.name || broadcast.templateName}</bdi>}
      lead={<StateBadge status={broadcast.status} />}
      actions={<Moves broadcast={broadcast} />}
    >
      <NotRefreshed list={known} />
      <div className="grid grid-cols-1 gap-4">
        {broadcast.reason && (
          <Banner kind={broadcast.status === "failed" ? "error" : "warning"} live>
            {broadcast.reason}
            {broadcast.resumeAt !== null &&
              ` ${texts[broadcast.resumesItself ? "goesOn" : "mayGoOn"](formatMoment(broadcast.resumeAt))}`}
          </Banner>
        )}
        {broadcast.archivedAt !== null && <p className="text-muted">{texts.archived}</p>}
        <Related broadcast={broadcast} />
        <Funnel broadcast={broadcast} shown={shown} />
        <BillCard kind="broadcast" id={broadcast.id} counts={broadcast.counts} />
        <Unconfirmed broadcast={broadcast} />
        {broadcast.failures.length > 0 && <Failures failures={broadcast.failures} shown={shown} />}
        {broadcast.trackClicks && <Links broadcast={broadcast} />}
        <Messages broadcast={broadcast} messages={messages} shown={shown} isEmpty={total === 0} />
        {!broadcast.isUndecided && <Summary broadcast={broadcast} />}
      </div>
    </Page>
  );
}

/** The way to its fallback, and from that back; from a run to its activity, and from a part of one to what compares it. */
function Related({
  broadcast: { fallbackOf, fallbackId, part, isUndecided, activityId },
}: {
  broadcast: BroadcastDetail;
}) {
  const other = fallbackOf ?? fallbackId;
  if (part && activityId)
    return (
      <p>
        {texts.part[part]} {isUndecided && `${texts.part.undecided} `}
        <Link to={activityAddress(activityId)} className="text-accent-ink underline">
          {texts.openActivity}
        </Link>
      </p>
    );
  if (other === null && activityId === null) return null;
  return (
    <p>
      {other !== null && (
        <>
          {fallbackOf ? texts.isFallback : texts.hasFallback}{" "}
          <Link to={addressOf(other)} className="text-accent-ink underline">
            {fallbackOf ? texts.openFirst : texts.openFallback}
          </Link>{" "}
        </>
      )}
      {activityId !== null && (
        <>
          {texts.isRun}{" "}
          <Link to={activityAddress(activityId)} className="text-accent-ink underline">
            {texts.openItsActivity}
          </Link>
        </>
      )}
    </p>
  );
}
