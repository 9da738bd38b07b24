import type { DraftKind, DraftPlace } from "#workers/contract/automation-events.ts";
import type { Watcher } from "#workers/contract/socket.ts";
import { topicOf } from "#workers/contract/topics.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import type { HandlerContext } from "./mount.ts";

type Context = Pick<HandlerContext, "c" | "ctx">;

/** Lets a person's own socket hear of a topic that they have been seen to see. One that is gone by now asks again when it is back. */
export async function watch(
  { c, ctx: { enterpriseId, actor } }: Context,
  { socketId, topic, edits, place }: { socketId: string; topic: string } & Pick<Watcher, "edits" | "place">,
): Promise<null> {
  const { userId, name } = actor;
  await hubOf(c.env, enterpriseId).watch({ socketId, userId, name, topic, edits, place });
  return null;
}

/** The same for a draft; who may not edit it only looks on. */
export const watchDraft = (
  context: Context,
  draft: { kind: DraftKind; id: string; mayEdit: boolean },
  { socketId, takeOver, place }: { socketId: string; takeOver: boolean; place?: DraftPlace | undefined },
): Promise<null> =>
  watch(context, {
    socketId,
    topic: topicOf.draft(draft.kind, draft.id),
    edits: draft.mayEdit ? (takeOver ? "takes" : "may") : undefined,
    place,
  });

/** Tells those who have a draft open that it has been saved; who misses it is told when they save. */
export function tellSaved({ c, ctx }: Context, kind: DraftKind, id: string, revision: number): void {
  const told = hubOf(c.env, ctx.enterpriseId).tellTopics([
    { topic: topicOf.draft(kind, id), event: { action: "draftSaved", data: { kind, id, revision } } },
  ]);
  c.executionCtx.waitUntil(told.catch(() => undefined));
}
