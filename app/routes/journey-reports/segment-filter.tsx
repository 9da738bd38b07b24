import { useQueryOf } from "#app/data/query.ts";
import { filterOf, hasConditions } from "#app/features/broadcasts/filter-of-view.ts";
import { taggingKinds } from "#app/features/customers/tagging-kinds.ts";
import { TaggingPicker } from "#app/features/customers/tagging-picker.tsx";
import { useTaggingNames } from "#app/features/customers/use-tagging-names.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { customersTexts } from "#texts/customers.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import { listViews } from "#workers/contract/endpoints/customer-views.ts";
import type { Segment } from "./segment.ts";

/** Whose figures are shown: those of some groups and labels, by name or as a saved view of the customers has them. */
export function SegmentFilter({
  segment: { groups, tags },
  onChange,
}: {
  segment: Segment;
  onChange: (segment: Segment) => void;
}) {
  const views = useSegmentViews();
  const nameOf = useTaggingNames({ groups, tags });
  const named = (id: string) => ({ id, name: nameOf(id) ?? id });
  const isSame = (one: readonly string[], other: readonly string[]) =>
    one.length === other.length && one.every((id) => other.includes(id));
  const open = views.find((view) => isSame(view.groups, groups) && isSame(view.tags, tags));
  return (
    <>
      {views.length > 0 && (
        <Field label={texts.segment} className="w-full sm:w-56">
          <Select
            value={open?.id ?? (groups.length + tags.length > 0 ? CHOSEN : "")}
            options={[
              { value: "", label: texts.segmentEverybody },
              ...(open || groups.length + tags.length === 0
                ? []
                : [{ value: CHOSEN, label: texts.segmentChosen }]),
              ...views.map(({ id, name }) => ({ value: id, label: texts.segmentView(name) })),
            ]}
            onChange={(id) => {
              if (id !== CHOSEN) onChange(views.find((view) => view.id === id) ?? { groups: [], tags: [] });
            }}
          />
        </Field>
      )}
      <Field label={customersTexts.groups} className="w-full sm:w-56">
        <TaggingPicker
          kind={taggingKinds.group}
          creates={false}
          chosen={groups.map(named)}
          onChange={(next) => onChange({ groups: next.map(({ id }) => id), tags })}
        />
      </Field>
      <Field label={customersTexts.labels} className="w-full sm:w-56">
        <TaggingPicker
          kind={taggingKinds.label}
          creates={false}
          chosen={tags.map(named)}
          onChange={(next) => onChange({ groups, tags: next.map(({ id }) => id) })}
        />
      </Field>
    </>
  );
}

const CHOSEN = "chosen";

/** Saved views of groups and labels alone: figures know no words that somebody searched for, and no own fields. */
function useSegmentViews(): (Segment & { id: string; name: string })[] {
  const all = useQueryOf(listViews).answer?.views ?? [];
  return all.flatMap(({ id, name, query }) => {
    const found = filterOf(query);
    const ids = (some: readonly { id: string }[]) => some.map((each) => each.id);
    return hasConditions(query) || found.search !== "" || found.groups.length + found.tags.length === 0
      ? []
      : [{ id, name, groups: ids(found.groups), tags: ids(found.tags) }];
  });
}
