import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";
import { whyTexts } from "#texts/why.ts";
import { branchesOf, type Found, pointer, screensOf, textOf } from "#workers/contract/wa-flows/flow-json.ts";
import { isFlowVersion, isThere, NEWEST_FLOW_VERSION } from "#workers/contract/wa-flows/versions.ts";
import { componentOf } from "#workers/contract/wa-flows/components.ts";
import { changeAt, renameAnswer } from "./edits.ts";
import { JsonField } from "./json-field.tsx";
import { PropertyField } from "./property-field.tsx";
import type { FlowControl } from "./use-flow.ts";

const WITHIN = ["components", "cases"];

/** Everything that belongs to one component, from the rules of the flow's version. */
export function ComponentInspector({
  control,
  found,
  onAddTo,
  onCopy,
  onRemove,
}: {
  control: FlowControl;
  found: Found;
  onAddTo: (list: string) => void;
  onCopy: () => void;
  onRemove: () => void;
}) {
  const { content } = control.value;
  const { component, type, path } = found;
  const known = componentOf(type);
  const version = isFlowVersion(content["version"]) ? content["version"] : NEWEST_FLOW_VERSION;
  const screens = screensOf(content).map(({ id }) => textOf(id));
  const errorOf = (part: string) =>
    control.problems.find(
      (each) =>
        each.path === pointer(path, part) ||
        each.path.startsWith(`${pointer(path, part)}/`) ||
        (each.path === path && each.sentence.includes(`“${part}”`)),
    )?.sentence;
  const set = (part: string, value: unknown) =>
    control.edit((now) => changeAt(now, pointer(path, part), () => value), `${path} ${part}`);
  if (!known)
    return (
      <JsonField
        label={type}
        rows={10}
        value={component}
        onChange={(value) => control.edit((now) => changeAt(now, path, () => value ?? {}), path)}
      />
    );
  const parts = Object.entries(known.properties).filter(
    ([part, { since, kind }]) =>
      !WITHIN.includes(kind) && part !== "name" && (isThere(since, version) || component[part] !== undefined),
  );
  return (
    <div className="grid gap-4">
      {parts.map(([part, property], at) => (
        <PropertyField
          key={part}
          {...(at === 0 && { id: "flow-first-field" })}
          {...{ part, property, screens }}
          value={component[part]}
          error={errorOf(part)}
          onChange={(value) => set(part, value)}
        />
      ))}
      {known.properties["name"] && (
        <NameField
          key={path}
          name={textOf(component["name"])}
          error={errorOf("name")}
          onRename={(name) => control.edit((now) => renameAnswer(now, path, name))}
        />
      )}
      <Branches control={control} found={found} onAddTo={onAddTo} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCopy}>{texts.copy}</Button>
        <Button tone="danger" onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </div>
  );
}

/** A name is taken when it is whole, and values that ask for it follow. */
function NameField({
  name,
  error,
  onRename,
}: {
  name: string;
  error: string | undefined;
  onRename: (name: string) => void;
}) {
  const [typed, setTyped] = useState(name);
  return (
    <Field label={texts.name} error={error}>
      <TextInput
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          if (typed.trim() !== "" && typed !== name) onRename(typed.trim());
        }}
      />
    </Field>
  );
}

function Branches({
  control,
  found: { component, type, path },
  onAddTo,
}: {
  control: FlowControl;
  found: Found;
  onAddTo: (list: string) => void;
}) {
  const [name, setName] = useState("");
  if (type !== "If" && type !== "Switch" && type !== "Form") return null;
  const lists =
    type === "If"
      ? [pointer(path, "then"), pointer(path, "else")]
      : branchesOf(component, path).map((branch) => branch.path);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {lists.map((list) => (
          <Button key={list} onClick={() => onAddTo(list)}>
            {texts.addTo(list.slice(list.lastIndexOf("/") + 1))}
          </Button>
        ))}
      </div>
      {type === "Switch" && (
        <div className="flex flex-wrap items-end gap-2">
          <Field label={texts.newCase} className="min-w-0 flex-1">
            <TextInput spellCheck={false} value={name} onChange={({ target }) => setName(target.value)} />
          </Field>
          <Button
            disabledReason={name.trim() === "" ? whyTexts.typeFirst : undefined}
            onClick={() => {
              control.edit((now) => changeAt(now, pointer(path, "cases", name.trim()), (old) => old ?? []));
              setName("");
            }}
          >
            {texts.addCase}
          </Button>
        </div>
      )}
    </div>
  );
}
