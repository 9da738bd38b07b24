import { LibraryBig, Share2, Store } from "lucide-react";
import { useState } from "react";
import { request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListEntries } from "#app/kit/list-screen.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { useSearch } from "#app/kit/use-search.ts";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { useCan } from "#app/session/session.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import {
  listPackages,
  listShelf,
  removeFromShelf,
  type PackageEntry,
  type ShelfEntry,
  type Source,
} from "#workers/contract/endpoints/marketplace.ts";
import { MAKERS, type PackageKind, packageKinds } from "#workers/contract/marketplace/kinds.ts";
import type { Route } from "./+types/marketplace.ts";
import { PackageCard, ShelfCard } from "./cards.tsx";
import { Filters } from "./filters.tsx";
import { AGAIN, type Chosen, packagesLike, placeIn, shelvedLike } from "./place.ts";

const LookInside = lazily(
  () => import("./look-inside.tsx"),
  (module) => module.LookInside,
);
const InstallDialog = lazily(
  () => import("./install-dialog.tsx"),
  (module) => module.InstallDialog,
);
const ShareDialog = lazily(
  () => import("./share-dialog.tsx"),
  (module) => module.ShareDialog,
);

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

export const clientLoader = prefetched(async () => {
  const [packages, shelf] = await Promise.all([load(listPackages), load(listShelf)]);
  return { packages, shelf };
});

const chosenOf = (from: Source, { name, kind }: PackageEntry | ShelfEntry): Chosen => ({ from, name, kind });

/** Packages of the build, and what colleagues have put on the shelf; the filters are in the address. */
export default function Marketplace({ loaderData }: Route.ComponentProps) {
  const listState = useListState();
  const [search] = useSearch();
  const place = placeIn(search);
  const can = useCan();
  const [open, setOpen] = useState<{ what: "look" | "install"; chosen: Chosen }>();
  const mayMake = (kind: PackageKind) => can(MAKERS[kind]);
  const wanted = search.get("share") ?? "";
  const sharing = wanted !== "";
  const acts = (chosen: Chosen) => ({
    onOpen: () => setOpen({ what: "look", chosen }),
    onInstall: mayMake(chosen.kind) ? () => setOpen({ what: "install", chosen }) : undefined,
  });
  const filters = <Filters place={place} query={listState.query} onChange={listState.change} />;
  const share = packageKinds.some(mayMake) && (
    <Button icon={<Share2 aria-hidden />} onClick={() => listState.change({ tab: "shelf", share: "new" })}>
      {texts.share}
    </Button>
  );
  return (
    <Page {...{ title, lead }} actions={share} wide>
      <Tabs
        label={texts.tabs}
        selected={place.tab}
        onChange={(tab) => listState.change({ tab: tab === "ready" ? "" : tab, category: "", language: "" })}
        items={[
          {
            id: "ready",
            label: texts.ready,
            content: place.tab === "ready" && (
              <>
                {filters}
                <Ready loaded={loaderData.packages} {...{ place, acts }} query={listState.query} />
              </>
            ),
          },
          {
            id: "shelf",
            label: texts.shelf,
            content: place.tab === "shelf" && (
              <>
                {filters}
                <Shelf
                  loaded={loaderData.shelf}
                  {...{ place, acts, mayMake, share }}
                  onShare={(id) => listState.change({ tab: "shelf", share: `${AGAIN} ${id}` })}
                  query={listState.query}
                />
              </>
            ),
          },
        ]}
      />
      {open?.what === "look" && (
        <LookInside
          chosen={open.chosen}
          onInstall={
            mayMake(open.chosen.kind) ? () => setOpen({ what: "install", chosen: open.chosen }) : undefined
          }
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === "install" && <InstallDialog chosen={open.chosen} onClose={() => setOpen(undefined)} />}
      {sharing && (
        <Sharing loaded={loaderData.shelf} wanted={wanted} onClose={() => listState.change({ share: "" })} />
      )}
    </Page>
  );
}

function Sharing({ loaded, ...rest }: { loaded: Loading["shelf"]; wanted: string; onClose: () => void }) {
  return <ShareDialog {...rest} shelf={useLoaded(loaded).answer.things} />;
}

type Loading = Route.ComponentProps["loaderData"];
interface Shown {
  place: ReturnType<typeof placeIn>;
  query: string;
  acts: (chosen: Chosen) => { onOpen: () => void; onInstall: (() => void) | undefined };
}
const GRID = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4";
const noMatch = { icon: <Store />, title: texts.noMatch, text: texts.noMatchText };

function Ready({ loaded, place, query, acts }: Shown & { loaded: Loading["packages"] }) {
  const list = useLoaded(loaded);
  const { packages, refused } = list.answer;
  const shown = packagesLike(packages, place, query);
  return (
    <>
      {refused.length > 0 && (
        <Banner kind="warning" title={texts.refused(refused.length)} className="mb-4">
          <ul>
            {refused.map(({ id, name, reason }) => (
              <li key={id}>
                <bdi className="font-medium">{name}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <p role="status" className="mb-3 text-muted">
        {texts.shown(shown.length)}
      </p>
      <ListEntries
        list={list}
        count={shown.length}
        empty={packages.length === 0 ? { icon: <Store />, title: texts.none, text: texts.noneText } : noMatch}
      >
        <ul data-rows className={GRID}>
          {shown.map((entry) => (
            <PackageCard key={entry.id} entry={entry} {...acts(chosenOf({ package: entry.id }, entry))} />
          ))}
        </ul>
      </ListEntries>
    </>
  );
}

function Shelf({
  loaded,
  place,
  query,
  acts,
  mayMake,
  share,
  onShare,
}: Shown & {
  loaded: Loading["shelf"];
  mayMake: (kind: PackageKind) => boolean;
  share: React.ReactNode;
  onShare: (id: string) => void;
}) {
  const list = useLoaded(loaded);
  const confirm = useConfirm();
  const { things } = list.answer;
  const shown = shelvedLike(things, place, query);
  const remove = ({ id, name }: ShelfEntry) =>
    void confirm({
      title: texts.removeTitle(name),
      text: texts.removeText,
      confirmLabel: texts.remove,
      run: async () => {
        await request(removeFromShelf, { params: { id } });
        await invalidate(listShelf);
      },
    });
  return (
    <>
      <p role="status" className="mb-3 text-muted">
        {texts.shelved(shown.length)}
      </p>
      <ListEntries
        list={list}
        count={shown.length}
        empty={
          things.length === 0
            ? { icon: <LibraryBig />, title: texts.shelfEmpty, text: texts.shelfEmptyText, action: share }
            : noMatch
        }
      >
        <ul data-rows className={GRID}>
          {shown.map((entry) => (
            <ShelfCard
              key={entry.id}
              entry={entry}
              {...acts(chosenOf({ shelf: entry.id }, entry))}
              onShare={mayMake(entry.kind) ? () => onShare(entry.id) : undefined}
              onRemove={mayMake(entry.kind) ? () => remove(entry) : undefined}
            />
          ))}
        </ul>
      </ListEntries>
    </>
  );
}
