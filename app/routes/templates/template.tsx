import { useParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { goneOf } from "#app/kit/gone-of.tsx";
import { UnsavedProvider, useUnsavedGuard } from "#app/drafts/unsaved.ts";
import { Page } from "#app/components/page.tsx";
import { titleOf } from "#app/lib/title.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import { uiTexts } from "#texts/ui.ts";
import { getTemplate, listTemplates } from "#workers/contract/endpoints/templates.ts";
import type { Route } from "./+types/template.ts";
import { Builder } from "./builder.tsx";
import { NoChannel } from "./no-channel.tsx";
import { listOf, typeIn } from "./shapes.ts";
import { LIST, listenForTemplates } from "./template-news.ts";

const NEW = "create";

export const meta = ({ loaderData }: Route.MetaArgs) =>
  titleOf(loaderData?.stored?.answer.template.name ?? texts.title);

export const { HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.title,
  wide: true,
  Gone: goneOf(texts, LIST),
});

/** A new template, or the one in the address. */
export const clientLoader = prefetched(
  async ({ params: { id }, request: { url } }: Route.ClientLoaderArgs) => {
    const type = typeIn(new URL(url).searchParams.get("type"));
    listenForTemplates();
    const [list, stored] = await Promise.all([
      load(listTemplates, { query: { type, perPage: 1 } }),
      id === NEW ? undefined : load(getTemplate, { params: { id } }),
    ]);
    return { list, stored, type };
  },
);

export default function TemplatePage({ loaderData: { list, stored, type } }: Route.ComponentProps) {
  const { id } = useParams();
  const { channels } = useLoaded(list).answer;
  const unsaved = useUnsavedGuard(guarding);
  return (
    <UnsavedProvider value={unsaved}>
      {stored ? (
        <Known key={id} stored={stored} channels={channels} />
      ) : channels.length > 0 ? (
        <Builder key={`new ${type}`} channels={channels} />
      ) : (
        <Page title={texts.newTitle} back={{ label: texts.title, to: listOf(type) }}>
          <NoChannel />
        </Page>
      )}
    </UnsavedProvider>
  );
}

function Known({
  stored,
  channels,
}: {
  stored: NonNullable<Route.ComponentProps["loaderData"]["stored"]>;
  channels: readonly { id: string; name: string; type: number }[];
}) {
  const { answer } = useLoaded(stored);
  return (
    <Builder
      stored={answer.template}
      history={answer.history}
      languages={answer.languages}
      channels={channels}
    />
  );
}

const guarding = {
  leaves: (from: { pathname: string }, to: { pathname: string }) => from.pathname !== to.pathname,
  why: () => uiTexts.leaveHint,
};
