import { z } from "zod";
import { automationNodesTexts as texts } from "#texts/automation-nodes.ts";
import { EVERY_CHANNEL, isChannelType } from "#workers/contract/channel-types.ts";
import { mediaKinds } from "#workers/contract/message-body.ts";
import { error, failure, mappingUses, next, nodeType, textUse, type Use } from "../node-type.ts";
import { filled, refId, retry, template, templateMapping } from "../parts.ts";

const { fields, describe, remarks, labels } = texts;

const content = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("text"), text: filled }),
    z.strictObject({
      kind: z.enum(mediaKinds),
      /** Of the drive, or an address, which may have names in it. */
      fileId: refId.optional(),
      url: template.optional(),
      caption: template.optional(),
    }),
    z.strictObject({
      kind: z.literal("location"),
      latitude: z.number(fields.number).min(-90, fields.number).max(90, fields.number),
      longitude: z.number(fields.number).min(-180, fields.number).max(180, fields.number),
      name: template.optional(),
      address: template.optional(),
    }),
    z.strictObject({ kind: z.literal("richCard"), cardId: refId }),
  ],
  fields.choose,
);
export type Content = z.infer<typeof content>;

const variant = z.strictObject({
  channel: z
    .int(fields.choose)
    .refine((code) => code === EVERY_CHANNEL || isChannelType(code), fields.choose),
  content,
});

const TEXTS = ["text", "url", "caption", "name", "address"] as const;
const contentUses = (field: string, given: Content): Use[] =>
  TEXTS.flatMap((key) => textUse(`${field}.${key}`, (given as Partial<Record<typeof key, string>>)[key]));

export const sendMessage = nodeType({
  group: "messages",
  label: labels.sendMessage,
  schema: z.strictObject({ variants: z.array(variant, fields.list).max(12, fields.many(12)).default([]) }),
  ports: () => [next, failure("noWindow"), error],
  uses: ({ variants }) => variants.flatMap((each, at) => contentUses(`variants.${at}.content`, each.content)),
  describe: ({ variants }) => {
    const [first] = variants;
    if (!first) return describe.sendNothing;
    return describe.sendMessage(
      "text" in first.content ? first.content.text : (texts.kinds[first.content.kind] ?? ""),
    );
  },
  remarks: ({ variants }) => [
    ...(variants.length === 0
      ? [
          {
            field: "variants",
            code: "noVariant" as const,
            sentence: remarks.noVariant,
            severity: "error" as const,
          },
        ]
      : []),
    ...variants.flatMap(({ content: given }, at) =>
      "caption" in given || mediaKinds.some((kind) => kind === given.kind)
        ? "fileId" in given || "url" in given
          ? []
          : [
              {
                field: `variants.${at}.content.fileId`,
                code: "noVariant" as const,
                sentence: remarks.noFile,
                severity: "error" as const,
              },
            ]
        : [],
    ),
  ],
});

export const sendTemplate = nodeType({
  group: "messages",
  label: labels.sendTemplate,
  schema: z.strictObject({ templateId: refId, mapping: templateMapping.default([]), retry }),
  ports: () => [next, failure("failed"), failure("notAllowed"), error],
  uses: ({ mapping: given }) => mappingUses("mapping", given),
  describe: ({ templateId }) => describe.sendTemplate(templateId),
});

export const sendMail = nodeType({
  group: "messages",
  label: labels.sendMail,
  schema: z.strictObject({
    /** The enterprise's first one for mail where none is named. */
    channelId: refId.optional(),
    to: filled,
    subject: filled,
    text: filled,
    retry,
  }),
  ports: () => [next, failure("failed"), error],
  uses: ({ to, subject, text }) => [
    ...textUse("to", to),
    ...textUse("subject", subject),
    ...textUse("text", text),
  ],
  describe: ({ subject }) => describe.sendMail(subject),
});

export const sendSms = nodeType({
  group: "messages",
  label: labels.sendSms,
  schema: z.strictObject({
    channelId: refId.optional(),
    to: filled.default("{contact.phoneNumber}"),
    text: filled,
    retry,
  }),
  ports: () => [next, failure("failed"), error],
  uses: ({ to, text }) => [...textUse("to", to), ...textUse("text", text)],
  describe: ({ text }) => describe.sendSms(text),
});
