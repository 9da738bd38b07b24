import type { ChangedMessage } from "#workers/contract/chat-events.ts";

/** Later messages that are about one: its words as they are now, that it was withdrawn, and reactions to it. */
export interface Fold {
  edited?: string;
  isDeleted?: boolean;
  /** The last of each side; none where it was taken back. */
  reactions: Partial<Record<ChangedMessage["direction"], string>>;
}

export interface Folds {
  of: ReadonlyMap<string, Fold>;
  /** Ids of messages that are shown at those that they are about. */
  folded: ReadonlySet<string>;
}

/** Puts edits, withdrawals and reactions to the messages that they name; those of what is not here stay as they are. */
export function foldsOf(messages: readonly ChangedMessage[]): Folds {
  const known = new Set(messages.map(({ id }) => id));
  const of = new Map<string, Fold>();
  const folded = new Set<string>();
  for (const { id, about, body, direction } of messages.toSorted((a, b) => a.seq - b.seq)) {
    if (!about || !body || !known.has(about)) continue;
    const fold = of.get(about) ?? { reactions: {} };
    if (body.kind === "edit") fold.edited = body.text;
    else if (body.kind === "revoke") fold.isDeleted = true;
    else if (body.kind === "reaction") fold.reactions = { ...fold.reactions, [direction]: body.emoji };
    else continue;
    of.set(about, fold);
    folded.add(id);
  }
  return { of, folded };
}
