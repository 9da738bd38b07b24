import { Plus } from "lucide-react";
import { redirect, useNavigation, useOutletContext } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Pager } from "#app/components/ui/pager.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { LinkTabs } from "#app/components/ui/tabs.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import { ENTITIES_PAGE, entityTypes, listEntities } from "#workers/contract/endpoints/entities.ts";
import type { TrainingControl } from "../training/use-training.ts";
import type { Route } from "./+types/entity-list.ts";
import { CustomTable } from "./custom-table.tsx";
import { NoEntities } from "./no-entities.tsx";
import { SystemTable } from "./system-table.tsx";

export const { HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.kinds,
  failed: texts.failed,
  rows: 8,
  toasts: true,
  within: true,
});

/** The kind, page and query are in the URL. */
export const clientLoader = prefetched(
  async ({ params: { id }, request: { url } }: Route.ClientLoaderArgs) => {
    const { pathname, searchParams } = new URL(url);
    const system = pathname.endsWith("/system");
    const { name, from } = listStateIn(url);
    const list = await load(listEntities, {
      params: { id },
      query: { from, type: system ? entityTypes.system : entityTypes.custom, searchterm: name || undefined },
    });
    // The last entity of this page was deleted, so the previous page is shown.
    if (list.answer.entities.length === 0 && from > 0) {
      const before = new URLSearchParams(searchParams);
      before.set("from", String(Math.max(from - ENTITIES_PAGE, 0)));
      return redirect(`${pathname}?${before.toString()}`);
    }
    return { list, id, system, from };
  },
);

/** The entities of a bot: its own, and the system entities every bot recognises. */
export default function EntityList({ loaderData }: Route.ComponentProps) {
  const { id, system, from } = loaderData;
  const list = useLoaded(loaderData.list);
  const { entities, more } = list.answer;
  const { query, look, go } = useListState("");
  const training = useOutletContext<TrainingControl>();
  const busy = useNavigation().state === "loading";
  const base = `/bots/${id}/entity-list`;
  const nothing = entities.length === 0;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-5 sm:px-6">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <LinkTabs
          label={texts.kinds}
          tabs={[
            { to: `${base}/custom`, label: texts.custom },
            { to: `${base}/system`, label: texts.system },
          ]}
        />
        <ButtonLink tone="primary" icon={<Plus aria-hidden />} to={`${base}/create`}>
          {texts.create}
        </ButtonLink>
      </div>
      <SearchInput
        key={String(system)}
        label={texts.search}
        value={query}
        delay={300}
        onSearch={look}
        className="mb-4 w-full max-w-md"
      />
      <NotRefreshed list={list} />
      <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-60")}>
        {nothing ? (
          <NoEntities createAt={`${base}/create`} query={query} own={!system} />
        ) : system ? (
          <SystemTable entities={entities} base={base} />
        ) : (
          <CustomTable
            agentId={id}
            entities={entities}
            base={base}
            onDeleted={async () => {
              training.noteChange();
              await invalidate(listEntities);
              if (entities.length === 1 && from > 0) go(from - ENTITIES_PAGE);
            }}
          />
        )}
      </div>
      <Pager
        label={texts.pages}
        status={nothing ? texts.noData : texts.page(from + 1, from + entities.length)}
        hasPrevious={from > 0}
        hasNext={more}
        onPrevious={() => go(Math.max(from - ENTITIES_PAGE, 0))}
        onNext={() => go(from + ENTITIES_PAGE)}
        busy={busy}
        endText={nothing ? texts.noData : texts.noMore}
      />
    </div>
  );
}
