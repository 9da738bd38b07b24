/** Undo and redo with one entry a gesture: typing into one field is one entry, however many letters it had. */
export interface History<Value> {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  /** The gesture of the last entry; the same gesture again goes into the same entry. */
  gesture?: string | undefined;
}

const MOST = 200;

export const begin = <Value>(present: Value): History<Value> => ({ past: [], present, future: [] });

export function record<Value>(history: History<Value>, next: Value, gesture?: string): History<Value> {
  if (Object.is(next, history.present)) return history;
  if (gesture !== undefined && gesture === history.gesture) return { ...history, present: next, future: [] };
  return { past: [...history.past, history.present].slice(-MOST), present: next, future: [], gesture };
}

export function undo<Value>({ past, present, future, ...rest }: History<Value>): History<Value> {
  const last = past.at(-1);
  if (last === undefined) return { past, present, future, ...rest };
  return { past: past.slice(0, -1), present: last, future: [present, ...future] };
}

export function redo<Value>({ past, present, future, ...rest }: History<Value>): History<Value> {
  const [first, ...later] = future;
  if (first === undefined) return { past, present, future, ...rest };
  return { past: [...past, present], present: first, future: later };
}
