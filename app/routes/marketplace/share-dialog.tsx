import { useLocation } from "react-router";
import { request } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { useCan } from "#app/session/session.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import { listAgents } from "#workers/contract/endpoints/bots.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import { listForms } from "#workers/contract/endpoints/forms.ts";
import { addToShelf, listShelf, SHELF } from "#workers/contract/endpoints/marketplace.ts";
import { listWaFlows } from "#workers/contract/endpoints/wa-flows.ts";
import { MAKERS, packageKinds, type ShelfKind } from "#workers/contract/marketplace/kinds.ts";

const FORM = "share";
const shareable = packageKinds.filter((kind): kind is ShelfKind => kind !== "templates");

/** Puts a copy of a thing on the shelf; `wanted` may name one already, as `journey ID`, and the way here its name. */
export function ShareDialog({ wanted, onClose }: { wanted: string; onClose: () => void }) {
  const can = useCan();
  const kinds = shareable.filter((kind) => can(MAKERS[kind]));
  const [asked = "", askedId = ""] = wanted.split(" ");
  const { state } = useLocation() as { state: { name?: unknown } | null };
  const form = useFields(
    {
      kind: kinds.find((each) => each === asked) ?? kinds[0] ?? ("journey" as ShelfKind),
      thingId: askedId,
      name: typeof state?.name === "string" ? state.name : "",
      note: "",
    },
    ({ thingId, name }) => ({
      ...(thingId === "" && { thingId: texts.chooseThing }),
      ...(name.trim() === "" && { name: texts.nameEmpty }),
    }),
  );
  const sending = useSend({ form });
  const { kind, thingId, name, note } = form.values;
  const things = useThings(kind);
  const choose = (id: string) => {
    const found = things.find((each) => each.id === id);
    if (name === "" || things.some((each) => each.name === name)) form.set("name", found?.name ?? "");
    form.set("thingId", id);
  };
  const save = () =>
    sending.send(
      () => request(addToShelf, { body: { kind, thingId, name, note } }),
      async () => {
        onClose();
        await invalidate(listShelf);
      },
    );
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id={FORM}
      title={texts.shareTitle}
      description={texts.shareText}
      labels={{ kind: texts.kind, thingId: texts.thing, name: texts.name, note: texts.note }}
      submit={texts.share}
      onSubmit={save}
    >
      <Field id={`${FORM}-kind`} label={texts.kind}>
        <Select
          value={kind}
          options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={(chosen) => {
            form.set("kind", chosen);
            form.set("thingId", "");
          }}
        />
      </Field>
      <Field id={`${FORM}-thingId`} label={texts.thing} required error={form.errors.thingId}>
        <Select
          value={thingId}
          options={[
            ...(thingId === "" ? [{ value: "", label: texts.chooseThing }] : []),
            ...things.map((each) => ({ value: each.id, label: each.name })),
          ]}
          onChange={choose}
        />
      </Field>
      <Field id={`${FORM}-name`} label={texts.name} required error={form.errors.name}>
        <TextInput dir="auto" maxLength={SHELF.name} {...form.text("name")} />
      </Field>
      <Field id={`${FORM}-note`} label={texts.note} hint={texts.noteHint} error={form.errors.note}>
        <Textarea dir="auto" rows={3} maxLength={SHELF.note} {...form.text("note")} />
      </Field>
    </FormDialog>
  );
}

/** So many of a kind can be chosen from. */
const MOST = 500;

/** The things of a kind, by name. Each kind has a list of its own, and only the chosen one is asked for. */
function useThings(kind: ShelfKind): readonly { id: string; name: string }[] {
  const query = { perPage: MOST };
  const of = (wanted: ShelfKind) => ({ enabled: kind === wanted });
  const journeys = useQueryOf(automationDoors.journey.list, { query }, of("journey"));
  const encaps = useQueryOf(automationDoors.encap.list, { query }, of("encap"));
  const bots = useQueryOf(listAgents, { query }, of("bot"));
  const forms = useQueryOf(listForms, { query }, of("form"));
  const flows = useQueryOf(listWaFlows, { query }, of("flow"));
  const all = {
    journey: journeys.answer?.automations,
    encap: encaps.answer?.automations,
    bot: bots.answer?.agents,
    form: forms.answer?.forms,
    flow: flows.answer?.flows,
  };
  return all[kind] ?? [];
}
