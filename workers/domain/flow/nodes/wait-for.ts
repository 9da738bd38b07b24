import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import type { Awaited } from "#workers/contract/automation/nodes/waits.ts";
import { msOf } from "#workers/contract/automation/parts.ts";
import type { NodeDataOf } from "../data.ts";
import { behaves, leave, stay } from "../node.ts";
import type { RunEvent } from "../cause.ts";
import type { WaitKind } from "../run.ts";
import type { Scene } from "../scene.ts";

type Expected = NodeDataOf<"waitFor">["events"][number];

const KINDS: Record<Awaited, WaitKind> = {
  reply: "reply",
  delivered: "message",
  read: "message",
  failed: "message",
  click: "message",
  event: "event",
  payment: "payment",
  flow: "flow",
  chatClosed: "chat",
  runEnded: "child",
};
/** Where the latest of a kind is remembered. */
const LATEST: Partial<Record<WaitKind, string>> = {
  message: "",
  flow: "",
  payment: "#payment",
  chat: "#chat",
  child: "#child",
};

export const waitFor = behaves(nodeTypes.waitFor, {
  enter(scene, { events, timeout }) {
    const waits = new Map(
      events.flatMap((each) => {
        const key = keyOf(scene, each);
        const kind = KINDS[each.kind];
        return key === undefined ? [] : [[`${kind} ${key}`, { kind, key }] as const];
      }),
    );
    return stay([...waits.values(), { kind: "time", key: "" }], scene.now + msOf(timeout));
  },
  resume(scene, { events }, signal) {
    if (signal.kind !== "event") return leave("timeout", null, "timeout");
    const { event } = signal;
    const met = events.find((each) => keyOf(scene, each) === event.key && isMet(each.kind, event));
    // As after a form: what was answered has the same names.
    if (met && event.kind === "flow") scene.hear({ form: event.values });
    return met && leave(`event:${met.id}`, { event: met.id });
  },
});

/** Undefined for something that cannot come, such as news of a message that was never sent. */
function keyOf(scene: Scene, { kind, key, of }: Expected): string | undefined {
  if (kind === "reply") return scene.replyKey;
  if (kind === "event") return key;
  return scene.run.sent[of ?? LATEST[KINDS[kind]] ?? ""];
}

const STATUSES: Partial<Record<Awaited, string>> = {
  delivered: "delivered",
  read: "read",
  failed: "failed",
  click: "clicked",
};

function isMet(kind: Awaited, event: RunEvent): boolean {
  if (KINDS[kind] !== event.kind) return false;
  if (event.kind === "message") {
    // A message that was read was received, too.
    return event.status === STATUSES[kind] || (kind === "delivered" && event.status === "read");
  }
  return event.kind !== "chat" || event.what === "closed";
}
