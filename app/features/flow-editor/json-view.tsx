import { useState } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { flowDesignerTexts } from "#texts/flow-designer.ts";
import { uiTexts } from "#texts/ui.ts";
import { isJson } from "#workers/contract/wa-flows/flow-json.ts";
import type { FlowControl } from "./use-flow.ts";

const texts = flowDesignerTexts.json;

/** The flow as Meta takes it, to be read, changed and pasted. */
export function JsonView({ control, readOnly }: { control: FlowControl; readOnly: boolean }) {
  const [typed, setTyped] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isApplied, setApplied] = useState(false);
  const shown = typed ?? JSON.stringify(control.value.content, null, 2);
  const apply = () => {
    try {
      const read: unknown = JSON.parse(shown);
      if (!isJson(read)) return setFailure(texts.notObject);
      control.edit(() => read);
      setTyped(undefined);
      setFailure(undefined);
      return setApplied(true);
    } catch (error) {
      setApplied(false);
      return setFailure(texts.wrong(lineOf(shown, error), error instanceof Error ? error.message : ""));
    }
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {isApplied && (
        <Banner kind="success" live>
          {texts.applied}
        </Banner>
      )}
      <Field label={texts.label} hint={readOnly ? undefined : texts.hint} error={failure}>
        <Textarea
          rows={24}
          spellCheck={false}
          readOnly={readOnly}
          className="font-mono text-[0.8125rem]"
          value={shown}
          onChange={({ target }) => {
            setTyped(target.value);
            setApplied(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || readOnly) return;
            event.preventDefault();
            apply();
          }}
        />
      </Field>
      {!readOnly && (
        <div>
          <Button
            type="submit"
            tone="primary"
            disabledReason={typed === undefined ? uiTexts.unchanged : undefined}
          >
            {texts.apply}
          </Button>
        </div>
      )}
    </form>
  );
}

/** The line of a parse error: engines say a line or a place, or the text that they stumbled over. */
function lineOf(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : "";
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const place = /position (\d+)/.exec(message)?.[1];
  return text.slice(0, place === undefined ? text.length : Number(place)).split("\n").length;
}
