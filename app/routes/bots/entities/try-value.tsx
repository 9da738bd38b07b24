import { type FormEvent, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import { errorsTexts } from "#texts/errors.ts";
import { tryEntityValue } from "#workers/contract/endpoints/entities.ts";
import type { Row } from "./entity-draft.ts";

/** Tries an unsaved value on a line of text: the server returns its matches. */
export function TryValue({
  agentId,
  row: { value, type, synonyms, pattern },
}: {
  agentId: string;
  row: Row;
}) {
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<string[]>();
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);

  const ask = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const asked = text.trim();
    if (busy || asked === "") return;
    setBusy(true);
    setError("");
    try {
      const { matches } = await call(tryEntityValue, {
        params: { id: agentId },
        body: { value: { value, type, synonyms, pattern }, text: asked },
      });
      setAnswer(matches.map((match) => texts.tryFound(asked.slice(match.start, match.end), match.value)));
    } catch (failure) {
      setAnswer(undefined);
      setError(failure instanceof ApiError ? failure.message : errorsTexts.internal);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void ask(event)} noValidate className="mt-3 border-t border-line pt-3">
      <div className="flex items-end gap-2">
        <Field label={texts.tryLabel} className="min-w-0 flex-1">
          <TextInput
            value={text}
            maxLength={1_000}
            onChange={(event) => {
              setText(event.target.value);
              setAnswer(undefined);
              setError("");
            }}
          />
        </Field>
        <Button type="submit" busy={busy}>
          {texts.trySubmit}
        </Button>
      </div>
      <div role="status" className="mt-1 text-[0.8125rem]">
        {error && <p className="font-medium text-danger-ink">{error}</p>}
        {answer?.length === 0 && <p className="text-muted">{texts.tryNothing}</p>}
        {answer?.map((each, at) => (
          <p key={at} className="break-words">
            {each}
          </p>
        ))}
      </div>
    </form>
  );
}
