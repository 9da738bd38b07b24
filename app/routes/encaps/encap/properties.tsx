import { Pencil, Plus, SlidersHorizontal, Trash2 } from "lucide-react";
import { useState } from "react";
import { request } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { ActionsTd, ActionsTh } from "#app/components/ui/row-buttons.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { automationPropertiesTexts } from "#texts/automation-properties.ts";
import { encapsTexts } from "#texts/encaps.ts";
import { uiTexts } from "#texts/ui.ts";
import { type GraphProperty, PROPERTY, variablesOf } from "#workers/contract/automation/properties.ts";
import {
  type AutomationDraft,
  getEncapDraft,
  saveEncapDraft,
} from "#workers/contract/endpoints/automations.ts";
import { listLaunches } from "#workers/contract/endpoints/automation-launch.ts";
import { Part } from "./part.tsx";
import { PropertyDialog } from "./property-dialog.tsx";

const texts = encapsTexts.properties;

/** The properties that a launch of the encap asks for; kept in its draft, and published with it. */
export function Properties({ id, mayEdit }: { id: string; mayEdit: boolean }) {
  const draft = useQueryOf(getEncapDraft, { params: { id } });
  return <Part of={draft}>{(answer) => <List draft={answer} mayEdit={mayEdit} />}</Part>;
}

/** Keeps the draft with other properties, where nobody else has saved it since. */
const kept = ({ id, graph, revision }: AutomationDraft, properties: readonly GraphProperty[]) =>
  request(saveEncapDraft, {
    params: { id },
    body: { graph: { ...graph, properties: [...properties] }, revision },
  });

function List({ draft, mayEdit }: { draft: AutomationDraft; mayEdit: boolean }) {
  const { graph, changed, version } = draft;
  const properties = graph.properties ?? [];
  const [editing, setEditing] = useState<number | "new">();
  const confirm = useConfirm();
  const sending = useSend();
  const shownAnew = () => Promise.all([invalidate(getEncapDraft), invalidate(listLaunches)]);
  const remove = async (at: number, name: string) => {
    const isSure = await confirm({
      title: texts.remove(name),
      confirmLabel: uiTexts.delete,
    });
    if (isSure) await sending.send(() => kept(draft, properties.toSpliced(at, 1)), shownAnew);
  };
  const edited = typeof editing === "number" ? properties[editing] : undefined;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="max-w-prose text-muted">{texts.lead}</p>
        {mayEdit && properties.length > 0 && properties.length < PROPERTY.most && (
          <Button icon={<Plus aria-hidden />} onClick={() => setEditing("new")}>
            {texts.add}
          </Button>
        )}
      </div>
      <Failure text={sending.failure} />
      {changed && version !== null && properties.length > 0 && (
        <Banner kind="info">{texts.unpublished}</Banner>
      )}
      {properties.length === 0 ? (
        <EmptyState
          icon={<SlidersHorizontal />}
          title={texts.none}
          action={
            mayEdit && (
              <Button icon={<Plus aria-hidden />} onClick={() => setEditing("new")}>
                {texts.add}
              </Button>
            )
          }
        >
          {texts.noneText}
        </EmptyState>
      ) : (
        <Table caption={texts.table}>
          <thead>
            <tr>
              <Th>{texts.name}</Th>
              <Th>{texts.type}</Th>
              <Th className="max-sm:hidden">{texts.byDefault}</Th>
              {mayEdit && <ActionsTh>{encapsTexts.instances.actions}</ActionsTh>}
            </tr>
          </thead>
          <tbody>
            {properties.map(({ name, label, type, required, default: value }, at) => (
              <tr key={name}>
                <RowTh className="min-w-28 [overflow-wrap:anywhere]">
                  {label || name}
                  <span className="block text-[0.8125rem] font-normal text-muted">
                    {`{vars.${name}}`}
                    {required && ` · ${texts.requiredSign}`}
                  </span>
                </RowTh>
                <Td>{automationPropertiesTexts.types[type]}</Td>
                <Td className="max-w-60 [overflow-wrap:anywhere] max-sm:hidden">
                  {value === undefined ? texts.none_ : String(value)}
                </Td>
                {mayEdit && (
                  <ActionsTd>
                    <IconButton
                      size="sm"
                      label={texts.edit(name)}
                      icon={<Pencil aria-hidden />}
                      onClick={() => setEditing(at)}
                    />
                    <IconButton
                      size="sm"
                      label={texts.remove(name)}
                      icon={<Trash2 aria-hidden />}
                      onClick={() => void remove(at, name)}
                    />
                  </ActionsTd>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {editing !== undefined && (
        <PropertyDialog
          property={edited}
          taken={variablesOf(graph).flatMap(({ name }) => (name === edited?.name ? [] : [name]))}
          save={(property) =>
            kept(draft, editing === "new" ? [...properties, property] : properties.with(editing, property))
          }
          onSaved={async () => {
            await shownAnew();
            setEditing(undefined);
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}
