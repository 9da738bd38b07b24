import { useParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { UnsavedProvider, useUnsavedGuard } from "#app/drafts/unsaved.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { goneOf } from "#app/kit/gone-of.tsx";
import { titleOf } from "#app/lib/title.ts";
import { richCardsTexts as texts } from "#texts/rich-cards.ts";
import { uiTexts } from "#texts/ui.ts";
import { getRichCard } from "#workers/contract/endpoints/rich-cards.ts";
import type { Route } from "./+types/rich-card.ts";
import { RichCardBuilder } from "./rich-card-builder.tsx";
import { LIST } from "./rich-card-draft.ts";

const NEW = "create";

export const meta = ({ loaderData }: Route.MetaArgs) =>
  titleOf(loaderData?.stored?.answer.name ?? texts.title);

export const { HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.title,
  wide: true,
  Gone: goneOf(texts, LIST),
});

/** A new rich card, or the one in the address. */
export const clientLoader = prefetched(async ({ params: { id } }: Route.ClientLoaderArgs) => ({
  stored: id === NEW ? undefined : await load(getRichCard, { params: { id } }),
}));

export default function RichCardPage({ loaderData: { stored } }: Route.ComponentProps) {
  const { id } = useParams();
  const unsaved = useUnsavedGuard(guarding);
  return (
    <UnsavedProvider value={unsaved}>
      {stored ? <Known key={id} stored={stored} /> : <RichCardBuilder key="new" />}
    </UnsavedProvider>
  );
}

function Known({ stored }: { stored: NonNullable<Route.ComponentProps["loaderData"]["stored"]> }) {
  return <RichCardBuilder stored={useLoaded(stored).answer} />;
}

const guarding = {
  leaves: (from: { pathname: string }, to: { pathname: string }) => from.pathname !== to.pathname,
  why: () => uiTexts.leaveHint,
};
