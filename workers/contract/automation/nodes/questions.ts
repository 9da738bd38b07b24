import { z } from "zod";
import { automationNodesTexts as texts } from "#texts/automation-nodes.ts";
import { mediaKinds } from "#workers/contract/message-body.ts";
import { usualSizes } from "#workers/contract/capabilities.ts";
import { error, next, nodeType, port, savingUses, textUse, twice, tooLong } from "../node-type.ts";
import { duration, filled, label, partId, saveTo, template, timeout } from "../parts.ts";

const { fields, describe, remarks, labels } = texts;

const count = z.int(fields.number).min(0, fields.number).max(10_000, fields.number);
const limit = z.number(fields.number).optional();
const day = z.iso.date(fields.date).optional();
const answer = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({
      kind: z.literal("text"),
      longest: count.optional(),
      /** As of like(): RE2, found anywhere, whatever the case. */
      pattern: z.string().max(500, fields.long(500)).optional(),
    }),
    z.strictObject({ kind: z.literal("number"), least: limit, most: limit }),
    z.strictObject({ kind: z.literal("email") }),
    z.strictObject({ kind: z.literal("phone") }),
    z.strictObject({ kind: z.literal("date"), earliest: day, latest: day }),
    z.strictObject({
      kind: z.literal("choice"),
      options: z.array(label, fields.list).max(30, fields.many(30)),
    }),
    z.strictObject({
      kind: z.literal("file"),
      types: z
        .array(z.enum(mediaKinds))
        .max(4)
        .default([...mediaKinds]),
    }),
    z.strictObject({ kind: z.literal("location") }),
  ],
  fields.choose,
);
export type AnswerRule = z.infer<typeof answer>;

export const ask = nodeType({
  group: "questions",
  label: labels.ask,
  schema: z.strictObject({
    text: filled,
    answer: answer.default({ kind: "text" }),
    /** Said when an answer does not fit; without it the reason is. */
    again: template.optional(),
    retries: z.int(fields.retries).min(0, fields.retries).max(10, fields.retries).default(2),
    timeout,
    reminder: z.strictObject({ after: duration, text: filled }).optional(),
    save: saveTo.optional(),
  }),
  ports: () => [next, port("noReply"), port("gaveUp"), error],
  uses: ({ text, answer: rule, again, reminder, save }) => [
    ...(rule.kind === "text" && rule.pattern !== undefined
      ? [{ kind: "pattern" as const, field: "answer.pattern", source: rule.pattern }]
      : []),
    ...textUse("text", text),
    ...textUse("again", again),
    ...textUse("reminder.text", reminder?.text),
    ...savingUses(save),
  ],
  describe: ({ text }) => describe.ask(text),
  waits: () => true,
  remarks: ({ answer: rule, timeout: until }) => [
    ...tooLong("timeout", until),
    ...(rule.kind === "choice" && rule.options.length === 0
      ? [
          {
            field: "answer.options",
            code: "emptyChoice" as const,
            sentence: remarks.emptyChoice,
            severity: "error" as const,
          },
        ]
      : []),
  ],
});

export const buttons = nodeType({
  group: "questions",
  label: labels.buttons,
  schema: z.strictObject({
    text: filled,
    options: z
      .array(z.strictObject({ id: partId, label }), fields.list)
      .min(1, fields.list)
      .max(30, fields.many(30)),
    timeout,
    save: saveTo.optional(),
  }),
  ports: ({ options }) => [
    ...options.map((each) => port(`option:${each.id}`, each.label)),
    port("other"),
    port("noReply"),
    error,
  ],
  uses: ({ text, save }) => [...textUse("text", text), ...savingUses(save)],
  describe: ({ options }) => describe.buttons(options.map((each) => each.label)),
  waits: () => true,
  remarks: ({ options, timeout: until }) => {
    const { buttons: few, rows } = usualSizes;
    const long = options.filter((each) => each.label.length > (options.length > few.most ? rows : few).label);
    const over = options.length > rows.most ? remarks.manyOptions(few.most, rows.most) : undefined;
    const sentence = over ?? (long[0] && remarks.longLabel(long[0].label, few.label, rows.label));
    return [
      ...twice("options", options),
      ...tooLong("timeout", until),
      ...(sentence === undefined
        ? []
        : [
            {
              field: "options",
              code: "whatsAppLimit" as const,
              sentence,
              severity: over ? ("error" as const) : ("warning" as const),
            },
          ]),
    ];
  },
});
