import { useState } from "react";
import { ApiError, call, request } from "#app/data/api.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import type { ListboxChoice } from "#app/components/ui/listbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { tryItTexts as texts } from "#texts/try-it.ts";
import { MAX_PHRASE_LENGTH } from "#workers/contract/endpoints/intents.ts";
import { addPhrases, listAllIntents } from "#workers/contract/endpoints/review.ts";

/** "Wrong?": adds the message to the training phrases of the intent that should have answered. */
export function Teach({ agentId, said, onTaught }: { agentId: string; said: string; onTaught: () => void }) {
  const [intents, setIntents] = useState<ListboxChoice<string>[]>();
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ text: string; failed?: true }>();

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setOutcome({ text: error.message, failed: true });
    } finally {
      setBusy(false);
    }
  };
  // Loaded at each opening, as intents may have been added since.
  const load = () =>
    attempt(async () => {
      const found = await call(listAllIntents, { params: { id: agentId } });
      setIntents(
        found.intents.map(({ id, name, storyName }) => ({ value: id, label: name, hint: storyName })),
      );
    });
  const add = () =>
    attempt(async () => {
      if (!chosen) return setOutcome({ text: texts.chooseFirst, failed: true });
      const { payload, message } = await request(addPhrases, {
        params: { id: agentId },
        body: { intentId: chosen, texts: [said] },
      });
      setOutcome({ text: message });
      if (payload.added > 0) onTaught();
    });

  if (said.length > MAX_PHRASE_LENGTH) return null;
  return (
    <details
      onToggle={(event) => {
        if (event.currentTarget.open) void load();
      }}
    >
      <summary className="min-h-6 cursor-pointer text-accent-ink">{texts.wrong}</summary>
      <div className="mt-2 flex items-end gap-2">
        <Field label={texts.chooseIntent} className="min-w-0 flex-1">
          <Combobox value={chosen} choices={intents ?? []} onChange={setChosen} />
        </Field>
        <Button busy={busy} onClick={() => void add()}>
          {texts.add}
        </Button>
      </div>
      <p role="status" className={outcome?.failed ? "mt-1 text-danger-ink" : "mt-1"}>
        {outcome?.text}
      </p>
    </details>
  );
}
