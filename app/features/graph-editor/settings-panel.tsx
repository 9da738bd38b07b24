import { Plus } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { graphEditorTexts } from "#texts/graph-editor.ts";
import type { Graph, GraphVariable } from "#workers/contract/automation/graph.ts";
import { graphLimits } from "#workers/contract/automation/limits.ts";
import { type Condition, NAME_TYPES } from "#workers/contract/expression.ts";
import type { AutomationDraft } from "#workers/contract/endpoints/automations.ts";
import { setErrorHandler, setVariables } from "./edits.ts";
import { ConditionField } from "./fields/condition-field.tsx";
import { Fieldset } from "./fields/fieldset.tsx";
import { setIn } from "./fields/paths.ts";
import { type Scope, ScopeProvider } from "./fields/scope.ts";
import { namesFor } from "./names.ts";
import { typedValue } from "./typed-value.ts";

const texts = graphEditorTexts.settings;

/** Settings of the whole graph: its variables, its exit rule, and where errors go. */
export function SettingsPanel({
  graph,
  contactFields,
  nodes,
  readOnly,
  change,
}: {
  graph: Graph;
  contactFields: AutomationDraft["contactFields"];
  nodes: readonly { value: string; label: string }[];
  readOnly: boolean;
  change: (edit: (graph: Graph) => Graph, gesture?: string) => void;
}) {
  const put = (at: number, next: Partial<GraphVariable>, gesture?: string) =>
    change(
      (now) =>
        setVariables(
          now,
          now.variables.map((each, place) => (place === at ? { ...each, ...next } : each)),
        ),
      gesture,
    );
  const scope: Scope = {
    nodeId: "graph",
    data: { exit: graph.exit },
    readOnly,
    names: namesFor(graph, contactFields),
    variables: graph.variables.map(({ name }) => name),
    contactFields,
    nodes: [],
    references: undefined,
    problemAt: () => undefined,
    set: (path, value, typing) =>
      change(
        (now) => {
          const { exit } = setIn({ exit: now.exit }, path, value) as { exit?: Condition };
          const { exit: _, ...rest } = now;
          return exit === undefined ? rest : { ...rest, exit };
        },
        typing ? path : undefined,
      ),
  };
  return (
    <div className="grid gap-5">
      <section aria-labelledby="graph-variables" className="grid gap-3">
        <h2 id="graph-variables" className="text-base font-semibold">
          {texts.variables}
        </h2>
        <p className="text-[0.8125rem] text-muted">{texts.variablesText}</p>
        {graph.variables.map(({ name, type, default: begins }, at) => (
          <Fieldset
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            legend={texts.variable(name)}
            {...(!readOnly && {
              onRemove: () => change((now) => setVariables(now, now.variables.toSpliced(at, 1))),
            })}
          >
            <Field label={texts.variableName}>
              <TextInput
                readOnly={readOnly}
                value={name}
                maxLength={64}
                onChange={(event) =>
                  put(at, { name: nameFrom(event.target.value, name) }, `variable:${at}:name`)
                }
              />
            </Field>
            <Field label={texts.variableType}>
              <Select
                disabled={readOnly}
                value={type}
                options={NAME_TYPES.map((each) => ({ value: each, label: texts.types[each] }))}
                onChange={(next) => put(at, { type: next })}
              />
            </Field>
            <Field label={texts.variableDefault}>
              <TextInput
                readOnly={readOnly}
                value={begins === undefined || begins === null ? "" : String(begins)}
                onChange={(event) =>
                  put(at, { default: typedValue(event.target.value, type) }, `variable:${at}:default`)
                }
              />
            </Field>
          </Fieldset>
        ))}
        {!readOnly && graph.variables.length < graphLimits.variables && (
          <div>
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              onClick={() =>
                change((now) => setVariables(now, [...now.variables, { name: freshName(now), type: "text" }]))
              }
            >
              {texts.addVariable}
            </Button>
          </div>
        )}
      </section>
      <ScopeProvider value={scope}>
        <ConditionField optional path="exit" label={texts.exit} />
      </ScopeProvider>
      <Field label={texts.errorHandler}>
        <Select
          disabled={readOnly}
          value={graph.errorHandler ?? ""}
          options={[{ value: "", label: texts.errorNone }, ...nodes]}
          onChange={(id) => change((now) => setErrorHandler(now, id || undefined))}
        />
      </Field>
    </div>
  );
}

/** A graph whose variable had no valid name could not be saved: what does not fit is not taken. */
const nameFrom = (typed: string, before: string): string => {
  const name = typed.replaceAll(/\s+/g, "_").replaceAll(/\W/g, "").replace(/^\d+/, "");
  return name === "" ? before : name;
};

function freshName({ variables }: Pick<Graph, "variables">): string {
  const taken = new Set(variables.map(({ name }) => name));
  let number = 1;
  while (taken.has(`value${number}`)) number += 1;
  return `value${number}`;
}
