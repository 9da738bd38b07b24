import { useState } from "react";
import { useDropzone } from "react-dropzone";
import { ApiError, call, upload } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { toast } from "#app/components/ui/toast-store.ts";
import { acceptOf, problemOf } from "#app/components/upload/file-rules.ts";
import { onlineStore } from "#app/lib/offline.ts";
import { shortName } from "#app/lib/short-name.ts";
import { useStore } from "#app/lib/store.ts";
import { useSession } from "#app/session/session.ts";
import { driveTexts } from "#texts/drive.ts";
import { libraryTexts } from "#texts/library.ts";
import { type DriveFile, uploadToDrive, validateMedia } from "#workers/contract/endpoints/drive.ts";
import {
  type Artifact,
  listArtifacts,
  listBuckets,
  PICKER_PAGE,
} from "#workers/contract/endpoints/library.ts";
import type { ArtifactMark } from "#workers/contract/library.ts";
import { wordsBelow } from "./entry-words.ts";
import { Thumb } from "./thumb.tsx";

const texts = libraryTexts.picker;
const SEARCH_MS = 300;
const MOST_LETTERS = 15;

/** The file of the drive that was picked. */
export type Picked = Pick<DriveFile, "id" | "name" | "mediaType" | "bytes">;
interface Props {
  open?: boolean;
  /** Which files fit; the channel's own rules are asked too. */
  mark: ArtifactMark;
  channelType: number;
  onClose: () => void;
  onPick: (file: Picked) => void;
}
type Where = "public" | "private" | "browse";

/** Picks an attachment: what is shared, one's own, or a file of this device where the enterprise has the library. */
export function MediaPickerWindow({ open = true, mark, channelType, onClose, onPick }: Props) {
  const { profile } = useSession();
  const [where, setWhere] = useState<Where>("public");
  const places: Where[] = ["public", "private", ...(profile.artifactsEnabled ? (["browse"] as const) : [])];
  const picking = { mark, channelType, onPick, onClose };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title}
      size="lg"
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <Tabs
        label={texts.tabsLabel}
        selected={where}
        onChange={(id) => setWhere(id as Where)}
        items={places.map((id) => ({
          id,
          label: texts.tabs[id],
          content:
            id !== where ? null : id === "browse" ? (
              <Browse {...picking} />
            ) : (
              <Find key={id} visibility={id} {...picking} />
            ),
        }))}
      />
    </Dialog>
  );
}

type Picking = Pick<Props, "mark" | "channelType" | "onPick" | "onClose">;

function Find({ visibility, ...picking }: Picking & { visibility: "public" | "private" }) {
  const [shown, setShown] = useState<"all" | "bucket">("all");
  const [bucketId, setBucketId] = useState("");
  const [desc, setDesc] = useState("");
  const isAtBuckets = shown === "bucket" && bucketId === "";
  const mediaType = picking.mark;
  const folders = useQueryOf(
    listBuckets,
    { query: { visibility, desc, mediaType } },
    { enabled: isAtBuckets },
  );
  const entries = useQueryOf(
    listArtifacts,
    { query: { visibility, desc, bucketId, mediaType, perPage: PICKER_PAGE } },
    { enabled: !isAtBuckets },
  );
  const listed = isAtBuckets ? folders.answer?.list : entries.answer?.artifacts;
  const more = !isAtBuckets && (entries.answer?.more ?? false);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchInput
          label={texts.search}
          value={desc}
          delay={SEARCH_MS}
          onSearch={setDesc}
          found={listed && { count: listed.length, more }}
          className="w-full max-w-xs"
        />
        <RadioGroup
          inline
          legendHidden
          legend={texts.switchLabel}
          value={shown}
          choices={[
            { value: "all", label: texts.all },
            { value: "bucket", label: texts.bucket },
          ]}
          onChange={(next) => {
            setShown(next);
            setBucketId("");
          }}
        />
        {shown === "bucket" && bucketId !== "" && (
          <Button size="sm" onClick={() => setBucketId("")}>
            {texts.backToBucket}
          </Button>
        )}
      </div>
      {isAtBuckets ? (
        <Folders {...{ visibility, desc }} mark={picking.mark} onOpen={setBucketId} />
      ) : (
        <Found key={`${desc} ${bucketId}`} query={{ visibility, desc, bucketId }} {...picking} />
      )}
    </div>
  );
}

/** Why a list is not there, in the specification's words; a list that is known stays. */
function NotThere({ failure, onRetry }: { failure: ApiError | undefined; onRetry: () => void }) {
  const online = useStore(onlineStore, true);
  if (!online) return <ErrorState text={texts.offline} onRetry={onRetry} />;
  if (!failure) return <BusyLine />;
  const text =
    failure.status === 401
      ? texts.expired
      : failure.status === 0
        ? texts.offline
        : failure.message || texts.failed;
  return <ErrorState text={text} onRetry={onRetry} />;
}

function Folders({
  visibility,
  desc,
  mark,
  onOpen,
}: {
  visibility: "public" | "private";
  desc: string;
  mark: ArtifactMark;
  onOpen: (id: string) => void;
}) {
  const { answer, failure, reload } = useQueryOf(listBuckets, {
    query: { visibility, desc, mediaType: mark },
  });
  if (!answer) return <NotThere failure={failure} onRetry={reload} />;
  if (answer.list.length === 0) return <EmptyState title={texts.none} />;
  return (
    <ul className="grid gap-1">
      {answer.list.map(({ id, name, items }) => (
        <li key={id}>
          <button
            type="button"
            title={name}
            onClick={() => onOpen(id)}
            className="flex w-full items-center justify-between gap-3 rounded-lg px-3 py-2 text-left hover:bg-hover"
          >
            <span className="min-w-0 font-medium">{shortName(name)}</span>
            <span className="text-[0.8125rem] text-muted">{libraryTexts.inBucket(items)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Entries of the fitting kind, a page more with each press. */
function Found({
  query,
  mark,
  onPick,
  onClose,
  channelType,
}: Picking & { query: { visibility: "public" | "private"; desc: string; bucketId: string } }) {
  const [pages, setPages] = useState(1);
  const [picking, setPicking] = useState("");
  const [failed, setFailed] = useState<{ id: string; text: string }>();
  const { answer, failure, reload, asking } = useQueryOf(
    listArtifacts,
    { query: { ...query, mediaType: mark, perPage: PICKER_PAGE * pages } },
    { keepsLast: true },
  );
  const pick = async ({ _id, data }: Artifact) => {
    setPicking(_id);
    setFailed(undefined);
    try {
      const { valid, reason } = await call(validateMedia, { query: { fileId: data.fileId, channelType } });
      if (!valid) return setFailed({ id: _id, text: reason });
      onPick({ id: data.fileId, name: data.name, mediaType: data.mediaType, bytes: data.bytes });
      onClose();
    } catch (error) {
      setFailed({ id: _id, text: error instanceof ApiError ? error.message : texts.failed });
    } finally {
      setPicking("");
    }
  };
  if (!answer) return <NotThere failure={failure} onRetry={reload} />;
  if (answer.artifacts.length === 0) return <EmptyState title={texts.none} />;
  return (
    <>
      <ul className="grid gap-1" aria-busy={asking}>
        {answer.artifacts.map((artifact) => (
          <li key={artifact._id}>
            <button
              type="button"
              title={artifact.data.name}
              aria-disabled={picking !== ""}
              onClick={() => picking === "" && void pick(artifact)}
              className="flex w-full items-center gap-3 rounded-lg p-2 text-left hover:bg-hover"
            >
              <Thumb data={artifact.data} className="size-12 shrink-0 rounded-md" />
              <span className="min-w-0">
                <span className="block font-medium">
                  <span className="sr-only">{artifact.data.name}</span>
                  <span aria-hidden>{shortName(artifact.data.name, MOST_LETTERS)}</span>
                </span>
                <span className="line-clamp-1 text-[0.8125rem] text-muted">{wordsBelow(artifact.data)}</span>
              </span>
            </button>
            {failed?.id === artifact._id && (
              <p role="alert" className="px-2 pb-2 text-[0.8125rem] text-danger-ink">
                {failed.text}
              </p>
            )}
          </li>
        ))}
      </ul>
      {answer.more ? (
        <Button className="justify-self-center" busy={asking} onClick={() => setPages(pages + 1)}>
          {texts.more}
        </Button>
      ) : (
        <p className="text-center text-muted">{texts.noMore}</p>
      )}
    </>
  );
}

/** A file of this device, for this message alone. A refusal is told and closes the dialog, as the specification says. */
function Browse({ onPick, onClose }: Picking) {
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState("");
  const send = async (file: File) => {
    const found = problemOf(file, "attachment");
    setProblem(found);
    if (found) return;
    setShare(0);
    try {
      const { payload } = await upload(uploadToDrive, {
        body: { use: "attachment" },
        files: [file],
        onProgress: setShare,
      });
      onPick(payload);
    } catch (error) {
      toast.error(error instanceof ApiError && error.status > 0 ? error.message : driveTexts.failed);
    } finally {
      onClose();
    }
  };
  const drop = useDropzone({
    accept: acceptOf("attachment"),
    multiple: false,
    noClick: true,
    disabled: share !== undefined,
    onDrop: (accepted, rejected) => {
      const file = accepted[0] ?? rejected[0]?.file;
      if (file) void send(file);
    },
  });
  return (
    <div
      {...drop.getRootProps({ role: "presentation", tabIndex: undefined })}
      className="grid justify-items-center gap-3 rounded-lg border-2 border-dashed border-edge px-4 py-10"
    >
      <input
        {...drop.getInputProps({ "aria-label": texts.browse, style: {}, className: "sr-only", tabIndex: -1 })}
      />
      {share === undefined ? (
        <Button onClick={drop.open}>{texts.browse}</Button>
      ) : (
        <Progress className="w-full max-w-sm" label={libraryTexts.uploading} value={share} />
      )}
      {problem && (
        <p role="alert" className="text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}
