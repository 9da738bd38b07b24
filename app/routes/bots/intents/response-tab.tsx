import { Pencil, Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { intentsTexts } from "#texts/intents.ts";
import { builderTexts } from "#texts/builder.ts";
import { uiTexts } from "#texts/ui.ts";
import type { Draft } from "./intent-draft.ts";
import { ResponsePreview } from "./response-preview.tsx";

/** The single response of an intent: markdown above its preview, added with Ctrl+Enter; and whether a person goes on. */
export function ResponseTab({
  draft: { response, pendingResponse, handsOver = false },
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
    if (!(await confirm({ title: intentsTexts.deleteResponseQuestion, confirmLabel: uiTexts.delete })))
      return;
    change({ response: null });
    toast.success(intentsTexts.responseDeleted);
  };

  const written = response !== null;
  return (
    <section aria-labelledby="response-title" className="grid grid-cols-1 gap-2">
      <div className="flex min-h-8 items-center gap-1">
        <h2 id="response-title" className="flex-1 font-semibold">
          {texts.response}
        </h2>
        {written && (
          <>
            <IconButton
              size="sm"
              label={intentsTexts.editResponse}
              icon={<Pencil aria-hidden />}
              onClick={() => change({ response: null, pendingResponse: response })}
            />
            <IconButton
              size="sm"
              tone="danger"
              side="left"
              label={intentsTexts.deleteResponse}
              icon={<Trash2 aria-hidden />}
              onClick={() => void remove()}
            />
          </>
        )}
      </div>
      {!written && (
        <>
          <Field
            label={intentsTexts.responseText}
            labelHidden
            hint={intentsTexts.responseHint}
            hintHidden
            error={error}
          >
            <Textarea
              rows={4}
              maxLength={10_000}
              value={pendingResponse}
              placeholder={builderTexts.responsePlaceholder}
              onChange={(event) => {
                change({ pendingResponse: event.target.value });
                setError("");
              }}
              onKeyDown={onKeyDown}
            />
          </Field>
          <Button className="justify-self-end" size="sm" icon={<Plus aria-hidden />} onClick={add}>
            {intentsTexts.addResponse}
          </Button>
        </>
      )}
      <ResponsePreview text={response ?? pendingResponse} />
      <Checkbox
        label={intentsTexts.handsOver}
        hint={intentsTexts.handsOverHint}
        checked={handsOver}
        onChange={(ticked) => change({ handsOver: ticked })}
      />
    </section>
  );
}
