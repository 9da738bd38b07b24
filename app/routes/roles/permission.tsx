import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { call } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useMedia } from "#app/components/use-media.ts";
import { rolesTexts as texts } from "#texts/roles.ts";
import { uiTexts } from "#texts/ui.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { can, useSession } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
import { listRoles, type PermissionGroup } from "#workers/contract/endpoints/roles.ts";
import type { Route } from "./+types/permission.ts";
import { MatrixTable } from "./matrix-table.tsx";
import { ReviewDialog } from "./review-dialog.tsx";
import { RoleList } from "./role-list.tsx";
import { useRoleDraft } from "./use-role-draft.ts";

const FILTER_MS = 150;

export const meta = () => titleOf(texts.title);

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  call(listRoles, { signal: request.signal });

export function HydrateFallback() {
  return (
    <Page title={texts.title} lead={texts.lead} wide>
      <SkeletonRows rows={10} />
    </Page>
  );
}

/** The permissions of each role. Changes are reviewed before they are saved. */
export default function PermissionScreen({ loaderData: { permissionList, roles } }: Route.ComponentProps) {
  const { profile } = useSession();
  const editor = {
    mayEdit: can(profile, ["ROLES.EDIT"]),
    isAdmin: profile.isAdmin,
    own: profile.permissions,
  };
  const editing = useRoleDraft(roles, editor);
  const toast = useToast();
  const wide = useMedia("(min-width: 48rem)", true);
  const [filter, setFilter] = useState("");
  const [reviewing, setReviewing] = useState(false);
  const groups = fitting(permissionList.data, filter);
  const found = groups.reduce((sum, { value }) => sum + value.length, 0);
  // Somebody else saved: reload, unless there are changes here; then the server reports the conflict on saving.
  useEvent("rightsChanged", () => {
    if (editing.count === 0) void editing.reload();
  });
  return (
    <Page title={texts.title} lead={texts.lead} wide>
      {!editor.mayEdit && (
        <Banner kind="info" className="mb-4">
          {texts.readOnly}
        </Banner>
      )}
      {editing.restored && (
        <Banner
          kind="info"
          className="mb-4"
          live
          actions={
            <Button size="sm" onClick={editing.discard}>
              {uiTexts.discard}
            </Button>
          }
        >
          {uiTexts.restored}
        </Banner>
      )}
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchInput label={texts.filter} value={filter} onSearch={setFilter} delay={FILTER_MS} />
        <p role="status" className="text-muted tabular-nums">
          {texts.found(found)}
        </p>
        {wide && <p className="ml-auto text-[0.8125rem] text-muted">{texts.keys}</p>}
      </div>
      {found === 0 ? (
        <EmptyState
          icon={<ShieldCheck />}
          title={texts.nothingFits}
          action={<Button onClick={() => setFilter("")}>{uiTexts.clearSearch}</Button>}
        >
          {texts.nothingFitsText}
        </EmptyState>
      ) : wide ? (
        <MatrixTable groups={groups} editing={editing} editor={editor} ownRoles={profile.roles} />
      ) : (
        <RoleList groups={groups} editing={editing} editor={editor} />
      )}
      {editing.count > 0 && (
        <div className="sticky bottom-0 z-10 -mx-4 mt-3 flex flex-wrap items-center gap-2 border-t border-line bg-raised px-4 py-3 shadow-pop sm:-mx-6 sm:px-6">
          <p role="status" className="mr-auto font-medium">
            {texts.unsaved(editing.count)}
          </p>
          <Button onClick={editing.discard}>{texts.discard}</Button>
          <Button tone="primary" onClick={() => setReviewing(true)}>
            {texts.review}
          </Button>
        </div>
      )}
      <ReviewDialog
        open={reviewing}
        editing={editing}
        onClose={() => setReviewing(false)}
        onSaved={() => {
          setReviewing(false);
          toast.success(texts.allSaved);
        }}
      />
    </Page>
  );
}

/** Returns the groups and permissions whose name contains the text. */
function fitting(groups: readonly PermissionGroup[], filter: string): PermissionGroup[] {
  const wanted = filter.trim().toLowerCase();
  const has = (...words: string[]) => words.some((word) => word.toLowerCase().includes(wanted));
  return groups
    .map((group) => ({
      ...group,
      value: group.value.filter(({ name, value }) => has(group.name, name, value)),
    }))
    .filter(({ value }) => value.length > 0);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title={texts.title} wide>
      <LoadFailure error={error} title={texts.failed} />
    </Page>
  );
}
