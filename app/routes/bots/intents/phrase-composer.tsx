import { Plus } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { intentsTexts } from "#texts/intents.ts";
import { builderTexts } from "#texts/builder.ts";
import { type Draft, linesOf, withPhrases } from "./intent-draft.ts";

export const phraseInputId = "phrase-input";

/** The first row of the phrases, one per line: Enter and Ctrl+Enter add them. */
export function PhraseComposer({
  draft: { phrases, pendingPhrase },
  change,
  problem,
}: {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  problem: string | undefined;
}) {
  const [error, setError] = useState("");
  const toast = useToast();

  const write = () => {
    const lines = linesOf(pendingPhrase);
    if (lines.length === 0) return setError(texts.phrasesEmpty);
    if (lines.length > 1) return addMany(lines, { pendingPhrase: "" });
    const { phrases: next, repeated } = withPhrases(phrases, lines);
    if (repeated > 0) return setError(texts.duplicatePhrase);
    change({ phrases: next, pendingPhrase: "" });
    setError("");
  };

  const addMany = (lines: string[], also: Partial<Draft> = {}) => {
    const { phrases: next, repeated } = withPhrases(phrases, lines);
    change({ phrases: next, ...also });
    toast.info(intentsTexts.phrasesPasted(lines.length - repeated, repeated));
    setError("");
  };

  const paste = (event: ClipboardEvent) => {
    const lines = linesOf(event.clipboardData.getData("text"));
    if (lines.length < 2) return;
    event.preventDefault();
    addMany(lines);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Shift makes a line; while a word is being composed, Enter ends it.
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      write();
    }
  };

  return (
    <div className="flex items-start gap-1.5">
      <Field
        id={phraseInputId}
        label={intentsTexts.newPhrase}
        labelHidden
        hint={intentsTexts.phraseHint}
        hintHidden
        error={error || problem}
        className="min-w-0 flex-1"
      >
        <Textarea
          rows={1}
          value={pendingPhrase}
          placeholder={builderTexts.phrasePlaceholder}
          title={intentsTexts.phraseHint}
          onChange={(event) => {
            change({ pendingPhrase: event.target.value });
            setError("");
          }}
          onKeyDown={onKeyDown}
          onPaste={paste}
          className="min-h-9! pointer-coarse:min-h-11! resize-none py-1.5! pointer-coarse:py-2.5!"
        />
      </Field>
      <Button icon={<Plus aria-hidden />} aria-label={intentsTexts.addPhrase} onClick={write}>
        {intentsTexts.addPrompt}
      </Button>
    </div>
  );
}
