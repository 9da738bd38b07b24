import { Building2, Plus } from "lucide-react";
import { useState } from "react";
import { redirect } from "react-router";
import { call } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, patch, useLoaded } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { pagedIn } from "#app/kit/page-size.ts";
import { useRows } from "#app/kit/use-rows.tsx";
import { departmentsTexts as texts } from "#texts/departments.ts";
import { uiTexts } from "#texts/ui.ts";
import { can, useSession } from "#app/session/session.ts";
import {
  deleteDepartment,
  type Department,
  DEPARTMENTS_PAGE,
  listDepartments,
} from "#workers/contract/endpoints/departments.ts";
import type { Route } from "./+types/departments.ts";
import { DepartmentDialog } from "./department-dialog.tsx";
import { DepartmentsTable } from "./departments-table.tsx";
import { PeoplePanel } from "./people-panel.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { name, from, perPage } = pagedIn(url, DEPARTMENTS_PAGE, 100);
  const list = await load(listDepartments, { query: { name, from, perPage } });
  if (list.answer.departments.length === 0 && from > 0) return redirect(new URL(url).pathname);
  return { list, from };
});

/** The teams of an enterprise. */
export default function Departments({ loaderData }: Route.ComponentProps) {
  const { profile } = useSession();
  const listState = useListState("people");
  const confirm = useConfirm();
  const toast = useToast();
  const list = useLoaded(loaderData.list);
  const { departments, more, total } = list.answer;
  const [edited, setEdited] = useState<Department | "new">();
  const mayCreate = can(profile, ["DEPARTMENTS.CREATE"]);
  const remove = async ({ id, name, users }: Department) => {
    const done = await confirm({
      title: texts.removeTitle(name),
      text: texts.removeText(users),
      confirmLabel: uiTexts.delete,
      run: () => call(deleteDepartment, { params: { id } }),
    });
    if (!done) return;
    toast.success(texts.removed(name));
    patch(listDepartments, undefined, (now) => ({
      ...now,
      departments: now.departments.filter((each) => each.id !== id),
    }));
    // Somebody of the next page moves up.
    if (more) void invalidate(listDepartments);
  };
  const add = (tone: "primary" | "secondary") => (
    <Button tone={tone} icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
      {texts.add}
    </Button>
  );
  return (
    <Page wide title={texts.title} lead={texts.lead} actions={mayCreate && add("primary")}>
      <ListScreen
        {...{ listState, texts, list, more, total, from: loaderData.from }}
        count={departments.length}
        {...useRows(DEPARTMENTS_PAGE)}
        empty={{
          icon: <Building2 />,
          title: texts.none,
          text: texts.noneText,
          action: mayCreate && add("secondary"),
        }}
      >
        <DepartmentsTable
          departments={departments}
          addressOf={listState.addressOf}
          onEdit={setEdited}
          onRemove={(department) => void remove(department)}
        />
      </ListScreen>
      <DepartmentDialog
        key={edited === "new" ? "new" : `${edited?.id} ${edited?.revision}`}
        open={edited !== undefined}
        department={edited === "new" ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
      {listState.shown && (
        <PeoplePanel key={listState.shown} id={listState.shown} onClose={listState.close} />
      )}
    </Page>
  );
}
