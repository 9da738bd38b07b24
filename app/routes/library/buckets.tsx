import { EllipsisVertical, FolderClosed, FolderPlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { shortName } from "#app/lib/short-name.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  type Bucket,
  deleteBucket,
  listArtifacts,
  listBuckets,
} from "#workers/contract/endpoints/library.ts";
import { BucketDialog, type BucketEditing } from "./bucket-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";

/** The bucket that one is in, with the way back, and the buckets in it. */
export function Buckets({
  buckets,
  bucketId,
  isPublic,
  mayWrite,
}: {
  buckets: readonly Bucket[];
  bucketId: string;
  isPublic: boolean;
  mayWrite: boolean;
}) {
  const [editing, setEditing] = useState<BucketEditing>();
  const [moving, setMoving] = useState<Bucket>();
  const here = buckets.find(({ id }) => id === bucketId);
  const parent = buckets.find(({ id }) => id === here?.parentId);
  const inside = buckets.filter(({ parentId }) => parentId === bucketId);
  return (
    <section aria-label={texts.buckets} className="mb-5 grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {bucketId && <Path parent={parent} name={here?.name ?? texts.bucketGone} />}
        {mayWrite && (
          <Button
            size="sm"
            icon={<FolderPlus aria-hidden />}
            onClick={() => setEditing({ parentId: bucketId, isPublic })}
          >
            {texts.newBucket}
          </Button>
        )}
      </div>
      {inside.length > 0 && (
        <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {inside.map((bucket) => (
            <Tile
              key={bucket.id}
              bucket={bucket}
              onRename={() => setEditing({ bucket })}
              onMove={() => setMoving(bucket)}
            />
          ))}
        </ul>
      )}
      {editing && <BucketDialog editing={editing} onClose={() => setEditing(undefined)} />}
      {moving && (
        <MoveDialog
          chosen={{ artifacts: [], buckets: [moving.id] }}
          from={moving.parentId}
          buckets={buckets}
          onClose={() => setMoving(undefined)}
        />
      )}
    </section>
  );
}

/** Where one is, and the way back. */
function Path({ parent, name }: { parent: Bucket | undefined; name: string }) {
  const address = useBucketAddress();
  return (
    <nav aria-label={texts.path} className="flex min-w-0 flex-wrap items-center gap-2">
      <Link
        to={address(parent?.id ?? "")}
        className="finger inline-flex min-h-6 items-center rounded text-accent-ink hover:underline"
      >
        {texts.backTo(parent?.name ?? texts.top)}
      </Link>
      <h2 className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</h2>
    </nav>
  );
}

function Tile({
  bucket: { id, name, items, mayEdit },
  onRename,
  onMove,
}: {
  bucket: Bucket;
  onRename: () => void;
  onMove: () => void;
}) {
  const address = useBucketAddress();
  const confirm = useConfirm();
  const remove = () =>
    void confirm({
      title: texts.removeTitle(name),
      text: texts.removeBucketText,
      confirmLabel: uiTexts.delete,
      run: async () => {
        await request(deleteBucket, { params: { id } });
        await Promise.all([invalidate(listBuckets), invalidate(listArtifacts)]);
      },
    });
  return (
    <li className="relative flex items-center gap-3 rounded-xl border border-line bg-surface p-3 shadow-card hover:border-edge">
      <FolderClosed aria-hidden className="size-5 shrink-0 text-accent-ink" />
      <span className="min-w-0 flex-1">
        <Link
          to={address(id)}
          title={name}
          className="block truncate font-medium after:absolute after:inset-0 after:rounded-xl hover:underline"
        >
          {shortName(name)}
        </Link>
        <span className="text-[0.8125rem] text-muted">{texts.inBucket(items)}</span>
      </span>
      {mayEdit && (
        <span className="relative z-10">
          <Menu
            button={
              <IconButton
                size="sm"
                label={texts.bucketActions(name)}
                icon={<EllipsisVertical aria-hidden />}
              />
            }
            entries={[
              { label: texts.rename, onSelect: onRename },
              { label: texts.move, onSelect: onMove },
              { label: uiTexts.delete, tone: "danger", onSelect: remove },
            ]}
          />
        </span>
      )}
    </li>
  );
}

/** The address of a bucket in what is shown now; '' leads to the top. */
function useBucketAddress() {
  const { addressWith } = useListState();
  return (bucket: string) => addressWith({ bucket, from: "", entry: "" });
}
