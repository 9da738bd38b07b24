import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { call } from "#app/data/api.ts";
import { invalidate, patch, useQueryOf } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Popover } from "#app/components/ui/popover.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { PressTabs } from "#app/components/ui/tabs.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { problemsOf } from "#app/data/problems.ts";
import { taggingFields } from "#workers/contract/endpoints/customer-taggings.ts";
import {
  type CustomerView,
  deleteView,
  listViews,
  saveView,
} from "#workers/contract/endpoints/customer-views.ts";
import type { Columns } from "#app/kit/columns.ts";

interface ViewsProps {
  /** The content of a view saved now. */
  query: string;
  columns: Columns;
  onSaved: (name: string) => void;
  onRemoved: (name: string) => void;
}

/** Id of the tab that is no view; no view has an empty name. */
const ALL = "";

/** Saved views (filters and columns under a name) as tabs above the list: everybody, each view, and where one is saved. */
export function ViewTabs({
  view,
  isChanged,
  onOpen,
  onAll,
  ...saving
}: ViewsProps & {
  /** The name of the open one; empty: none. */
  view: string;
  /** Filters, order or columns are no longer those that were saved. */
  isChanged: boolean;
  onOpen: (view: CustomerView) => void;
  onAll: () => void;
}) {
  const views = useQueryOf(listViews).answer?.views ?? [];
  const tabs = [
    { id: ALL, label: texts.allCustomers },
    ...views.map(({ name }) => ({
      id: name,
      title: name,
      label: (
        <>
          <bdi>{name}</bdi>
          {isChanged && name === view && <span className="font-normal"> · {texts.viewChanged}</span>}
        </>
      ),
    })),
  ];
  const press = (name: string) => {
    const opened = views.find((each) => each.name === name);
    if (opened) onOpen(opened);
    else onAll();
  };
  return (
    <div className="relative mb-3 flex">
      <PressTabs label={texts.views} tabs={tabs} current={view} onPress={press} />
      <Popover
        label={texts.manageViews}
        rootClassName="shrink-0 border-b border-line"
        className="w-full p-3 sm:w-72"
        renderOpener={(opener) => (
          <IconButton {...opener} label={texts.manageViews} icon={<Plus aria-hidden />} />
        )}
      >
        <Views {...saving} />
      </Popover>
    </div>
  );
}

function Views({ query, columns, onSaved, onRemoved }: ViewsProps) {
  const { answer, failure } = useQueryOf(listViews);
  const views = failure && !answer ? [] : answer?.views;
  const form = useFields({ name: "" }, (values) => problemsOf(taggingFields, values));
  const sending = useSend();
  const [said, setSaid] = useState("");
  const save = (event: FormEvent) => {
    event.preventDefault();
    setSaid("");
    if (!form.check()) return;
    void sending.send(
      () => call(saveView, { body: { ...form.values, query, columns } }),
      (saved) => {
        form.reset({ name: "" });
        setSaid(texts.viewSaved(saved.name));
        onSaved(saved.name);
        return invalidate(listViews);
      },
    );
  };
  const remove = ({ id, name }: CustomerView) => {
    setSaid("");
    return sending.send(
      () => call(deleteView, { params: { id } }),
      () => {
        onRemoved(name);
        patch(listViews, undefined, (now) => ({ views: now.views.filter((each) => each.id !== id) }));
      },
    );
  };
  const problem = form.errors.name ?? (sending.failure || failure?.message);
  return (
    <div className="grid gap-3">
      {!views ? (
        <SkeletonRows rows={2} />
      ) : views.length === 0 ? (
        <p className="text-[0.8125rem] text-muted">{texts.noViews}</p>
      ) : (
        <ul className="-mx-1.5 max-h-64 overflow-y-auto">
          {views.map((view) => (
            <li key={view.id} className="flex items-center gap-1">
              <bdi title={view.name} className="min-w-0 flex-1 truncate px-2">
                {view.name}
              </bdi>
              <IconButton
                size="sm"
                tone="danger"
                label={texts.removeView(view.name)}
                icon={<Trash2 aria-hidden />}
                onClick={() => void remove(view)}
              />
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={save} noValidate className="grid gap-2 border-t border-line pt-3">
        <Field label={texts.viewName} hint={texts.viewHint} error={problem}>
          <TextInput {...form.text("name")} maxLength={100} />
        </Field>
        <Button type="submit" size="sm">
          {texts.saveView}
        </Button>
        <p role="status" className="text-[0.8125rem] text-success-ink empty:hidden">
          {said}
        </p>
      </form>
    </div>
  );
}
