import { Pencil, Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Markdown } from "#app/components/markdown.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { uiTexts } from "#texts/ui.ts";
import type { Draft } from "./intent-draft.ts";

/** The single response of an intent: markdown beside its preview, added with Ctrl+Enter. */
export function ResponseTab({
  draft: { response, pendingResponse },
  change,
}: {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
}) {
  const [error, setError] = useState("");
  const confirm = useConfirm();
  const toast = useToast();

  const add = () => {
    if (pendingResponse.trim() === "") return setError(texts.responseEmpty);
    change({ response: pendingResponse.trim(), pendingResponse: "" });
    setError("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    add();
  };
  const remove = async () => {
    if (!(await confirm({ title: texts.deleteResponseQuestion, confirmLabel: uiTexts.delete }))) return;
    change({ response: null });
    toast.success(texts.responseDeleted);
  };

  if (response !== null) {
    return (
      <div className="flex items-start gap-2 rounded-lg border border-line bg-surface p-4">
        <div className="min-w-0 flex-1">
          <Markdown text={response} />
        </div>
        <IconButton
          size="sm"
          label={texts.editResponse}
          icon={<Pencil aria-hidden />}
          onClick={() => change({ response: null, pendingResponse: response })}
        />
        <IconButton
          size="sm"
          tone="danger"
          label={texts.deleteResponse}
          icon={<Trash2 aria-hidden />}
          onClick={() => void remove()}
        />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-3 @min-[48rem]:grid-cols-2">
      <div className="grid grid-cols-1 content-start gap-2">
        <Field label={texts.responseText} hint={texts.responseHint} error={error}>
          <Textarea
            rows={8}
            maxLength={10_000}
            value={pendingResponse}
            onChange={(event) => {
              change({ pendingResponse: event.target.value });
              setError("");
            }}
            onKeyDown={onKeyDown}
          />
        </Field>
        <Button className="justify-self-end" icon={<Plus aria-hidden />} onClick={add}>
          {texts.addResponse}
        </Button>
      </div>
      <section aria-label={texts.preview} className="min-w-0 rounded-lg border border-dashed border-edge p-4">
        <p className="mb-2 text-xs font-semibold text-muted uppercase">{texts.preview}</p>
        {pendingResponse.trim() ? (
          <Markdown text={pendingResponse} />
        ) : (
          <p className="text-muted">{texts.previewEmpty}</p>
        )}
      </section>
    </div>
  );
}
