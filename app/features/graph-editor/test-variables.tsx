import { type FormEvent, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { automationTryTexts } from "#texts/automation-try.ts";
import type { Graph, GraphVariable } from "#workers/contract/automation/graph.ts";
import { typedValue } from "./typed-value.ts";

const texts = automationTryTexts.panel;

/** The variables of a test, as they are now; each can be set by hand. */
export function Variables({
  graph,
  vars,
  busy,
  onSet,
}: {
  graph: Pick<Graph, "variables">;
  vars: Readonly<Record<string, unknown>>;
  busy: boolean;
  /** Undefined once the test is over. */
  onSet: ((name: string, value: Exclude<GraphVariable["default"], undefined>) => void) | undefined;
}) {
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const set = Object.entries(vars).filter(([, value]) => value !== null);
  const chosen = graph.variables.find((each) => each.name === name) ?? graph.variables[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || busy) return;
    onSet?.(chosen.name, typedValue(text, chosen.type) ?? null);
    setText("");
  };
  return (
    <section aria-labelledby="test-variables" className="grid gap-2">
      <h2 id="test-variables" className="font-semibold">
        {texts.variables}
      </h2>
      {set.length === 0 ? (
        <p className="text-[0.8125rem] text-muted">{texts.noVariables}</p>
      ) : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-[0.8125rem]">
          {set.map(([each, value]) => (
            <div key={each} className="contents">
              <dt className="font-medium">{each}</dt>
              <dd className="[overflow-wrap:anywhere]">
                {typeof value === "string" ? value : JSON.stringify(value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {onSet && chosen && (
        <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
          <Field label={texts.variable} className="min-w-32 flex-1">
            <Select
              value={chosen.name}
              options={graph.variables.map((each) => ({ value: each.name, label: each.name }))}
              onChange={setName}
            />
          </Field>
          <Field label={texts.variableValue} className="min-w-32 flex-1">
            <TextInput maxLength={640} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          <Button type="submit">{texts.set}</Button>
        </form>
      )}
    </section>
  );
}
