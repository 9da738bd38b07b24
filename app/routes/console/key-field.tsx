import { type KeyboardEvent, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { type CommandId, FIRST_KEY, isKey } from "#app/lib/commands.ts";
import { changeKey, keysStore } from "#app/lib/own-keys.ts";
import { shortcutsTexts as texts } from "#texts/shortcuts.ts";
import { uiTexts } from "#texts/ui.ts";

/**
 * Takes a command's new key. A text field, which gets what the keyboard writes: also from a keyboard on the screen, of a
 * sign that takes two keys, and through a screen reader.
 */
export function KeyField({
  id,
  shown,
  onDone,
}: {
  id: CommandId;
  /** Commands of this person's list: only from those can they take a key away themselves. */
  shown: ReadonlySet<CommandId>;
  onDone: (said?: string) => void;
}) {
  const [begun, setBegun] = useState("");
  const [wrong, setWrong] = useState("");
  const command = texts.commands[id];
  const take = (typed: string) => {
    const sign = [...typed].at(-1)?.toLowerCase() ?? "";
    const key = begun + sign;
    if (key === FIRST_KEY) {
      setWrong("");
      setBegun(`${FIRST_KEY} `);
      return;
    }
    setBegun("");
    if (!isKey(key)) return setWrong(texts.noSign);
    const others = (Object.entries(keysStore.get()) as [CommandId, string][])
      .filter(([of, its]) => its === key && of !== id)
      .map(([of]) => of);
    const other = others.find((each) => shown.has(each));
    if (other !== undefined) return setWrong(texts.taken(key, texts.commands[other]));
    // A command that is not for this person keeps no key from them.
    for (const hidden of others) changeKey(hidden, "");
    change(key);
  };
  const change = (key: string) => {
    changeKey(id, key);
    onDone(texts.changed(command, key || texts.none));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // It closes the field alone, not the list around it.
    event.preventDefault();
    onDone();
  };
  return (
    <>
      <Field
        label={texts.newKey(command)}
        labelHidden
        hint={begun ? texts.second(FIRST_KEY) : texts.hint(FIRST_KEY)}
        error={wrong || undefined}
        className="basis-full"
      >
        <TextInput
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={begun}
          onChange={({ target }) => take(target.value)}
          onKeyDown={onKeyDown}
          className="max-w-40"
        />
      </Field>
      <p role="status" className="sr-only">
        {wrong || (begun && texts.second(FIRST_KEY))}
      </p>
      <Button size="sm" onClick={() => change("")}>
        {texts.takeAway}
      </Button>
      <Button size="sm" onClick={() => onDone()}>
        {uiTexts.cancel}
      </Button>
    </>
  );
}
