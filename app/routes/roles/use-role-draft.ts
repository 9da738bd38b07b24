import { useEffect, useMemo, useState } from "react";
import { ApiError, call, request } from "#app/data/api.ts";
import { keptDraft } from "#app/drafts/storage.ts";
import { useKept } from "#app/drafts/kept-draft.ts";
import { errorsTexts } from "#texts/errors.ts";
import { rolesTexts } from "#texts/roles.ts";
import { useUnsavedGuard } from "#app/drafts/unsaved.ts";
import { listRoles, type RoleSet, saveRole } from "#workers/contract/endpoints/roles.ts";
import { permissions, type Permission } from "#workers/contract/permissions.ts";
import { isRole, roles as roleTable } from "#workers/contract/roles.ts";
import {
  changesOf,
  heldBy,
  keptOf,
  obstacleOf,
  takenUp,
  withGrants,
  type Editor,
  type KeptRoles,
  type RoleDraft,
} from "./role-draft.ts";

const nothing: RoleDraft = new Map();
const PLACE = "roles";
const guarding = {
  leaves: (from: { pathname: string }, to: { pathname: string }) => from.pathname !== to.pathname,
  why: () => rolesTexts.leave,
};

/** Holds the stored roles and the edits to them, and saves these. */
export function useRoleDraft(loaded: readonly RoleSet[], editor: Editor) {
  const [roles, setRoles] = useState(loaded);
  const [left] = useState(() => leftOf(loaded, editor));
  const [draft, setDraft] = useState(left);
  const [restored, setRestored] = useState(left.size > 0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ text: string; stale: boolean }>();
  const unsaved = useUnsavedGuard(guarding);
  const changes = useMemo(() => changesOf(roles, draft), [roles, draft]);
  const count = changes.reduce((sum, { gains, loses }) => sum + gains.length + loses.length, 0);
  useEffect(() => unsaved.mark(count > 0), [count, unsaved]);
  const kept = useMemo(() => keptOf(changes), [changes]);
  useKept(PLACE, count > 0, kept);
  // Edits made after everything was saved or discarded are new, not restored.
  if (restored && count === 0) setRestored(false);

  const set = (role: RoleSet, which: readonly Permission[], on: boolean) => {
    const free = which.filter((each) => obstacleOf(editor, role, each) === undefined);
    setDraft((now) => withGrants(now, role, free, on));
  };
  return {
    roles,
    changes,
    count,
    restored,
    busy,
    failure,
    held: (role: RoleSet) => heldBy(role, draft),
    set,
    reset(role: RoleSet) {
      const wanted = defaultsOf(role.id);
      set(role, permissions, false);
      set(role, wanted, true);
    },
    discard() {
      setDraft(nothing);
      setFailure(undefined);
    },
    /** Reloads the stored roles; the edits are kept. */
    async reload() {
      setRoles((await call(listRoles)).roles);
      setFailure(undefined);
    },
    /** Saves role by role; saved ones stay saved when a later one is rejected. Resolves to true when all succeeded. */
    async save(): Promise<boolean> {
      setBusy(true);
      setFailure(undefined);
      try {
        for (const { role } of changes) {
          const held = heldBy(role, draft);
          const { payload } = await request(saveRole, {
            params: { role: role.id },
            body: {
              permissions: Object.fromEntries([...held].map((each) => [each, 1 as const])),
              revision: role.revision,
            },
          });
          setRoles((now) => now.map((each) => (each.id === role.id ? payload : each)));
          setDraft((now) => new Map([...now].filter(([id]) => id !== role.id)));
        }
        return true;
      } catch (error) {
        const refused = error instanceof ApiError ? error : undefined;
        setFailure({ text: refused?.message ?? errorsTexts.internal, stale: refused?.status === 409 });
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
export type RoleEditing = ReturnType<typeof useRoleDraft>;

/** The draft kept from before a reload or the end of a session. */
function leftOf(loaded: readonly RoleSet[], editor: Editor): RoleDraft {
  const kept = keptDraft<KeptRoles>(PLACE);
  return Array.isArray(kept) ? takenUp(kept, loaded, editor) : nothing;
}

/** The default permissions of a role. */
const defaultsOf = (role: number): readonly Permission[] => (isRole(role) ? roleTable[role].defaults : []);

/** Tells whether a role has exactly its default permissions. */
export function hasDefaults(role: RoleSet, held: ReadonlySet<Permission>): boolean {
  const wanted = defaultsOf(role.id);
  return held.size === wanted.length && wanted.every((each) => held.has(each));
}
