import { Building2, Plus } from "lucide-react";
import { useState } from "react";
import { redirect, useRevalidator } from "react-router";
import { call } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { SearchedList } from "#app/kit/searched-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { listStateIn } from "#app/kit/list-state.ts";
import { departmentsTexts as texts } from "#texts/departments.ts";
import { uiTexts } from "#texts/ui.ts";
import { can, useSession } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
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

export const meta = () => titleOf(texts.title);

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { name, from } = listStateIn(url, 100);
  const list = await call(listDepartments, { query: { name, from }, signal });
  if (list.departments.length === 0 && from > 0) return redirect(new URL(url).pathname);
  return { ...list, from };
}

export function HydrateFallback() {
  return (
    <Page title={texts.title} lead={texts.lead} wide>
      <SkeletonRows rows={6} />
    </Page>
  );
}

/** The teams of an enterprise. */
export default function Departments({ loaderData: { departments, more, from } }: Route.ComponentProps) {
  const { profile } = useSession();
  const listState = useListState("people");
  const confirm = useConfirm();
  const toast = useToast();
  const { revalidate } = useRevalidator();
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
    void revalidate();
  };
  const add = (tone: "primary" | "secondary") => (
    <Button tone={tone} icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
      {texts.add}
    </Button>
  );
  return (
    <Page wide title={texts.title} lead={texts.lead} actions={mayCreate && add("primary")}>
      <SearchedList
        {...{ listState, texts, from, more }}
        count={departments.length}
        perPage={DEPARTMENTS_PAGE}
        empty={
          <EmptyState
            icon={<Building2 />}
            title={listState.query ? texts.noneFound(listState.query) : texts.none}
            action={!listState.query && mayCreate && add("secondary")}
          >
            {listState.query ? texts.noneFoundText : texts.noneText}
          </EmptyState>
        }
      >
        <DepartmentsTable
          departments={departments}
          addressOf={listState.addressOf}
          onEdit={setEdited}
          onRemove={(department) => void remove(department)}
        />
      </SearchedList>
      <DepartmentDialog
        key={edited === "new" ? "new" : `${edited?.id} ${edited?.revision}`}
        open={edited !== undefined}
        department={edited === "new" ? undefined : edited}
        onClose={() => setEdited(undefined)}
        onSaved={() => {
          setEdited(undefined);
          void revalidate();
        }}
      />
      {listState.shown && (
        <PeoplePanel
          key={listState.shown}
          id={listState.shown}
          onClose={listState.close}
          onChanged={() => void revalidate()}
        />
      )}
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title={texts.title} wide>
      <LoadFailure error={error} title={texts.failed} />
    </Page>
  );
}
