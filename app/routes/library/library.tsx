import { FolderOpen } from "lucide-react";
import { useRef, useState } from "react";
import { redirect, useSearchParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { useBulkJob } from "#app/kit/use-bulk-job.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { can, useSession } from "#app/session/session.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import { writers } from "#workers/contract/endpoints/drive.ts";
import { LIBRARY_PAGE, listArtifacts, listBuckets } from "#workers/contract/endpoints/library.ts";
import type { LibraryMoveResult } from "#workers/contract/jobs.ts";
import type { Route } from "./+types/library.ts";
import { AddMenu } from "./add-menu.tsx";
import { Buckets } from "./buckets.tsx";
import { DropArea, type DropAreaHandle } from "./drop-area.tsx";
import { Entries } from "./entries.tsx";
import { EntryDialog, type Editing } from "./entry-dialog.tsx";
import { EntryPanel } from "./entry-panel.tsx";
import { libraryStateIn, type Visibility } from "./library-address.ts";
import { libraryMoved } from "./library-moved.ts";
import { LibraryTools } from "./library-tools.tsx";
import { MoveNotice } from "./move-notice.tsx";
import { useLibraryUploads } from "./use-library-uploads.ts";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

/** The owner, the bucket, the kind, the search and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { name, from } = listStateIn(url, 100);
  const { pathname, searchParams } = new URL(url);
  const { visibility, bucketId, type } = libraryStateIn(searchParams);
  const query = { desc: name, from, visibility, bucketId, ...(type !== undefined && { type }) };
  const [list, buckets] = await Promise.all([
    load(listArtifacts, { query }),
    load(listBuckets, { query: { visibility } }),
  ]);
  if (list.answer.artifacts.length === 0 && from > 0) return redirect(pathname);
  return { list, buckets, from, bucketId };
});

/** Documents, media and canned messages: what is shared, and what is one's own. */
export default function Library({
  loaderData: { list: loaded, buckets: loadedBuckets, from, bucketId },
}: Route.ComponentProps) {
  const { profile } = useSession();
  const listState = useListState("entry");
  const list = useLoaded(loaded);
  const buckets = useLoaded(loadedBuckets).answer.list;
  const [editing, setEditing] = useState<Editing>();
  const area = useRef<DropAreaHandle>(null);
  const { artifacts, more, total, changeable } = list.answer;
  const mayWrite = can(profile, writers);
  const state = libraryStateIn(useSearchParams()[0]);
  const place = { isPublic: state.visibility === "public", bucketId };
  const moves = useBulkJob<LibraryMoveResult>("library.move", () => void libraryMoved());
  const uploads = useLibraryUploads(place);
  const isSearched = listState.query !== "" || state.kind !== "";
  const add = mayWrite && (
    <AddMenu onUpload={() => area.current?.open()} onAdd={(kind) => setEditing({ kind, place })} />
  );
  const body = (
    <>
      {!isSearched && <Buckets {...{ buckets, bucketId, mayWrite }} isPublic={place.isPublic} />}
      <ListScreen
        {...{ listState, texts, list, more, total, from }}
        count={artifacts.length}
        perPage={LIBRARY_PAGE}
        tools={<LibraryTools {...state} onChange={(changes) => listState.change({ ...changes, from: "" })} />}
        empty={{
          icon: <FolderOpen />,
          title: state.kind ? texts.noneOfKind : texts.none,
          text: state.kind
            ? texts.noneOfKindText
            : !mayWrite
              ? texts.noneReadOnly
              : place.isPublic
                ? texts.noneText
                : texts.nonePrivate,
        }}
      >
        <Entries
          // Another place has nothing chosen.
          key={`${state.visibility} ${bucketId}`}
          {...{ artifacts, buckets, changeable }}
          matching={{
            visibility: state.visibility,
            bucketId,
            desc: listState.query,
            ...(state.type !== undefined && { type: state.type }),
          }}
          view={state.view}
          addressOf={listState.addressOf}
          onMoving={moves.follow}
        />
      </ListScreen>
    </>
  );
  return (
    <Page wide title={texts.title} lead={texts.lead} actions={add}>
      <DropArea ref={area} enabled={mayWrite} uploads={uploads}>
        <MoveNotice moves={moves} />
        <Tabs
          label={texts.visibilityLabel}
          selected={state.visibility}
          onChange={(whose) =>
            listState.change({ whose: whose === "private" ? whose : "", bucket: "", from: "" })
          }
          items={(["public", "private"] satisfies Visibility[]).map((id) => ({
            id,
            label: texts.visibilities[id],
            content: id === state.visibility ? body : null,
          }))}
        />
      </DropArea>
      {listState.shown && (
        <EntryPanel
          key={listState.shown}
          id={listState.shown}
          onClose={listState.close}
          onEdit={(artifact) => setEditing({ artifact })}
        />
      )}
      {editing && <EntryDialog {...editing} buckets={buckets} onClose={() => setEditing(undefined)} />}
    </Page>
  );
}
