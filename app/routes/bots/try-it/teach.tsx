import { useState } from "react";
import { call, request } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import type { ListboxChoice } from "#app/components/ui/listbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { tryItTexts as texts } from "#texts/try-it.ts";
import { MAX_PHRASE_LENGTH } from "#workers/contract/endpoints/intents.ts";
import { addPhrases, listAllIntents } from "#workers/contract/endpoints/review.ts";
import { intentsChanged } from "../bot/intents-changed.ts";

/** "Wrong?": adds the message to the training phrases of the intent that should have answered. */
export function Teach({ agentId, said, onTaught }: { agentId: string; said: string; onTaught: () => void }) {
  const [intents, setIntents] = useState<ListboxChoice<string>[]>();
  const [chosen, setChosen] = useState<string | null>(null);
  const [added, setAdded] = useState("");
  const { busy, failure, setFailure, send } = useSend();

  // Loaded at each opening, as intents may have been added since.
  const load = () =>
    send(
      () => call(listAllIntents, { params: { id: agentId } }),
      (found) =>
        setIntents(
          found.intents.map(({ id, name, storyName }) => ({ value: id, label: name, hint: storyName })),
        ),
    );
  const add = () => {
    setAdded("");
    if (!chosen) return setFailure(texts.chooseFirst);
    void send(async () => {
      const body = { intentId: chosen, texts: [said] };
      const { payload, message } = await request(addPhrases, { params: { id: agentId }, body });
      setAdded(message);
      if (payload.added === 0) return;
      intentsChanged();
      onTaught();
    });
  };

  if (said.length > MAX_PHRASE_LENGTH) return null;
  return (
    <details
      onToggle={(event) => {
        if (event.currentTarget.open) void load();
      }}
    >
      <summary className="min-h-6 pointer-coarse:min-h-11 pointer-coarse:py-3 cursor-pointer text-accent-ink">
        {texts.wrong}
      </summary>
      <div className="mt-2 flex items-end gap-2">
        <Field label={texts.chooseIntent} className="min-w-0 flex-1">
          <Combobox value={chosen} choices={intents ?? []} onChange={setChosen} />
        </Field>
        <Button busy={busy} onClick={add}>
          {texts.add}
        </Button>
      </div>
      <p role="status" className={failure ? "mt-1 text-danger-ink" : "mt-1"}>
        {failure || added}
      </p>
    </details>
  );
}
