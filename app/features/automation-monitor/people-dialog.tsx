import { request } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { type ChosenTagging, TaggingPicker } from "#app/features/customers/tagging-picker.tsx";
import { taggingKinds } from "#app/features/customers/tagging-kinds.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { graphEditorTexts } from "#texts/graph-editor.ts";
import { journeyPeopleTexts as texts } from "#texts/journey-people.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { nodeTitle } from "#workers/contract/automation/node-title.ts";
import { readingOrder } from "#workers/contract/automation/reading-order.ts";
import {
  type actOnJourneyPeople,
  monitorDoors,
  type PeopleAct,
} from "#workers/contract/endpoints/journey-monitor.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { PeopleFilter } from "./people-filter.ts";

const FORM = "people-act";

type Values = {
  groups: ChosenTagging[];
  labels: ChosenTagging[];
  to: string;
};

/** Asks what exactly is to be done with the people of a list. */
export function PeopleDialog({
  kind,
  what,
  params,
  filter,
  onClose,
  onBegun,
}: {
  kind: AutomationKind;
  what: PeopleAct;
  params: { id: string; instanceId: string };
  filter: PeopleFilter;
  onClose: () => void;
  onBegun: (job: ReplyOf<typeof actOnJourneyPeople>) => void;
}) {
  const api = monitorDoors[kind];
  const isTagging = what === "mark" || what === "unmark";
  const missing = ({ groups, labels, to }: Values) =>
    isTagging && groups.length + labels.length === 0
      ? texts.chooseTagging
      : what === "move" && to === ""
        ? texts.chooseStep
        : undefined;
  const form = useFields<Values>({ groups: [], labels: [], to: "" }, (values) => ({
    [isTagging ? "groups" : "to"]: missing(values),
  }));
  const sending = useSend({ form });
  const { groups, labels, to } = form.values;
  const { answer } = useQueryOf(api.figures, { params, query: {} }, { enabled: what === "move" });
  const graph = answer?.graph;
  const steps = graph
    ? readingOrder(graph).map(({ node, number }) => ({
        value: node.id,
        label: graphEditorTexts.step(number, nodeTitle(node, graph, undefined)),
      }))
    : [];
  const save = () =>
    sending.send(
      () =>
        request(api.people, {
          params,
          body: { what, filter, markIds: [...groups, ...labels].map(({ id }) => id), to },
        }),
      ({ payload }) => {
        onBegun(payload);
        onClose();
      },
    );
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id={FORM}
      size="sm"
      role={what === "end" ? "alertdialog" : "dialog"}
      title={texts.titles[what]}
      description={texts.leads[what]}
      labels={{ groups: texts.groups, labels: texts.labels, to: texts.step }}
      edited={false}
      submit={texts.confirm[what]}
      tone={what === "end" ? "danger" : "primary"}
      submitDisabledReason={missing(form.values)}
      onSubmit={save}
    >
      {isTagging && (
        // The open list of a picker needs room above the buttons.
        <div className="grid min-h-80 content-start gap-4">
          <Field label={texts.groups} error={form.errors.groups}>
            <TaggingPicker
              kind={taggingKinds.group}
              chosen={groups}
              creates={what === "mark"}
              onChange={(next) => form.set("groups", next)}
            />
          </Field>
          <Field label={texts.labels} error={form.errors.labels}>
            <TaggingPicker
              kind={taggingKinds.label}
              chosen={labels}
              creates={what === "mark"}
              onChange={(next) => form.set("labels", next)}
            />
          </Field>
        </div>
      )}
      {what === "move" && (
        <Field label={texts.step} required error={form.errors.to}>
          <Select
            value={to}
            options={[{ value: "", label: texts.chooseStep }, ...steps]}
            onChange={(next) => form.set("to", next)}
          />
        </Field>
      )}
    </FormDialog>
  );
}
