import { useLocation } from "react-router";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { useCan } from "#app/session/session.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import { addToShelf, listShelf, SHELF, type ShelfEntry } from "#workers/contract/endpoints/marketplace.ts";
import { MAKERS, type PackageKind, packageKinds } from "#workers/contract/marketplace/kinds.ts";
import { AGAIN } from "./place.ts";
import { TemplateSet } from "./template-set.tsx";
import { useThings } from "./use-things.ts";

const FORM = "share";
/** Things of the shelf that may become another version by these. */
const earlierOf = (shelf: readonly ShelfEntry[], kind: PackageKind, thingId: string): ShelfEntry[] =>
  shelf.filter(
    (entry) =>
      entry.kind === kind && (kind === "templates" || (thingId !== "" && entry.things.includes(thingId))),
  );

/** Puts a copy of a thing on the shelf; `wanted` may name one already, as `journey ID`, and the way here its name. */
export function ShareDialog({
  wanted,
  shelf,
  onClose,
}: {
  wanted: string;
  shelf: readonly ShelfEntry[];
  onClose: () => void;
}) {
  const can = useCan();
  const kinds = packageKinds.filter((kind) => can(MAKERS[kind]));
  const { state } = useLocation() as { state: { name?: unknown } | null };
  const form = useFields(
    firstOf(wanted, shelf, kinds, typeof state?.name === "string" ? state.name : ""),
    ({ kind, thingId, thingIds, name }) => ({
      ...(kind !== "templates" && thingId === "" && { thingId: texts.chooseThing }),
      ...(kind === "templates" && thingIds.length === 0 && { thingIds: texts.chooseThing }),
      ...(thingIds.length > SHELF.templates && { thingIds: texts.tooManyTemplates(SHELF.templates) }),
      ...(name.trim() === "" && { name: texts.nameEmpty }),
    }),
  );
  const sending = useSend({ form });
  const { kind, thingId, thingIds, replaces, name, note } = form.values;
  const things = useThings(kind);
  const earlier = earlierOf(shelf, kind, thingId);
  const become = (id: string) => {
    const entry = shelf.find((each) => each.id === id);
    form.set("replaces", id);
    if (!entry) return;
    form.set("name", entry.name);
    form.set("note", entry.note);
    if (kind === "templates" && thingIds.length === 0) form.set("thingIds", entry.things);
  };
  const choose = (id: string) => {
    const found = things.find((each) => each.id === id);
    if (name === "" || things.some((each) => each.name === name)) form.set("name", found?.name ?? "");
    form.set("thingId", id);
    become(earlierOf(shelf, kind, id)[0]?.id ?? "");
  };
  const save = () =>
    sending.send(
      () =>
        request(addToShelf, {
          body: {
            ...{ kind, name, note },
            ...(kind === "templates" ? { thingIds } : { thingId }),
            ...(replaces !== "" && { replaces }),
          },
        }),
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
      labels={{
        kind: texts.kind,
        thingId: texts.thing,
        thingIds: texts.templatesOfSet,
        replaces: texts.becomes,
        name: texts.name,
        note: texts.note,
      }}
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
            form.set("replaces", "");
          }}
        />
      </Field>
      {kind === "templates" ? (
        <TemplateSet
          id={`${FORM}-thingIds`}
          templates={things}
          chosen={thingIds}
          error={form.errors.thingIds}
          onChange={(chosen) => form.set("thingIds", chosen)}
        />
      ) : (
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
      )}
      {earlier.length > 0 && (
        <Field
          id={`${FORM}-replaces`}
          label={texts.becomes}
          hint={texts.becomesHint}
          error={form.errors.replaces}
        >
          <Select
            value={replaces}
            options={[
              { value: "", label: texts.becomesNew },
              ...earlier.map((each) => ({
                value: each.id,
                label: texts.becomesNext(each.name, each.version + 1),
              })),
            ]}
            onChange={become}
          />
        </Field>
      )}
      <Field id={`${FORM}-name`} label={texts.name} required error={form.errors.name}>
        <TextInput dir="auto" maxLength={SHELF.name} {...form.text("name")} />
      </Field>
      <Field id={`${FORM}-note`} label={texts.note} hint={texts.noteHint} error={form.errors.note}>
        <Textarea dir="auto" rows={3} maxLength={SHELF.note} {...form.text("note")} />
      </Field>
    </FormDialog>
  );
}

/** The form as it opens: what the address names, as the next version of what is there of it. */
function firstOf(wanted: string, shelf: readonly ShelfEntry[], kinds: readonly PackageKind[], name: string) {
  const [asked = "", askedId = ""] = wanted.split(" ");
  const again = asked === AGAIN ? shelf.find(({ id }) => id === askedId) : undefined;
  const kind = again?.kind ?? kinds.find((each) => each === asked) ?? kinds[0] ?? "journey";
  const thingId = again ? (again.things[0] ?? "") : askedId;
  const entry = again ?? (kind === "templates" ? undefined : earlierOf(shelf, kind, thingId)[0]);
  return {
    kind,
    thingId: kind === "templates" ? "" : thingId,
    thingIds: kind === "templates" ? (again?.things ?? []) : ([] as string[]),
    replaces: entry?.id ?? "",
    name: entry?.name ?? name,
    note: entry?.note ?? "",
  };
}
