import { EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import type { Content } from "#workers/contract/automation/nodes/messages.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { automationTexts } from "#texts/automation.ts";
import { behaves, leave } from "../node.ts";
import type { Scene } from "../scene.ts";
import { Trouble } from "../trouble.ts";

const texts = automationTexts.failures;

export const sendMessage = behaves(nodeTypes.sendMessage, {
  enter(scene, { variants }) {
    const { type } = scene.facts.channel;
    const variant =
      variants.find(({ channel }) => channel === type) ??
      variants.find(({ channel }) => channel === EVERY_CHANNEL);
    if (!variant) throw new Trouble("noVariant", texts.noVariant);
    const { content } = variant;
    if (content.kind === "richCard") {
      scene.mayTalk();
      const { library } = scene.facts;
      const body = library?.cards.get(content.cardId);
      if (library && !body) throw new Trouble("noCard", texts.noCard);
      if (body) scene.mustCarry(body.kind);
      scene.emit({ kind: "richCard", cardId: content.cardId });
      return leave("next", { cardId: content.cardId });
    }
    const body = bodyOf(scene, content);
    scene.say(body);
    return leave("next", { kind: body.kind });
  },
});

function bodyOf(scene: Scene, content: Exclude<Content, { kind: "richCard" }>): MessageBody {
  const shown = (source: string | undefined): string | undefined =>
    source === undefined ? undefined : scene.text(source);
  switch (content.kind) {
    case "text":
      return { kind: "text", text: scene.text(content.text) };
    case "location": {
      const { latitude, longitude } = content;
      const [name, address] = [shown(content.name), shown(content.address)];
      return { kind: "location", latitude, longitude, ...(name && { name }), ...(address && { address }) };
    }
    case "image":
    case "video":
    case "audio":
    case "document": {
      const { fileId, url } = content;
      const caption = shown(content.caption);
      return {
        kind: content.kind,
        medium: { ...(fileId && { fileId }), ...(url && { url: scene.text(url) }) },
        ...(caption && { caption }),
      };
    }
    default:
      return content satisfies never;
  }
}
