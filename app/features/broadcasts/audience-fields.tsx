import { X } from "lucide-react";
import { useQueryOf } from "#app/data/query.ts";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { taggingKinds } from "#app/features/customers/tagging-kinds.ts";
import { type ChosenTagging, TaggingPicker } from "#app/features/customers/tagging-picker.tsx";
import { useConditionWords } from "#app/features/customers/use-field-names.ts";
import { useTaggingNames } from "#app/features/customers/use-tagging-names.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { listViews } from "#workers/contract/endpoints/customer-views.ts";
import { type Also, type BroadcastDraft, idOf } from "./broadcast-draft.ts";
import { filterOf } from "./filter-of-view.ts";
import { useForm } from "./form-context.ts";

const texts = broadcastsTexts.form;
const ALSO: Record<Also, string> = {
  nobody: texts.nobodyElse,
  matching: texts.matching,
  everybody: texts.everybody,
};
const isAlso = (value: string): value is Also => value in ALSO;

/** Whole groups of the customer master, by groups and labels, or as a saved view finds them. */
export function AudienceFields() {
  const { draft, change, problemAt } = useForm();
  const { answer } = useQueryOf(listViews);
  const views = answer?.views ?? [];
  const { fields = [] } = draft;
  const named = useNamed(draft);
  const wordsOf = useConditionWords(fields);
  return (
    <>
      <Field label={texts.also} className="max-w-md">
        <Select
          value={draft.also}
          options={[
            ...Object.entries(ALSO).map(([value, label]) => ({ value, label })),
            ...views.map(({ id, name }) => ({ value: `view ${id}`, label: texts.view(name) })),
          ]}
          onChange={(next) => {
            if (isAlso(next))
              return change(
                { also: next, search: "", groups: [], tags: [], fields: [] },
                "groups",
                "numbers",
              );
            const view = views.find(({ id }) => next === `view ${id}`);
            if (view) change({ also: "matching", ...filterOf(view.query) }, "groups", "numbers");
          }}
        />
      </Field>
      {draft.also === "matching" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field id={idOf("groups")} label={texts.groups} error={problemAt("groups")}>
            <TaggingPicker
              kind={taggingKinds.group}
              creates={false}
              chosen={draft.groups.map(named)}
              onChange={(groups) => change({ groups }, "groups", "numbers")}
            />
          </Field>
          <Field label={texts.labels}>
            <TaggingPicker
              kind={taggingKinds.label}
              creates={false}
              chosen={draft.tags.map(named)}
              onChange={(tags) => change({ tags }, "groups", "numbers")}
            />
          </Field>
          {fields.map((condition) => {
            const words = wordsOf(condition);
            return (
              <p key={condition.field} className="flex items-center gap-2 sm:col-span-2">
                <span className="min-w-0 [overflow-wrap:anywhere]">{texts.condition(words)}</span>
                <IconButton
                  size="sm"
                  label={texts.conditionAway(words)}
                  icon={<X aria-hidden />}
                  onClick={() =>
                    change({ fields: fields.filter((each) => each !== condition) }, "groups", "numbers")
                  }
                />
              </p>
            );
          })}
          {draft.search && (
            <p className="flex items-center gap-2 sm:col-span-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">{texts.searched(draft.search)}</span>
              <IconButton
                size="sm"
                label={texts.searchedAway}
                icon={<X aria-hidden />}
                onClick={() => change({ search: "" }, "groups", "numbers")}
              />
            </p>
          )}
        </div>
      )}
    </>
  );
}

/** Something that was stored, and a saved view, have only the ids of their groups. */
function useNamed({ groups, tags }: Pick<BroadcastDraft, "groups" | "tags">) {
  const unnamed = (all: readonly ChosenTagging[]) => all.flatMap(({ id, name }) => (name === "" ? [id] : []));
  const nameOf = useTaggingNames({ groups: unnamed(groups), tags: unnamed(tags) });
  return ({ id, name }: ChosenTagging): ChosenTagging => ({ id, name: name || (nameOf(id) ?? id) });
}
