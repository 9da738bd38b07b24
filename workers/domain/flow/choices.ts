import { wordsOf } from "#workers/contract/message-body.ts";
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
  const { capabilities } = scene.facts.channel;
  const body = choosing(text, labels, capabilities, key, 1);
  if (body.kind !== "text") scene.say(body);
  else for (const part of numbered(text, labels, capabilities.text)) scene.say({ kind: "text", text: part });
  return [
    { kind: "reply", key: scene.replyKey },
    ...labels.map((_, at) => ({ kind: "button" as const, key: `${key}.${at}` })),
  ];
}

/** The choices as numbered lines, in as many texts as the channel's longest one makes of them. */
function numbered(text: string, labels: readonly string[], most: number): string[] {
  const parts = [text];
  for (const line of ["", ...labels.map((label, at) => `${at + 1}. ${label}`)]) {
    const longer = `${parts.at(-1) ?? ""}\n${line}`;
    if (longer.length <= most) parts[parts.length - 1] = longer;
    else if (line !== "") parts.push(line);
  }
  return parts;
}

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
