import { createContext, useContext, useEffect, useMemo, useRef } from "react";
import { type Location, useBlocker } from "react-router";
import { useToast } from "#app/components/ui/toast.tsx";
import { messages } from "#app/messages.ts";
import { createStore, type Store } from "#app/store.ts";

interface Unsaved {
  /** Said by the editor whenever what it holds differs from what is stored. Takes effect at once. */
  mark: (edited: boolean) => void;
  isEdited: () => boolean;
  /** Why somebody was not let go, for the editor to say beside its Save; empty again once nothing is edited. */
  hint: Store<string>;
}

const UnsavedContext = createContext<Unsaved | null>(null);
export const UnsavedProvider = UnsavedContext.Provider;

export function useUnsaved(): Unsaved {
  const unsaved = useContext(UnsavedContext);
  if (!unsaved) throw new Error("useUnsaved needs an agent's container around it");
  return unsaved;
}

/**
 * Keeps an edited intent from being lost: every way out (a link, a tab, Back, another intent) is refused in the
 * specified words, and the browser asks before it reloads. A ref and not a state, so that "saved" counts for the
 * navigation that follows in the same moment.
 */
export function useUnsavedGuard(): Unsaved {
  const edited = useRef(false);
  const toast = useToast();
  const unsaved = useMemo<Unsaved>(() => {
    const hint = createStore("");
    return {
      hint,
      mark: (now) => {
        edited.current = now;
        if (!now) hint.set("");
      },
      isEdited: () => edited.current,
    };
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => edited.current && leaves(currentLocation, nextLocation),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const inside = blocker.location.pathname.endsWith("/intents") || !location.pathname.endsWith("/intents");
    const why = inside ? messages.bots.saveOrDiscard : messages.bots.saveTheIntent;
    toast.warning(why);
    unsaved.hint.set(why);
    blocker.reset();
  }, [blocker, toast, unsaved]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (edited.current) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  return unsaved;
}

/** Searching and showing more of the list leaves the open intent where it is. */
function leaves(from: Location, to: Location): boolean {
  const [here, there] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return (
    from.pathname !== to.pathname || ["story", "intent"].some((name) => here.get(name) !== there.get(name))
  );
}
