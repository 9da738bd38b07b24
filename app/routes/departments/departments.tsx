import { Building2, Plus } from "lucide-react";
import { useState } from "react";
import { redirect, useNavigation, useRevalidator } from "react-router";
import { call } from "#app/api.ts";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Pager } from "#app/components/ui/pager.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useListPlace } from "#app/components/use-list-place.ts";
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
  const { pathname, searchParams } = new URL(url);
  const name = searchParams.get("q")?.slice(0, 100) ?? "";
  const from = Math.max(Math.floor(Number(searchParams.get("from"))) || 0, 0);
  const list = await call(listDepartments, { query: { name, from }, signal });
  if (list.departments.length === 0 && from > 0) return redirect(pathname);
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
  const busy = useNavigation().state === "loading";
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
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput
          label={texts.search}
          value={place.query}
          onSearch={place.look}
          className="w-full max-w-sm"
        />
        <p role="status" className="text-muted">
          {texts.found(departments.length, more)}
        </p>
      </div>
      {departments.length === 0 ? (
        <EmptyState
          icon={<Building2 />}
          title={place.query ? texts.noneFound(place.query) : texts.none}
          action={!place.query && mayCreate && add("secondary")}
        >
          {place.query ? texts.noneFoundText : texts.noneText}
        </EmptyState>
      ) : (
        <div aria-busy={busy} className={cx("transition-opacity", busy && "opacity-60")}>
          <DepartmentsTable
            departments={departments}
            addressOf={place.addressOf}
            onEdit={setEdited}
            onRemove={(department) => void remove(department)}
          />
        </div>
      )}
      {(from > 0 || more) && (
        <Pager
          label={texts.pages}
          status={texts.showing(from + 1, from + departments.length)}
          hasPrevious={from > 0}
          hasNext={more}
          onPrevious={() => place.go(Math.max(from - DEPARTMENTS_PAGE, 0))}
          onNext={() => place.go(from + DEPARTMENTS_PAGE)}
          busy={busy}
        />
      )}
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
