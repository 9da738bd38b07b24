import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { intentsTexts } from "#texts/intents.ts";
import { uiTexts } from "#texts/ui.ts";
import { whyTexts } from "#texts/why.ts";
import type { Parameter } from "#workers/contract/endpoints/intents.ts";

const PROMPT_ID = "prompt-input";

/** The questions the bot asks, in this order, until it has the parameter. */
export function PromptsDialog({
  parameter,
  onClose,
  onDone,
}: {
  parameter: Parameter;
  onClose: () => void;
  onDone: (prompts: string[]) => void;
}) {
  const [prompts, setPrompts] = useState(parameter.prompts);
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [deleting, setDeleting] = useState<number>();
  /** Index of the prompt being edited: the text in the box replaces it. */
  const [editing, setEditing] = useState<number>();
  const withText = () => {
    const written = text.trim();
    if (written === "") return prompts;
    return editing === undefined ? [...prompts, written] : prompts.with(editing, written);
  };

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return setError(texts.promptEmpty);
    setPrompts(withText());
    write("");
  };
  const write = (next: string, at?: number) => {
    setText(next);
    setEditing(at);
    setError("");
  };
  const move = (from: number, to: number) => {
    setPrompts(prompts.with(from, prompts[to] ?? "").with(to, prompts[from] ?? ""));
    if (editing === from) setEditing(to);
    else if (editing === to) setEditing(from);
  };
  const done = () => {
    const all = withText();
    if (all.length === 0) return setError(texts.promptEmpty);
    onDone(all);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={intentsTexts.promptsOf(parameter.name)}
      description={intentsTexts.promptsHint}
      edited={text !== "" || JSON.stringify(prompts) !== JSON.stringify(parameter.prompts)}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button tone="primary" onClick={done}>
            {intentsTexts.done}
          </Button>
        </>
      }
    >
      <ol className="mb-3 grid grid-cols-1 gap-1">
        {prompts.map((prompt, at) => (
          <li
            key={`${at}:${prompt}`}
            className="flex flex-wrap items-center gap-1 rounded-md border border-line px-2 py-1"
          >
            <span className="min-w-0 flex-1 break-words">{prompt}</span>
            {deleting === at ? (
              <span role="alert" className="flex flex-wrap items-center gap-2">
                {intentsTexts.deleteQuestion}
                <Button size="sm" autoFocus onClick={() => setDeleting(undefined)}>
                  {uiTexts.cancel}
                </Button>
                <Button
                  size="sm"
                  tone="danger"
                  onClick={() => {
                    setPrompts(prompts.filter((_, index) => index !== at));
                    setDeleting(undefined);
                    write("");
                  }}
                >
                  {uiTexts.delete}
                </Button>
              </span>
            ) : (
              <>
                <IconButton
                  size="sm"
                  label={intentsTexts.editNamed(prompt)}
                  icon={<Pencil aria-hidden />}
                  onClick={() => {
                    write(prompt, at);
                    document.getElementById(PROMPT_ID)?.focus();
                  }}
                />
                <IconButton
                  size="sm"
                  label={intentsTexts.moveUp(prompt)}
                  icon={<ArrowUp aria-hidden />}
                  disabledReason={at === 0 ? whyTexts.first : undefined}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  size="sm"
                  label={intentsTexts.moveDown(prompt)}
                  icon={<ArrowDown aria-hidden />}
                  disabledReason={at === prompts.length - 1 ? whyTexts.last : undefined}
                  onClick={() => move(at, at + 1)}
                />
                <IconButton
                  size="sm"
                  tone="danger"
                  label={intentsTexts.deleteNamed(prompt)}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => setDeleting(at)}
                />
              </>
            )}
          </li>
        ))}
      </ol>
      <form onSubmit={add} noValidate className="flex items-start gap-2">
        <Field
          id={PROMPT_ID}
          label={editing === undefined ? intentsTexts.newPrompt : intentsTexts.editPrompt}
          error={error}
          className="flex-1"
        >
          <TextInput
            value={text}
            placeholder={prompts.length === 0 ? texts.promptExample(parameter.name) : undefined}
            maxLength={500}
            autoFocus
            onChange={(event) => {
              write(event.target.value, editing);
            }}
          />
        </Field>
        <Button type="submit" icon={<Plus aria-hidden />} className="mt-6">
          {editing === undefined ? intentsTexts.addPrompt : intentsTexts.replacePrompt}
        </Button>
      </form>
    </Dialog>
  );
}
