import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { Listbox } from "#app/components/ui/listbox.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { intentsTexts as texts } from "#texts/intents.ts";
import { builderTexts } from "#texts/builder.ts";
import { entityListTexts } from "#texts/entity-list.ts";
import { uiTexts } from "#texts/ui.ts";
import { entityTypes, type Entity } from "#workers/contract/endpoints/entities.ts";
import type { Parameter } from "#workers/contract/endpoints/intents.ts";
import { withParameter } from "./intent-draft.ts";
import { EntityDot } from "./entity-dot.tsx";
import { EntityLink } from "./entity-link.tsx";

const PromptsDialog = lazily(
  () => import("./prompts-dialog.tsx"),
  (module) => module.PromptsDialog,
);

/** Six columns in one line need room that is rarely there: without it, each row takes two lines of three cells. */
const rowClass =
  "grid grid-cols-[7rem_minmax(0,1fr)_5.5rem] items-start @2xl:table-row [&>*]:block @2xl:[&>*]:table-cell";

/** The parameters the bot must collect before it can answer, each with its prompts. */
export function ParametersPanel({
  agentId,
  beside,
  parameters,
  entities,
  problems,
  bindingsOf,
  onChange,
  onRemove,
}: {
  agentId: string;
  /** True when there is room for a separate panel. */
  beside: boolean;
  parameters: Parameter[];
  entities: Entity[];
  problems: Record<string, string>;
  /** Returns how many times an entity is bound in the phrases. */
  bindingsOf: (entityId: string) => number;
  onChange: (parameters: Parameter[]) => void;
  /** Removes the parameter and all bindings of its entity. */
  onRemove: (entityId: string) => void;
}) {
  const [asking, setAsking] = useState<number>();
  const confirm = useConfirm();
  const asked = asking === undefined ? undefined : parameters[asking];
  const set = (at: number, change: Partial<Parameter>) =>
    onChange(parameters.map((each, index) => (index === at ? { ...each, ...change } : each)));
  const unused = entities.filter(({ id }) => !parameters.some((parameter) => parameter.id === id));

  const remove = async ({ id, name }: Parameter) => {
    const yes = await confirm({
      title: texts.deleteEntityQuestion,
      text: texts.deleteParameterText(name, bindingsOf(id)),
      confirmLabel: uiTexts.delete,
    });
    if (yes) onRemove(id);
  };

  const add = unused.length > 0 && (
    <Listbox
      aria-label={texts.addParameter}
      value={null}
      placeholder={texts.addParameter}
      className="max-w-48"
      choices={unused.map(({ id, name, type }) => ({
        value: id,
        label: name,
        icon: <EntityDot known={entities} id={id} />,
        ...(type === entityTypes.system && { hint: entityListTexts.systemHintShort }),
      }))}
      onChange={(chosen) => {
        const entity = entities.find(({ id }) => id === chosen);
        if (entity) onChange(withParameter(parameters, entity));
      }}
    />
  );
  const content = (
    <>
      {parameters.length === 0 ? (
        <p className="text-muted">{texts.noParameters}</p>
      ) : (
        <div className="@container">
          <table aria-label={texts.parametersTable} className="w-full text-left">
            <thead>
              <tr className={cx("border-b border-line text-xs text-muted", rowClass)}>
                {[
                  texts.required,
                  texts.parameterName,
                  texts.entity,
                  texts.prompts,
                  texts.value,
                  texts.option,
                ].map((head) => (
                  <th key={head} scope="col" className="px-1 py-1 font-medium">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {parameters.map((parameter, at) => {
                const problem = Object.entries(problems).find(([field]) =>
                  field.startsWith(`entities.${at}.`),
                )?.[1];
                return (
                  <tr key={parameter.id} className={cx("border-b border-line py-1 align-top", rowClass)}>
                    <td className="px-1 py-2">
                      <Checkbox
                        labelHidden
                        label={texts.requiredNamed(parameter.name)}
                        checked={parameter.required}
                        onChange={(required) => set(at, { required })}
                      />
                    </td>
                    <td className="min-w-0 px-1 py-1">
                      <TextInput
                        id={`parameter-${at}`}
                        aria-label={texts.parameterName}
                        aria-invalid={problem ? true : undefined}
                        aria-describedby={problem ? `parameter-${at}-problem` : undefined}
                        value={parameter.name}
                        onChange={(event) => set(at, { name: event.target.value })}
                      />
                      {problem && (
                        <p id={`parameter-${at}-problem`} className="mt-1 text-[0.8125rem] text-danger-ink">
                          {problem}
                        </p>
                      )}
                    </td>
                    <td className="max-w-40 min-w-0 px-1 py-2">
                      <EntityLink agentId={agentId} entities={entities} id={parameter.id} />
                    </td>
                    <td className="px-1 py-1.5">
                      <Button size="sm" onClick={() => setAsking(at)}>
                        {texts.promptCount(parameter.prompts.length)}
                      </Button>
                    </td>
                    <td className="min-w-0 px-1 py-1">
                      <TextInput
                        aria-label={texts.valueOf(parameter.name)}
                        value={parameter.value}
                        maxLength={200}
                        onChange={(event) => set(at, { value: event.target.value })}
                      />
                    </td>
                    <td className="px-1 py-1.5">
                      <IconButton
                        size="sm"
                        tone="danger"
                        side="left"
                        label={texts.deleteNamed(parameter.name)}
                        icon={<Trash2 aria-hidden />}
                        onClick={() => void remove(parameter)}
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {asked && (
        <PromptsDialog
          parameter={asked}
          onClose={() => setAsking(undefined)}
          onDone={(prompts) => {
            set(parameters.indexOf(asked), { prompts });
            setAsking(undefined);
          }}
        />
      )}
    </>
  );
  return (
    <section
      aria-labelledby="parameters-title"
      className={
        beside
          ? "w-96 shrink-0 border-l border-line bg-surface 2xl:w-[30rem]"
          : "rounded-lg border border-line bg-surface @min-[52rem]:order-last @min-[52rem]:col-span-full"
      }
    >
      <div
        className={cx(
          "p-3 2xl:p-4",
          beside &&
            "sticky top-(--below-head) max-h-[calc(100dvh-var(--below-head)-3.5rem)] overflow-y-auto [scrollbar-width:thin]",
        )}
      >
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h2 id="parameters-title" className="font-semibold">
            {builderTexts.thenAsk}{" "}
            <span className="ml-1 text-[0.8125rem] font-normal text-muted">
              {builderTexts.parametersCount(parameters.length)}
            </span>
          </h2>
          {add}
        </div>
        {content}
      </div>
    </section>
  );
}
