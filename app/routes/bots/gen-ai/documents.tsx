import { FileText, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { useDropzone } from "react-dropzone";
import { call, messageOf, upload } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { genAiTexts as texts } from "#texts/gen-ai.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  deleteDocuments,
  getKnowledge,
  uploadDocuments,
  type Knowledge,
} from "#workers/contract/endpoints/knowledge.ts";
import { SourceState } from "./source-state.tsx";

/** The PDFs of the knowledge base: dropped or chosen, then uploaded one by one with progress. */
export function Documents({
  id,
  agentId,
  knowledge,
  error,
}: {
  /** Of the control that the form's summary leads to. */
  id: string;
  agentId: string;
  knowledge: Knowledge;
  error: string | undefined;
}) {
  const toast = useToast();
  const confirm = useConfirm();
  const reload = () => invalidate(getKnowledge, { params: { id: agentId } });
  const [sending, setSending] = useState<{ name: string; share: number }>();
  const [failures, setFailures] = useState<string[]>([]);
  const documents = knowledge.sources.filter(({ kind }) => kind === "document");

  const send = async (files: File[]) => {
    const failed: string[] = [];
    const done: string[] = [];
    for (const file of files) {
      setSending({ name: file.name, share: 0 });
      try {
        const { message } = await upload(uploadDocuments, {
          body: { agentId },
          files: [file],
          onProgress: (share) => setSending({ name: file.name, share }),
        });
        done.push(message);
      } catch (caught) {
        failed.push(messageOf(caught));
      }
    }
    setSending(undefined);
    setFailures(failed);
    if (failed.length > 0) toast.error(texts.selectionFailed);
    await reload();
    // Reported only once the list shows them, as they can be saved from then on.
    for (const message of done) toast.success(message);
  };
  const drop = useDropzone({
    accept: { "application/pdf": [".pdf"] },
    disabled: sending !== undefined,
    onDropAccepted: (files) => void send(files),
    onDropRejected: (rejected) => {
      setFailures(rejected.map(({ file }) => texts.pdfOnly(file.name)));
      toast.error(texts.selectionFailed);
    },
  });

  const remove = async (name: string, reading: boolean) => {
    // A document being parsed cannot be deleted.
    if (reading) return toast.warning(texts.deleteNotDone);
    const yes = await confirm({
      title: texts.removeFileQuestion,
      text: name,
      confirmLabel: uiTexts.delete,
      run: () => call(deleteDocuments, { body: { agentId, filenames: [name] } }),
    });
    if (!yes) return;
    toast.success(texts.fileRemoved);
    await reload();
  };

  return (
    <>
      <div
        {...drop.getRootProps({ role: "presentation" })}
        className={cx(
          "grid justify-items-center gap-2 rounded-lg border-2 border-dashed border-edge px-4 py-6 text-center",
          drop.isDragActive && "border-accent bg-accent-soft",
        )}
      >
        <input {...drop.getInputProps({ "aria-label": texts.drop, style: {}, className: "sr-only" })} />
        <Upload aria-hidden className="size-6 text-muted" />
        <button
          id={id}
          type="button"
          aria-describedby={error ? `${id}-error` : undefined}
          className="rounded font-medium text-accent-ink underline-offset-2 hover:underline"
          onClick={(event) => {
            event.stopPropagation();
            drop.open();
          }}
        >
          {texts.drop}
        </button>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-[0.8125rem] font-medium text-danger-ink">
          {error}
        </p>
      )}
      {sending && <Progress label={`${texts.uploading} ${sending.name}`} value={sending.share} />}
      {failures.length > 0 && (
        <Banner kind="error" live title={texts.selectionFailed}>
          <ul>
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </Banner>
      )}
      <ul className="grid gap-2">
        {documents.map((source) => (
          <li key={source.id} className="rounded-lg border border-line px-3 py-2">
            <div className="flex items-start gap-2">
              <FileText aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1 break-all">{source.name}</span>
              <IconButton
                size="sm"
                tone="danger"
                label={texts.removeFile(source.name)}
                icon={<Trash2 aria-hidden />}
                onClick={() => void remove(source.name, source.state === "reading")}
              />
            </div>
            <SourceState agentId={agentId} source={source} />
          </li>
        ))}
      </ul>
    </>
  );
}
