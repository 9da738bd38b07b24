import { automationTexts } from "#texts/automation.ts";
import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { msOf } from "#workers/contract/automation/parts.ts";
import { behaves, leave, stay } from "../node.ts";
import type { Scene } from "../scene.ts";
import { Trouble } from "../trouble.ts";

const texts = automationTexts.failures;

export const bot = behaves(nodeTypes.bot, {
  enter(scene, { botId, intents, timeout }) {
    mustAnswer(scene, botId);
    const until = scene.now + msOf(timeout);
    const key = scene.emit({
      kind: "bot",
      ...(botId !== undefined && { botId }),
      intents: intents.map(({ id }) => id),
      until,
    });
    return stay([{ kind: "bot", key }], until, { memory: { key } });
  },
  resume(scene, { intents }, signal) {
    if (signal.kind === "timer") {
      scene.emit({ kind: "endBot", of: (scene.run.memory as { key: string }).key });
      return leave("gaveUp", null, "timeout");
    }
    if (signal.kind !== "event" || signal.event.kind !== "bot") return undefined;
    const { what, intentId } = signal.event;
    if (what !== "intent") return leave(what);
    // An intent that was not chosen is the bot's own matter.
    return intents.some(({ id }) => id === intentId) ? leave(`intent:${intentId}`) : undefined;
  },
});

/** A floor that nobody takes would leave the person without an answer. */
function mustAnswer({ facts }: Scene, botId: string | undefined): void {
  const isThere =
    botId === undefined ? facts.channel.botId !== null : facts.library?.bots.has(botId) !== false;
  if (!isThere) throw new Trouble("noBot", botId === undefined ? texts.noChannelBot : texts.noBot);
}
