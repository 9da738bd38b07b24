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

type Node = Pick<GraphNode, "type" | "data">;

/** As much as a preview's parts take. */
const SHOWN = 4_096;
const cut = (text: string) => text.slice(0, SHOWN);

const words = (text: string, note?: string): Previewed => ({
  components: components.parse({ body: { text: cut(text) } }),
  ...(note !== undefined && { note }),
});
const HALF: Previewed = { none: texts.half };

/** The first words of each type of step, as they are typed; templates are the channel's own and have to be asked for. */
const SAID: Record<string, (data: Node["data"], channel: ChannelType) => Previewed> = {
  buttons(data, channel) {
    const read = nodeTypes.buttons.schema.safeParse(data);
    return read.success ? offered(read.data.text, read.data.options, channel) : HALF;
  },
  ask(data, channel) {
    const read = nodeTypes.ask.schema.safeParse(data);
    if (!read.success) return HALF;
    const { text, answer } = read.data;
    if (answer.kind !== "choice") return words(text);
    return offered(
      text,
      answer.options.map((label) => ({ label })),
      channel,
    );
  },
  form(data) {
    const read = nodeTypes.form.schema.safeParse(data);
    if (!read.success) return HALF;
    const { text, button, as } = read.data;
    return as === "link" ? withButton(text, button, texts.formLink) : words(text, texts.formChat);
  },
  whatsappFlow(data) {
    const read = nodeTypes.whatsappFlow.schema.safeParse(data);
    return read.success ? withButton(read.data.text, read.data.button) : HALF;
  },
  payment(data) {
    const read = nodeTypes.payment.schema.safeParse(data);
    return read.success ? words(read.data.text, texts.paymentLink) : HALF;
  },
  sendMail(data) {
    const read = nodeTypes.sendMail.schema.safeParse(data);
    if (!read.success) return HALF;
    const { subject, text } = read.data;
    return {
      components: components.parse({
        header: { format: "TEXT", text: cut(subject) },
        body: { text: cut(text) },
      }),
      note: texts.mail,
    };
  },
  sendSms(data) {
    const read = nodeTypes.sendSms.schema.safeParse(data);
    return read.success ? words(read.data.text) : HALF;
  },
};

export function previewed({ type, data }: Node, channel: ChannelType): Previewed {
  const said = SAID[type];
  if (said) return said(data, channel);
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
      const place = [content.name, content.address, `${content.latitude}, ${content.longitude}`];
      return { components: components.parse({ body: { text: place.filter(Boolean).join("\n") } }) };
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

const withButton = (text: string, button: string, note?: string): Previewed => ({
  components: components.parse({
    body: { text: cut(text) },
    buttons: [{ type: "QUICK_REPLY", text: button }],
  }),
  ...(note !== undefined && { note }),
});

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
