import { FileText, MoreHorizontal, SquarePlus, Trash2 } from "lucide-react";
import { useState } from "react";
import { redirect, useNavigate } from "react-router";
import { request } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { pagedIn } from "#app/kit/page-size.ts";
import { useRows } from "#app/kit/use-rows.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { useRemoval } from "#app/kit/use-removal.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { StateBadge } from "#app/features/automation-state/state-badge.tsx";
import { useShareEntry } from "#app/features/shelf/use-share-entry.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import { formsTexts } from "#texts/forms.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  createForm,
  deleteForm,
  FORM,
  type FormEntry,
  FORMS_PAGE,
  listForms,
} from "#workers/contract/endpoints/forms.ts";
import type { Route } from "./+types/forms.ts";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

/** The search and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const query = pagedIn(url, FORMS_PAGE, 100);
  const list = await load(listForms, { query });
  if (list.answer.forms.length === 0 && query.from > 0) return redirect(new URL(url).pathname);
  return { list, from: query.from };
});

export default function Forms({ loaderData: { list: loaded, from } }: Route.ComponentProps) {
  const can = useCan();
  const listState = useListState();
  const list = useLoaded(loaded);
  const [isAdding, setAdding] = useState(false);
  const { forms, more, total } = list.answer;
  const add = (tone: "primary" | "secondary") =>
    can("ENCAPS.CREATE") && (
      <Button tone={tone} icon={<SquarePlus aria-hidden />} onClick={() => setAdding(true)}>
        {texts.add}
      </Button>
    );
  return (
    <Page title={texts.title} lead={texts.lead} actions={add("primary")}>
      <ListScreen
        {...{ listState, texts, list, more, total, from }}
        count={forms.length}
        {...useRows(FORMS_PAGE)}
        empty={{ icon: <FileText />, title: texts.none, text: texts.noneText, action: add("secondary") }}
      >
        <Rows forms={forms} mayMake={can("ENCAPS.CREATE")} mayRemove={can("ENCAPS.DELETE")} />
      </ListScreen>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

function Rows({
  forms,
  mayMake,
  mayRemove,
}: {
  forms: readonly FormEntry[];
  mayMake: boolean;
  mayRemove: boolean;
}) {
  const remove = useRemoval({
    texts,
    remove: (id) => request(deleteForm, { params: { id } }),
    list: listForms,
    without: (page, id) => ({ ...page, forms: page.forms.filter((each) => each.id !== id) }),
  });
  const shareEntry = useShareEntry("form", mayMake);
  const entriesOf = (form: FormEntry): MenuEntry[] => [
    ...shareEntry(form),
    ...(mayRemove
      ? [
          {
            label: uiTexts.delete,
            icon: <Trash2 aria-hidden />,
            tone: "danger" as const,
            onSelect: () => remove(form),
          },
        ]
      : []),
  ];
  const hasMenu = forms.some((form) => entriesOf(form).length > 0);
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.state}</Th>
          <Th>{texts.fields}</Th>
          <Th>{texts.answers}</Th>
          <Th>{texts.changed}</Th>
          <Th>{texts.by}</Th>
          {hasMenu && <Th>{texts.actions}</Th>}
        </tr>
      </thead>
      <tbody>
        {forms.map((form) => (
          <tr key={form.id} className="relative">
            <RowTh className="max-w-96 min-w-40">
              <RowLink to={`/designer/forms/${form.id}`}>{form.name}</RowLink>
            </RowTh>
            <Td>
              <StateBadge state={form.state} version={form.version} />
            </Td>
            <Td>{form.fields}</Td>
            <Td>{form.submissions}</Td>
            <Td className="whitespace-nowrap">{formatMoment(form.updatedAt)}</Td>
            <Td className="min-w-28">{form.updatedBy}</Td>
            {hasMenu && (
              <Td>
                <span className="relative z-10">
                  <Menu
                    button={
                      <IconButton
                        size="sm"
                        side="left"
                        label={texts.actionsOf(form.name)}
                        icon={<MoreHorizontal aria-hidden />}
                      />
                    }
                    entries={entriesOf(form)}
                  />
                </span>
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useFields({ name: "" }, ({ name }) =>
    name.trim() === "" ? { name: formsTexts.nameEmpty } : {},
  );
  const sending = useSend({
    form,
    refused: ({ status, message }) => {
      if (status === 409) form.refuse({ name: message });
      return status === 409;
    },
  });
  const save = () =>
    sending.send(
      () => request(createForm, { body: { name: form.values.name } }),
      async ({ payload: made }) => {
        onClose();
        await navigate(`/designer/forms/${made.id}`, { state: { name: made.name } });
        void invalidate(listForms);
      },
    );
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id="form"
      title={texts.addTitle}
      labels={{ name: texts.name }}
      submit={texts.create}
      onSubmit={save}
    >
      <Field id="form-name" label={texts.name} hint={texts.nameHint} required error={form.errors.name}>
        <TextInput autoFocus dir="auto" maxLength={FORM.name} {...form.text("name")} />
      </Field>
    </FormDialog>
  );
}
