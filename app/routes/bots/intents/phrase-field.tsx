import { Check, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { intentsTexts as texts } from "#texts/intents.ts";
import { uiTexts } from "#texts/ui.ts";

/** A phrase while it is edited in its row: Enter replaces it, Escape leaves it as it was. The focus goes back to the row. */
export function PhraseField({
  typed,
  onTyped,
  onReplace,
  onStop,
  row,
}: {
  typed: string;
  onTyped: (text: string) => void;
  /** Why it cannot be replaced by that, or nothing. */
  onReplace: () => string;
  onStop: () => void;
  row: RefObject<HTMLElement | null>;
}) {
  const [error, setError] = useState("");
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = field.current?.querySelector("textarea");
    box?.focus();
    box?.setSelectionRange(box.value.length, box.value.length);
  }, []);
  const stop = () => {
    row.current?.focus();
    onStop();
  };
  const replace = () => {
    const problem = onReplace();
    setError(problem);
    if (problem === "") row.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, Enter ends it.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") replace();
    else if (event.key === "Escape") stop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={field} className="flex min-w-0 flex-1 basis-40 items-start gap-1 py-1">
      <Field label={texts.editPhrase} labelHidden error={error} className="min-w-0 flex-1">
        <Textarea
          rows={1}
          value={typed}
          onChange={({ target }) => {
            onTyped(target.value);
            setError("");
          }}
          onKeyDown={onKeyDown}
          className="min-h-8! pointer-coarse:min-h-11! resize-none py-1!"
        />
      </Field>
      <IconButton size="sm" label={texts.replacePhrase} icon={<Check aria-hidden />} onClick={replace} />
      <IconButton size="sm" label={uiTexts.cancel} icon={<X aria-hidden />} onClick={stop} />
    </div>
  );
}
