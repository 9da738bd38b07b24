import { useEffect, useMemo, useState } from "react";
import { call } from "#app/data/api.ts";
import { patch, put } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { keptDraft } from "#app/drafts/storage.ts";
import { useKept } from "#app/drafts/kept-draft.ts";
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
  const [source, setSource] = useState(loaded);
  const [roles, setRoles] = useState(loaded);
  const [left] = useState(() => leftOf(loaded, editor));
  const [draft, setDraft] = useState(left);
  const [restored, setRestored] = useState(left.size > 0);
  const [stale, setStale] = useState(false);
  const { busy, failure, setFailure, send } = useSend({
    refused: ({ status }) => setStale(status === 409),
  });
  const unsaved = useUnsavedGuard(guarding);
  const changes = useMemo(() => changesOf(roles, draft), [roles, draft]);
  const count = changes.reduce((sum, { gains, loses }) => sum + gains.length + loses.length, 0);
  useEffect(() => unsaved.mark(count > 0), [count, unsaved]);
  const kept = useMemo(() => keptOf(changes), [changes]);
  useKept(PLACE, count > 0, kept);
  // Somebody else saved: shown at once unless there are edits; then the server reports the conflict on saving.
  if (source !== loaded) {
    setSource(loaded);
    if (count === 0) setRoles(loaded);
  }
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
    /** The last save was refused because somebody else had saved meanwhile. */
    stale,
    held: (role: RoleSet) => heldBy(role, draft),
    set,
    reset(role: RoleSet) {
      const wanted = defaultsOf(role.id);
      set(role, permissions, false);
      set(role, wanted, true);
    },
    discard() {
      setDraft(nothing);
      setRoles(loaded);
      setFailure("");
    },
    /** Reloads the stored roles; the edits are kept. */
    reload: () =>
      send(
        () => call(listRoles),
        (now) => {
          put(listRoles, {}, now);
          setRoles(now.roles);
          setStale(false);
        },
      ),
    /** Saves role by role; saved ones stay saved when a later one is rejected. Resolves to true when all succeeded. */
    save() {
      setStale(false);
      return send(async () => {
        for (const { role } of changes) {
          const held = heldBy(role, draft);
          const saved = await call(saveRole, {
            params: { role: role.id },
            body: {
              permissions: Object.fromEntries([...held].map((each) => [each, 1 as const])),
              revision: role.revision,
            },
          });
          const withSaved = (now: readonly RoleSet[]) =>
            now.map((each) => (each.id === saved.id ? saved : each));
          setRoles(withSaved);
          patch(listRoles, {}, (now) => ({ ...now, roles: withSaved(now.roles) }));
          setDraft((now) => new Map([...now].filter(([id]) => id !== role.id)));
        }
      });
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
