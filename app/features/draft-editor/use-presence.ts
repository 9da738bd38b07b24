import { useEffect, useRef, useState } from "react";
import { call } from "#app/data/api.ts";
import type { Work } from "#app/features/autosave/use-work.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { useTopic } from "#app/realtime/use-topic.ts";
import { useSession } from "#app/session/session.ts";
import type { DraftKind } from "#workers/contract/automation-events.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import { watchFormDraft } from "#workers/contract/endpoints/forms.ts";
import { watchWaFlowDraft } from "#workers/contract/endpoints/wa-flows.ts";
import type { EventData } from "#workers/contract/socket.ts";
import { topicOf } from "#workers/contract/topics.ts";

const CALLS = {
  journey: automationDoors.journey.watchDraft,
  encap: automationDoors.encap.watchDraft,
  form: watchFormDraft,
  flow: watchWaFlowDraft,
} as const satisfies Record<DraftKind, unknown>;

export interface Presence {
  /** Others who have the draft open. */
  others: readonly string[];
  /** The current editor, where it is not this tab: somebody's name, or one's own other tab. */
  editor: { name: string; isMe: boolean } | undefined;
  takeOver: () => void;
}

/**
 * Other people who have a draft open. One tab edits it: the first, until it is gone or somebody takes over; others look
 * on, and see each save. A tab whose connection broke keeps its role. Without a socket everybody edits, and the draft's
 * revision is the fence, as always.
 */
export function usePresence(
  { kind, id }: { kind: DraftKind; id: string },
  work: Pick<Work<unknown, never>, "save" | "flush" | "refresh">,
): Presence {
  const { profile } = useSession();
  const [known, setKnown] = useState<EventData<"draftWatched">>();
  // A socket that takes the last one's place has its place among those who edit, too.
  const place = (known?.kind === kind && known.id === id && known.place) || undefined;
  const ask = (socketId: string, takeOver = false) =>
    call(CALLS[kind], { params: { id }, body: { socketId, takeOver, place } });
  const socketId = useTopic(topicOf.draft(kind, id), ask);
  useEvent("draftWatched", (data) => data.kind === kind && data.id === id && setKnown(data));
  useEvent("draftSaved", (data) => data.kind === kind && data.id === id && work.refresh(data.revision));
  const here = socketId === undefined ? undefined : known;
  const isTaken = here !== undefined && here.editor !== null && !here.isMine;
  // Edits from the last second before a takeover must reach whoever took over.
  const flush = useRef(work.flush);
  useEffect(() => {
    flush.current = work.flush;
  });
  useEffect(() => {
    if (isTaken) void flush.current();
  }, [isTaken]);
  return {
    others: here?.people.flatMap(({ uId, name }) => (uId === profile.uId ? [] : [name])) ?? [],
    editor:
      isTaken && here.editor ? { name: here.editor.name, isMe: here.editor.uId === profile.uId } : undefined,
    takeOver: () => {
      if (socketId !== undefined) void ask(socketId, true).catch(() => undefined);
    },
  };
}
