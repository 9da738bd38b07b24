/** Keeps a changing value saved: a second after the last change, one save at a time, never over somebody else's. */

export const AUTOSAVE_MS = 1_000;
export const AGAIN_MS = 5_000;

export type SaveState =
  | { kind: "saved"; at: number }
  | { kind: "waiting" }
  | { kind: "saving" }
  /** It could not be sent, and is tried again. */
  | { kind: "failed"; sentence: string }
  /** The server will not have it as it is; the next change is tried. */
  | { kind: "refused"; sentence: string }
  /** Somebody else has saved; nothing is sent until the choice is made. */
  | { kind: "conflict"; sentence: string };

interface Refusal {
  status: number;
  message: string;
}

interface Options<Value, Answer extends { revision: number }> {
  revision: number;
  at: number;
  save: (value: Value, revision: number) => Promise<Answer>;
  refusalOf: (error: unknown) => Refusal;
  onSaved: (answer: Answer, value: Value) => void;
  onState: (state: SaveState) => void;
  now?: () => number;
}

export interface Autosave<Value> {
  change: (value: Value) => void;
  /** Sends at once what waits; true when everything is saved. */
  flush: () => Promise<boolean>;
  /** Takes somebody else's version as what is stored; nothing of mine is sent. */
  take: (revision: number) => void;
  /** Saves mine over a version that was looked at. */
  keep: (revision: number) => Promise<boolean>;
  revision: () => number;
  stop: () => void;
}

/** Whether trying the same again may help. */
const passes = (status: number): boolean => status === 0 || status === 429 || status >= 500;

export function autosave<Value, Answer extends { revision: number }>({
  revision: first,
  at,
  save,
  refusalOf,
  onSaved,
  onState,
  now = Date.now,
}: Options<Value, Answer>): Autosave<Value> {
  let revision = first;
  let state: SaveState = { kind: "saved", at };
  let unsent: { value: Value } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<boolean> | undefined;
  let stopped = false;

  const become = (next: SaveState) => {
    state = next;
    if (!stopped) onState(next);
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  };

  async function send(): Promise<boolean> {
    while (unsent && state.kind !== "conflict") {
      const sent = unsent;
      become({ kind: "saving" });
      try {
        const answer = await save(sent.value, revision);
        revision = answer.revision;
        if (unsent === sent) unsent = undefined;
        onSaved(answer, sent.value);
      } catch (error) {
        const { status, message } = refusalOf(error);
        if (status === 409) become({ kind: "conflict", sentence: message });
        else if (passes(status)) {
          become({ kind: "failed", sentence: message });
          if (!stopped) later(AGAIN_MS);
        } else become({ kind: "refused", sentence: message });
        return false;
      }
    }
    if (state.kind === "saving") become({ kind: "saved", at: now() });
    return unsent === undefined;
  }

  const flush = (): Promise<boolean> => {
    clearTimeout(timer);
    sending ??= send().finally(() => (sending = undefined));
    return sending;
  };

  return {
    change(value) {
      unsent = { value };
      if (state.kind === "conflict" || stopped) return;
      if (!sending) become({ kind: "waiting" });
      later(AUTOSAVE_MS);
    },
    flush,
    take(theirs) {
      clearTimeout(timer);
      revision = theirs;
      unsent = undefined;
      become({ kind: "saved", at: now() });
    },
    keep(theirs) {
      revision = theirs;
      if (state.kind === "conflict") become({ kind: "waiting" });
      return flush();
    },
    revision: () => revision,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
