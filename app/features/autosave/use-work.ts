import { useEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "#app/data/api.ts";
import { useKept } from "#app/drafts/kept-draft.ts";
import { keptDraft } from "#app/drafts/storage.ts";
import { type Autosave, autosave, type SaveState } from "./autosave.ts";
import { begin, type History, record, redo, undo } from "./history.ts";

interface Stored {
  revision: number;
  updatedAt: string;
}

interface Options<Value, Draft extends Stored, Answer extends { revision: number }> {
  /** Under which the tab keeps what could not be saved. */
  name: string;
  /** As it was opened. */
  draft: Draft;
  valueOf: (draft: Draft) => Value;
  save: (value: Value, revision: number) => Promise<Answer>;
  /** The draft as it is stored now. */
  fetch: () => Promise<Draft>;
  onSaved: (answer: Answer) => void;
  /** Somebody else's draft, or an older version, is what is worked on from now. */
  onTaken: (draft: Draft) => void;
}

export interface Work<Value, Draft> {
  value: Value;
  save: SaveState;
  /** Somebody else's draft, where both have changed it. */
  theirs: Draft | undefined;
  revision: () => number;
  undoes: number;
  redoes: number;
  isRestored: boolean;
  change: (edit: (value: Value) => Value, gesture?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Sends what waits; true when everything is saved. */
  flush: () => Promise<boolean>;
  takeTheirs: () => void;
  keepMine: () => void;
  /** Takes a draft that a call has stored already, as one change. */
  take: (draft: Draft) => void;
  /** Takes what somebody else has saved by now, where nothing here is unsaved; else the next save asks which of the two stays. */
  refresh: (revision: number) => void;
}

/** A draft that is worked on: undo, saving by itself, and the choice where somebody else has saved too. */
export function useWork<Value, Draft extends Stored, Answer extends { revision: number }>({
  name,
  draft,
  valueOf,
  save: send,
  fetch,
  onSaved,
  onTaken,
}: Options<Value, Draft, Answer>): Work<Value, Draft> {
  /** The work left unsaved last time; where somebody has saved since, the save asks which of the two to keep. */
  const [kept] = useState(() => keptDraft<{ value: Value; revision: number }>(name));
  const [opened] = useState(() => valueOf(draft));
  const [history, setHistory] = useState(() => (kept ? record(begin(opened), kept.value) : begin(opened)));
  const now = useRef(history);
  const [save, setSave] = useState<SaveState>({ kind: "saved", at: Date.parse(draft.updatedAt) });
  const latest = useRef(save);
  const [theirs, setTheirs] = useState<Draft>();
  const saver = useRef<Autosave<Value>>(undefined);

  useEffect(() => {
    const own = autosave<Value, Answer>({
      revision: kept?.revision ?? draft.revision,
      at: Date.parse(draft.updatedAt),
      save: send,
      refusalOf: (error) => ({
        status: error instanceof ApiError ? error.status : 0,
        message: messageOf(error),
      }),
      onSaved,
      onState: (state) => {
        latest.current = state;
        setSave(state);
        if (state.kind !== "conflict") return setTheirs(undefined);
        fetch().then(setTheirs, () => {});
      },
    });
    saver.current = own;
    if (now.current.present !== opened) own.change(now.current.present);
    const again = () => void own.flush();
    addEventListener("online", again);
    return () => {
      removeEventListener("online", again);
      own.stop();
      if (saver.current === own) saver.current = undefined;
    };
    // A draft is worked on from as it was opened; its owner mounts another one anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const become = (next: History<Value>, tells = true) => {
    if (next === now.current) return;
    const changed = next.present !== now.current.present;
    now.current = next;
    setHistory(next);
    if (changed && tells) saver.current?.change(next.present);
  };
  const take = (other: Draft) => {
    saver.current?.take(other.revision);
    setTheirs(undefined);
    onTaken(other);
    become(record(now.current, valueOf(other)), false);
  };
  const revision = () => saver.current?.revision() ?? kept?.revision ?? draft.revision;
  useKept(name, save.kind !== "saved", { value: history.present, revision: revision() });

  return {
    value: history.present,
    save,
    theirs,
    revision,
    undoes: history.past.length,
    redoes: history.future.length,
    isRestored: kept !== undefined,
    change: (edit, gesture) => become(record(now.current, edit(now.current.present), gesture)),
    undo: () => become(undo(now.current)),
    redo: () => become(redo(now.current)),
    flush: async () => (await saver.current?.flush()) ?? true,
    takeTheirs: () => theirs && take(theirs),
    keepMine: () => {
      if (theirs) void saver.current?.keep(theirs.revision);
    },
    take,
    refresh: (saved) => {
      if (latest.current.kind !== "saved" || saved <= revision()) return;
      // Asked for late: whoever has begun to type meanwhile is asked as they save.
      fetch().then(
        (other) => latest.current.kind === "saved" && other.revision > revision() && take(other),
        () => {},
      );
    },
  };
}
