import { ArrowLeft, ArrowRight } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";
import { whyTexts } from "#texts/why.ts";
import { pointer, screensOf, textOf } from "#workers/contract/wa-flows/flow-json.ts";
import { changeAt, moveScreen, removeScreen, renameScreen } from "./edits.ts";
import { JsonField } from "./json-field.tsx";
import type { FlowControl } from "./use-flow.ts";

/** Everything that belongs to a screen but its components. */
export function ScreenInspector({
  control,
  at,
  onGo,
}: {
  control: FlowControl;
  at: number;
  onGo: (at: number) => void;
}) {
  const { content } = control.value;
  const screens = screensOf(content);
  const screen = screens[at] ?? {};
  const path = pointer("/screens", at);
  const errorOf = (part: string) =>
    control.problems.find(
      (each) => each.path === pointer(path, part) || each.path.startsWith(`${pointer(path, part)}/`),
    )?.sentence;
  const set = (part: string, value: unknown) =>
    control.edit((now) => changeAt(now, pointer(path, part), () => value), `${path} ${part}`);
  const [told, setTold] = useState("");
  const move = (to: number) => {
    control.edit((now) => moveScreen(now, at, to));
    setTold(texts.screenMoved(textOf(screen["id"]), to + 1, screens.length));
    onGo(to);
  };
  return (
    <div className="grid gap-4">
      <Field id="flow-screen-title" label={texts.screenTitle} error={errorOf("title")}>
        <TextInput value={textOf(screen["title"])} onChange={({ target }) => set("title", target.value)} />
      </Field>
      <IdField
        key={`${at} ${textOf(screen["id"])}`}
        id={textOf(screen["id"])}
        taken={screens.filter((_, place) => place !== at).map(({ id }) => textOf(id))}
        error={errorOf("id")}
        onRename={(id) => control.edit((now) => renameScreen(now, at, id))}
      />
      <Checkbox
        label={texts.terminal}
        checked={screen["terminal"] === true}
        onChange={(on) =>
          control.edit((now) => {
            const ended = changeAt(now, pointer(path, "terminal"), () => (on ? true : undefined));
            return on ? ended : changeAt(ended, pointer(path, "success"), () => undefined);
          })
        }
      />
      <JsonField
        key={`data ${at}`}
        label={texts.screenData}
        hint={texts.screenDataHint}
        value={screen["data"]}
        error={errorOf("data")}
        onChange={(value) => set("data", value)}
      />
      <div className="flex flex-wrap gap-2">
        <IconButton
          label={texts.earlier}
          icon={<ArrowLeft aria-hidden />}
          disabledReason={at === 0 ? whyTexts.first : undefined}
          onClick={() => move(at - 1)}
        />
        <IconButton
          label={texts.later}
          icon={<ArrowRight aria-hidden />}
          disabledReason={at >= screens.length - 1 ? whyTexts.last : undefined}
          onClick={() => move(at + 1)}
        />
        <Button
          tone="danger"
          disabledReason={screens.length <= 1 ? whyTexts.only : undefined}
          onClick={() => {
            control.edit((now) => removeScreen(now, at));
            onGo(Math.max(0, at - 1));
          }}
        >
          {texts.removeScreen}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {told}
      </p>
    </div>
  );
}

function IdField({
  id,
  taken,
  error,
  onRename,
}: {
  id: string;
  taken: readonly string[];
  error: string | undefined;
  onRename: (id: string) => void;
}) {
  const [typed, setTyped] = useState(id);
  const wrong = !/^[A-Za-z_]+$/.test(typed)
    ? texts.screenIdWrong
    : taken.includes(typed)
      ? texts.screenIdTaken
      : undefined;
  return (
    <Field label={texts.screenId} hint={texts.screenIdHint} error={wrong ?? error}>
      <TextInput
        maxLength={80}
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          if (wrong === undefined && typed !== id) onRename(typed);
        }}
      />
    </Field>
  );
}
