import { z } from "zod";
import { automationNodesTexts as texts } from "#texts/automation-nodes.ts";
import { headerName } from "#workers/contract/auth-types.ts";
import {
  error,
  failure,
  mappingUses,
  next,
  nodeType,
  settingUses,
  textUse,
  type Use,
  valueUses,
} from "../node-type.ts";
import { filled, mapping, refId, retry, template, valueSource } from "../parts.ts";

const { fields, describe, labels } = texts;

const pair = z.strictObject({ name: filled, value: template });
const header = z.strictObject({ name: headerName, value: template });
const request = z.discriminatedUnion(
  "authType",
  [
    z.strictObject({
      authType: z.literal([1, 2]),
      configId: refId,
      method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"], fields.choose).default("GET"),
      /** Behind the configuration's own address. */
      path: template.default(""),
      query: z.array(pair).max(50, fields.many(50)).default([]),
      headers: z.array(header).max(20, fields.many(20)).default([]),
      /** JSON with names in it. */
      body: template.optional(),
    }),
    z.strictObject({
      authType: z.literal(4),
      configId: refId,
      statement: z.string(fields.text).min(1, fields.text).max(4_000, fields.long(4_000)),
      values: z.array(valueSource).max(50, fields.many(50)).default([]),
    }),
    z.strictObject({ authType: z.literal(5), configId: refId, prompt: filled }),
  ],
  fields.choose,
);
type HttpRequest = z.infer<typeof request>;

function requestUses(given: HttpRequest): Use[] {
  if (given.authType === 5) return textUse("request.prompt", given.prompt);
  if (given.authType === 4) {
    return given.values.flatMap((value, at) => valueUses(`request.values.${at}`, value));
  }
  return [
    ...textUse("request.path", given.path),
    ...textUse("request.body", given.body),
    ...(["query", "headers"] as const).flatMap((list) =>
      given[list].flatMap(({ value }, at) => textUse(`request.${list}.${at}.value`, value)),
    ),
  ];
}

export const http = nodeType({
  group: "services",
  label: labels.http,
  schema: z.strictObject({
    request,
    timeoutSeconds: z.int(fields.number).min(1, fields.number).max(60, fields.number).default(10),
    retry,
    /** The variables that the answer fills. */
    answers: mapping.default([]),
    /** Stands in for the answer in a test. */
    mock: z.strictObject({ status: z.int().min(100).max(599), body: z.json().optional() }).optional(),
  }),
  ports: () => [
    next,
    failure("redirect"),
    failure("clientError"),
    failure("serverError"),
    failure("timeout"),
    error,
  ],
  uses: ({ request: given, answers }) => [
    ...requestUses(given),
    ...mappingUses("answers", answers),
    ...settingUses("answers", answers),
  ],
  describe: ({ request: given }) =>
    describe.http(
      "method" in given ? `${given.method} ${given.path}`.trim() : (texts.authTypes[given.authType] ?? ""),
    ),
});
