import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useMedia } from "#app/components/use-media.ts";
import { rolesTexts as texts } from "#texts/roles.ts";
import { uiTexts } from "#texts/ui.ts";
import { keepLive } from "#app/realtime/keep-live.ts";
import { can, useSession } from "#app/session/session.ts";
import { listRoles, type PermissionGroup } from "#workers/contract/endpoints/roles.ts";
import type { Route } from "./+types/permission.ts";
import { MatrixTable } from "./matrix-table.tsx";
import { ReviewDialog } from "./review-dialog.tsx";
import { RoleList } from "./role-list.tsx";
import { useRoleDraft } from "./use-role-draft.ts";

const FILTER_MS = 150;

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  title,
  lead,
  failed,
  wide: true,
  rows: 10,
});

const askAnew = () => void invalidate(listRoles);
const listenForRights = keepLive("rightsChanged", askAnew, askAnew);

export const clientLoader = prefetched(() => {
  listenForRights();
  return load(listRoles);
});

/** The permissions of each role. Changes are reviewed before they are saved. */
export default function PermissionScreen({ loaderData }: Route.ComponentProps) {
  const { profile } = useSession();
  const list = useLoaded(loaderData);
  const { permissionList, roles } = list.answer;
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
  const groups = fitting(named(permissionList.data), filter);
  const found = groups.reduce((sum, { value }) => sum + value.length, 0);
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
      <NotRefreshed list={list} />
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

const GROUPS: Record<string, string> = texts.groups;
const ITEMS: Record<string, string> = texts.items;

/** In the words of the console, whose language the server's need not be. */
const named = (groups: readonly PermissionGroup[]): PermissionGroup[] =>
  groups.map((group) => ({
    ...group,
    name: GROUPS[group.id] ?? group.name,
    value: group.value.map((item) => ({ ...item, name: ITEMS[item.id] ?? item.name })),
  }));

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
