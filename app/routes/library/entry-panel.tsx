import { useState } from "react";
import { Link } from "react-router";
import { download, messageOf, request } from "#app/data/api.ts";
import { saveFile } from "#app/data/save-file.ts";
import { useDriveFile } from "#app/data/use-drive-file.ts";
import { invalidate, patch, useQueryOf } from "#app/data/query.ts";
import { LocalMedium } from "#app/components/local-medium.tsx";
import { OutLink } from "#app/components/out-link.tsx";
import { BusyLine } from "#app/components/ui/busy-line.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { MarkIcon } from "#app/features/library/mark-icon.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { shortName } from "#app/lib/short-name.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import { uiTexts } from "#texts/ui.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import { getDriveFile } from "#workers/contract/endpoints/drive.ts";
import {
  type Artifact,
  deleteArtifact,
  getArtifact,
  listArtifacts,
  listBuckets,
} from "#workers/contract/endpoints/library.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

/** An entry beside the list: what it looks like, what uses it, and what can be done with it. */
export function EntryPanel({
  id,
  onClose,
  onEdit,
}: {
  id: string;
  onClose: () => void;
  onEdit: (artifact: Artifact) => void;
}) {
  const { answer, failure, reload, asking } = useQueryOf(getArtifact, { params: { id } });
  const confirm = useConfirm();
  const name = answer ? shortName(answer.artifact.data.name) : texts.preview;
  const remove = () =>
    void confirm({
      title: texts.removeTitle(name),
      text: texts.removeText,
      confirmLabel: uiTexts.delete,
      run: async () => {
        await request(deleteArtifact, { params: { id } });
        onClose();
        patch(listArtifacts, undefined, (now) => ({
          ...now,
          artifacts: now.artifacts.filter(({ _id }) => _id !== id),
        }));
        await Promise.all([invalidate(listArtifacts), invalidate(listBuckets)]);
      },
    });
  return (
    <SidePanel
      open
      onClose={onClose}
      title={name}
      footer={
        answer?.artifact.mayEdit && (
          <>
            <Button tone="danger" onClick={remove}>
              {uiTexts.delete}
            </Button>
            <Button onClick={() => onEdit(answer.artifact)}>{texts.change}</Button>
          </>
        )
      }
    >
      {answer ? (
        <Details {...answer} />
      ) : failure ? (
        <ErrorState
          text={failure.status === 404 ? texts.gone : failure.message}
          busy={asking}
          onRetry={reload}
        />
      ) : (
        <BusyLine />
      )}
    </SidePanel>
  );
}

function Details({ artifact, usedIn }: ReplyOf<typeof getArtifact>) {
  const { data, updatedBy, updatedAt, mayEdit, adminCreated } = artifact;
  return (
    <div className="grid gap-4">
      <p className="inline-flex items-center gap-1.5 text-muted">
        <MarkIcon mark={data.type} className="size-4" />
        {[texts.marks[data.type], data.fileId && formatBytes(data.bytes)].filter(Boolean).join(", ")}
      </p>
      <Content data={data} />
      {data.desc && <p className="[overflow-wrap:anywhere]">{data.desc}</p>}
      {data.fileId && <UsedIn {...usedIn} />}
      <p className="text-[0.8125rem] text-muted">{texts.madeBy(updatedBy, formatMoment(updatedAt))}</p>
      {!mayEdit && adminCreated && <p className="text-[0.8125rem] text-muted">{texts.adminOnly}</p>}
    </div>
  );
}

function Content({ data }: Pick<Artifact, "data">) {
  if (data.fileId) return <File key={data.fileId} data={data} />;
  if (data.type === "MSG") {
    return (
      <blockquote className="rounded-lg bg-sunken p-3 [overflow-wrap:anywhere] whitespace-pre-wrap">
        {data.text}
      </blockquote>
    );
  }
  if (data.type === "LOCATION") {
    return (
      <p className="[overflow-wrap:anywhere]">
        {[data.address, `${data.latitude}, ${data.longitude}`].filter(Boolean).join("\n")}
      </p>
    );
  }
  if (data.type === "URL") {
    return (
      <p className="[overflow-wrap:anywhere]">
        <OutLink href={data.url}>{data.url}</OutLink>
      </p>
    );
  }
  return null;
}

const PLAYED = { IMAGE: "image", VIDEO: "video", AUDIO: "audio" } as const;

/** A file's bytes need the token, so they are fetched and shown from here; a document is saved. */
function File({ data: { type, name, fileId } }: Pick<Artifact, "data">) {
  const kind = PLAYED[type as keyof typeof PLAYED] as (typeof PLAYED)[keyof typeof PLAYED] | undefined;
  const { blob, failure, again } = useDriveFile(kind ? fileId : null);
  const [notSaved, setNotSaved] = useState("");
  const save = async () => {
    setNotSaved("");
    try {
      const file = blob ?? (await download(getDriveFile, { params: { id: fileId } }));
      saveFile(file, name);
    } catch (error) {
      setNotSaved(messageOf(error));
    }
  };
  return (
    <div className="grid gap-3">
      {kind &&
        (blob ? (
          <LocalMedium file={blob} kind={kind} label={name} />
        ) : failure ? (
          <ErrorState text={texts.previewFailed} onRetry={again} />
        ) : (
          <BusyLine />
        ))}
      {!kind && <p className="text-muted">{texts.noPreview}</p>}
      <Button className="justify-self-start" onClick={() => void save()}>
        {texts.download}
      </Button>
      <Failure text={notSaved} />
    </div>
  );
}

function UsedIn({ templates, messages }: ReplyOf<typeof getArtifact>["usedIn"]) {
  return (
    <section aria-labelledby="used-in" className="grid gap-1">
      <h3 id="used-in" className="font-semibold">
        {texts.usedIn}
      </h3>
      {templates.length + messages === 0 && <p className="text-muted">{texts.usedNowhere}</p>}
      {templates.length > 0 && (
        <ul className="grid gap-1">
          {templates.map(({ id, name, language }) => (
            <li key={id}>
              <Link
                to={`/admin/messageTemplate/whatsapp/${id}`}
                className="rounded text-accent-ink [overflow-wrap:anywhere] hover:underline"
              >
                {name} ({language})
              </Link>
            </li>
          ))}
        </ul>
      )}
      {messages > 0 && <p>{texts.usedInMessages(messages)}</p>}
    </section>
  );
}
