import { automationTryTexts } from "#texts/automation-try.ts";
import type { GraphNode } from "#workers/contract/automation/graph.ts";
import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { channelTypeName, type ChannelType, EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import { choosing } from "#workers/contract/choosing.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { type Components, components } from "#workers/contract/templates/template.ts";

const texts = automationTryTexts.preview;

/** A step's message on a channel, as a template's components; or why there is nothing to show. */
export type Previewed = { components: Components; note?: string } | { none: string };

const HEADERS = { image: "IMAGE", video: "VIDEO", document: "DOCUMENT", audio: "DOCUMENT" } as const;

/** A message or buttons as they are typed; templates are the channel's own and have to be asked for. */
export function previewed({ type, data }: Pick<GraphNode, "type" | "data">, channel: ChannelType): Previewed {
  if (type === "buttons") {
    const read = nodeTypes.buttons.schema.safeParse(data);
    return read.success ? offered(read.data.text, read.data.options, channel) : { none: texts.half };
  }
  const read = nodeTypes.sendMessage.schema.safeParse(data);
  if (!read.success) return { none: texts.half };
  const { variants } = read.data;
  const variant =
    variants.find((each) => each.channel === channel) ??
    variants.find((each) => each.channel === EVERY_CHANNEL);
  if (!variant) return { none: texts.noVariant(channelTypeName(channel)) };
  const { content } = variant;
  switch (content.kind) {
    case "text":
      return { components: components.parse({ body: { text: content.text } }) };
    case "location": {
      const words = [content.name, content.address, `${content.latitude}, ${content.longitude}`];
      return { components: components.parse({ body: { text: words.filter(Boolean).join("\n") } }) };
    }
    case "richCard":
      return { none: texts.richCard };
    default: {
      const { kind, fileId, caption = "" } = content;
      const format = HEADERS[kind];
      const medium = fileId === undefined ? null : { fileId, name: texts.media[kind] };
      return { components: components.parse({ header: { format, medium }, body: { text: caption } }) };
    }
  }
}

/** Options as the channel carries them: buttons, a list, or numbered words. */
function offered(text: string, options: readonly { label: string }[], channel: ChannelType): Previewed {
  const labels = options.map(({ label }) => label);
  const body = choosing(text, labels, simulatorCapabilities(channel), "preview", 1);
  const button = (label: string) => ({ type: "QUICK_REPLY", text: label });
  if (body.kind === "buttons") {
    return { components: components.parse({ body: { text }, buttons: labels.map(button) }) };
  }
  if (body.kind === "list") {
    const rows = labels.map((label) => `○ ${label}`).join("\n");
    return {
      components: components.parse({ body: { text: `${text}\n\n${rows}` }, buttons: [button(body.open)] }),
      note: texts.list,
    };
  }
  const numbered = labels.map((label, at) => `${at + 1}. ${label}`).join("\n");
  return { components: components.parse({ body: { text: `${text}\n\n${numbered}` } }), note: texts.numbered };
}
