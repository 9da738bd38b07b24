import { request } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { nodeName } from "#app/features/automation-runs/node-name.ts";
import { automationMovesTexts as texts } from "#texts/automation-moves.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { type AutomationInstance, instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import { type checkJourneyMove, moveDoors } from "#workers/contract/endpoints/automation-moves.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

type What = "stay" | "move" | "end";
type Checked = ReplyOf<typeof checkJourneyMove>;

/** Where people go whose step is gone; no step has this as its id. */
const LEAVES = " leave";

/** Takes a newer version for new people; asks what becomes of those who are in an older one. */
export function MoveDialog({
  kind,
  id,
  instance: { id: instanceId, revision },
  channel,
  number,
  onMoved,
  onClose,
}: {
  kind: AutomationKind;
  id: string;
  instance: AutomationInstance;
  channel: string;
  number: number;
  onMoved: () => Promise<void>;
  onClose: () => void;
}) {
  const params = { id, instanceId };
  const { answer, failure, reload } = useQueryOf(moveDoors[kind].check, { params, query: { number } });
  const gone = answer?.nodes.filter((each) => each.gone) ?? [];
  const form = useFields<{ what: What } & Record<string, string>>({ what: "stay" }, () => ({}));
  const sending = useSend({ form });
  const { what } = form.values;
  const done = async () => {
    await onMoved();
    onClose();
  };
  const take = () => {
    // Which fields there are is known only when it is known where people are.
    const missing = what === "move" ? gone.filter(({ id: from }) => !form.values[`to-${from}`]) : [];
    if (missing.length > 0) {
      form.refuse(
        Object.fromEntries(missing.map(({ id: from }) => [`to-${from}`, texts.chooseMissing] as const)),
      );
      return;
    }
    void (what === "stay"
      ? sending.send(() => request(instanceDoors[kind].version, { params, body: { number, revision } }), done)
      : sending.send(
          () =>
            request(moveDoors[kind].begin, {
              params,
              body: { number, what, revision, nodes: targetsOf(what) },
            }),
          done,
        ));
  };
  const targetsOf = (of: "move" | "end") =>
    gone.flatMap(({ id: from }) => {
      const to = form.values[`to-${from}`];
      return of === "move" && to ? [{ from, to: to === LEAVES ? null : to }] : [];
    });
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id="move"
      title={texts.title(number, channel)}
      description={texts.intro(number)}
      labels={{
        what: texts.here,
        ...Object.fromEntries(gone.map((each) => [`to-${each.id}`, nodeName(each)])),
      }}
      submit={texts.confirm[what]}
      onSubmit={take}
    >
      {failure ? (
        <ErrorState title={texts.loadFailed} text={failure.message} onRetry={reload} />
      ) : answer === undefined ? (
        <Skeleton className="h-28" />
      ) : (
        <People {...{ checked: answer, form }} />
      )}
    </FormDialog>
  );
}

function People({
  checked: { total, nodes, targets },
  form,
}: {
  checked: Checked;
  form: ReturnType<typeof useFields<{ what: What } & Record<string, string>>>;
}) {
  if (total === 0) return <p className="text-muted">{texts.nobody}</p>;
  const { what } = form.values;
  const options = [
    { value: "", label: texts.choose },
    ...targets.map((each) => ({ value: each.id, label: nodeName(each) })),
    { value: LEAVES, label: texts.leave },
  ];
  return (
    <>
      <RadioGroup
        legend={texts.whatOf(total)}
        value={what}
        choices={[
          { value: "stay", label: texts.stay, hint: texts.stayHint },
          { value: "move", label: texts.move, hint: texts.moveHint },
          { value: "end", label: texts.end, hint: texts.endHint },
        ]}
        onChange={(chosen) => form.set("what", chosen)}
      />
      <section className="grid gap-2" aria-label={texts.here}>
        <h3 className="font-medium">{texts.here}</h3>
        <ul className="grid gap-1 text-[0.8125rem]">
          {nodes.map((each) => (
            <li key={`${each.id} ${each.gone}`} className="flex justify-between gap-3">
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{nodeName(each)}</bdi>
              <span className="shrink-0 text-muted tabular-nums">{texts.count(each.runs)}</span>
            </li>
          ))}
        </ul>
      </section>
      {what === "move" &&
        nodes
          .filter((each) => each.gone)
          .map((each) => (
            <Field
              key={each.id}
              id={`move-to-${each.id}`}
              label={texts.gone(nodeName(each))}
              hint={texts.goneHint}
              required
              error={form.errors[`to-${each.id}`]}
            >
              <Select
                value={form.values[`to-${each.id}`] ?? ""}
                options={options}
                onChange={(to) => form.set(`to-${each.id}`, to)}
              />
            </Field>
          ))}
    </>
  );
}
