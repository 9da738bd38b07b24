import { type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import { folded } from "#workers/contract/who-speaks.ts";
import { choosing } from "#workers/contract/choosing.ts";
import { tokenKey } from "./chance.ts";
import type { RunEvent } from "./cause.ts";
import type { WaitKind } from "./run.ts";
import type { Scene } from "./scene.ts";

/** Asks with options as buttons or a list, or as numbered words where the channel has neither; answers the waits. */
export function offer(
  scene: Scene,
  text: string,
  labels: readonly string[],
): { kind: WaitKind; key: string }[] {
  const key = tokenKey(scene.world.salt, scene.run.id, scene.seq);
  const body = choosing(text, labels, scene.facts.channel.capabilities, key, 1);
  scene.say(body.kind === "text" ? numbered(text, labels) : body);
  return [
    { kind: "reply", key: scene.replyKey },
    ...labels.map((_, at) => ({ kind: "button" as const, key: `${key}.${at}` })),
  ];
}

const numbered = (text: string, labels: readonly string[]): MessageBody => ({
  kind: "text",
  text: [text, "", ...labels.map((label, at) => `${at + 1}. ${label}`)].join("\n"),
});

/** The place of the option that an event chooses: by its button, its words or its number. */
export function chosen(event: RunEvent, labels: readonly string[]): number | undefined {
  if (event.kind === "button") return Number(event.key.split(".").at(-1));
  if (event.kind !== "reply") return undefined;
  const words = folded(wordsOf(event.body));
  const at = labels.findIndex((label) => folded(label) === words);
  if (at >= 0) return at;
  const number = /^\d{1,3}$/.test(words) ? Number(words) - 1 : -1;
  return labels[number] === undefined ? undefined : number;
}
