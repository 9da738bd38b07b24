import { type FormEvent, useState } from "react";
import { call } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { entityListTexts as texts } from "#texts/entity-list.ts";
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
  const { busy, failure, setFailure, send } = useSend();

  const ask = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const asked = text.trim();
    if (busy || asked === "") return;
    setAnswer(undefined);
    const body = { value: { value, type, synonyms, pattern }, text: asked };
    void send(
      () => call(tryEntityValue, { params: { id: agentId }, body }),
      ({ matches }) =>
        setAnswer(matches.map((match) => texts.tryFound(asked.slice(match.start, match.end), match.value))),
    );
  };

  return (
    <form onSubmit={ask} noValidate className="mt-3 border-t border-line pt-3">
      <div className="flex items-end gap-2">
        <Field label={texts.tryLabel} className="min-w-0 flex-1">
          <TextInput
            value={text}
            maxLength={1_000}
            onChange={(event) => {
              setText(event.target.value);
              setAnswer(undefined);
              setFailure("");
            }}
          />
        </Field>
        <Button type="submit" busy={busy}>
          {texts.trySubmit}
        </Button>
      </div>
      <div role="status" className="mt-1 text-[0.8125rem]">
        {failure && <p className="font-medium text-danger-ink">{failure}</p>}
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
