import { Building2, Plus } from "lucide-react";
import { useState } from "react";
import { redirect, useRevalidator } from "react-router";
import { call } from "#app/api.ts";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { SearchedList } from "#app/components/searched-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useListPlace } from "#app/components/use-list-place.ts";
import { placeIn } from "#app/list-place.ts";
import * as messages from "#app/messages.ts";
import { can, useSession } from "#app/session.ts";
import { titleOf } from "#app/title.ts";
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

const texts = messages.departments;

export const meta = () => titleOf(texts.title);

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { name, from } = placeIn(url, 100);
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
  const place = useListPlace("people");
  const confirm = useConfirm();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<Department | "new">();
  const mayCreate = can(profile, ["DEPARTMENTS.CREATE"]);
  const remove = async ({ id, name, users }: Department) => {
    const done = await confirm({
      title: texts.removeTitle(name),
      text: texts.removeText(users),
      confirmLabel: messages.ui.delete,
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
        {...{ place, texts, from, more }}
        count={departments.length}
        perPage={DEPARTMENTS_PAGE}
        empty={
          <EmptyState
            icon={<Building2 />}
            title={place.query ? texts.noneFound(place.query) : texts.none}
            action={!place.query && mayCreate && add("secondary")}
          >
            {place.query ? texts.noneFoundText : texts.noneText}
          </EmptyState>
        }
      >
        <DepartmentsTable
          departments={departments}
          addressOf={place.addressOf}
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
      {place.shown && (
        <PeoplePanel
          key={place.shown}
          id={place.shown}
          onClose={place.close}
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
