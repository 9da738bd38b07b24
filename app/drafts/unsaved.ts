import { createContext, useContext, useEffect, useId, useMemo, useRef } from "react";
import { type Location, useBlocker } from "react-router";
import { useToast } from "#app/components/ui/toast.tsx";
import { isLeaving } from "#app/session/leaving.ts";
import { createStore, type Store } from "#app/lib/store.ts";

interface Unsaved {
  /** Called by the editor whenever its content differs from the stored one. Takes effect at once. */
  mark: (edited: boolean) => void;
  /** The same for a screen of several forms that are saved apart. */
  part: (id: string, edited: boolean) => void;
  isEdited: () => boolean;
  /** Reason why leaving was refused, for the editor to show beside its Save; empty again once nothing is unsaved. */
  hint: Store<string>;
}

const UnsavedContext = createContext<Unsaved | null>(null);
export const UnsavedProvider = UnsavedContext.Provider;

/** Unsaved edits anywhere on the screen, for code that is about to leave the console altogether. */
const guards = new Set<{ readonly current: boolean }>();
export const isAnythingUnsaved = (): boolean => [...guards].some(({ current }) => current);

/** Lets the browser ask before a reload, and the console before it signs out, while something is edited. */
export function useAskingBefore(edited: { readonly current: boolean }): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      // Where the session is over, the draft is kept and nobody can choose.
      if (edited.current && !isLeaving()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    guards.add(edited);
    return () => {
      removeEventListener("beforeunload", ask);
      guards.delete(edited);
    };
  }, [edited]);
}

export function useUnsaved(): Unsaved {
  const unsaved = useContext(UnsavedContext);
  if (!unsaved) throw new Error("useUnsaved needs an UnsavedProvider around it");
  return unsaved;
}

/** Marks one of several parts of a screen; each of them counts for itself. */
export function useMarked(edited: boolean): void {
  const { part } = useUnsaved();
  const id = useId();
  useEffect(() => {
    part(id, edited);
    return () => part(id, false);
  }, [edited, id, part]);
}

interface Guarding {
  /** Whether going from here to there leaves the edited content. */
  leaves: (from: Location, to: Location) => boolean;
  /** The message when leaving is refused. */
  why: (to: Location) => string;
}

/**
 * Keeps unsaved edits from being lost: every way out (a link, a tab, Back) is refused with a reason, and the browser
 * asks before it reloads. A ref and not a state, so that "saved" counts for a navigation that follows in the same tick.
 */
export function useUnsavedGuard({ leaves, why }: Guarding): Unsaved {
  const edited = useRef(false);
  const toast = useToast();
  const unsaved = useMemo<Unsaved>(() => {
    const hint = createStore("");
    const parts = new Set<string>();
    const mark = (now: boolean) => {
      edited.current = now;
      if (!now) hint.set("");
    };
    return {
      hint,
      mark,
      part: (id, now) => {
        if (now) parts.add(id);
        else parts.delete(id);
        mark(parts.size > 0);
      },
      isEdited: () => edited.current,
    };
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => edited.current && leaves(currentLocation, nextLocation),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const reason = why(blocker.location);
    toast.warning(reason);
    unsaved.hint.set(reason);
    blocker.reset();
  }, [blocker, toast, unsaved, why]);
  useAskingBefore(edited);
  return unsaved;
}
