import { z } from "zod";

/** The parts of a RapidPro export (flow specification 13) that are read; all else is left alone, whatever it is. */

const text = z.string().catch("");
const maybe = z.string().optional().catch(undefined);
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((each) =>
      each.flatMap((one): z.output<Item>[] => {
        const parsed = item.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      }),
    );
const named = z.object({ uuid: text, name: text });

const action = z.object({
  type: text,
  uuid: text,
  text: maybe,
  attachments: list(z.string()),
  quick_replies: list(z.union([z.string(), z.object({ text: z.string() }).transform((each) => each.text)])),
  template: named.optional().catch(undefined),
  template_variables: list(z.string()),
  name: maybe,
  value: maybe,
  field: z.object({ key: text, name: text }).optional().catch(undefined),
  groups: list(named),
  all_groups: z.boolean().optional().catch(undefined),
  labels: list(named),
  flow: named.optional().catch(undefined),
  terminal: z.boolean().optional().catch(undefined),
  method: maybe,
  url: maybe,
  headers: z.record(z.string(), z.string()).catch({}),
  body: maybe,
  result_name: maybe,
  addresses: list(z.string()),
  subject: maybe,
  note: maybe,
  audio_url: maybe,
});
export type RapidproAction = z.output<typeof action>;

const router = z.object({
  type: text,
  operand: maybe,
  result_name: maybe,
  default_category_uuid: maybe,
  cases: list(z.object({ uuid: text, type: text, arguments: list(z.string()), category_uuid: text })),
  categories: list(z.object({ uuid: text, name: text, exit_uuid: text })),
  wait: z
    .object({
      type: text,
      timeout: z.object({ seconds: z.number(), category_uuid: text }).optional().catch(undefined),
      hint: z.object({ type: text }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});
export type RapidproRouter = z.output<typeof router>;

const node = z.object({
  uuid: text,
  actions: list(action),
  router: router.optional().catch(undefined),
  exits: list(z.object({ uuid: text, destination_uuid: z.string().nullish().catch(undefined) })),
});
export type RapidproNode = z.output<typeof node>;

const flow = z.object({
  uuid: text,
  name: text,
  language: text,
  nodes: list(node),
  localization: z.record(z.string(), z.unknown()).catch({}),
  expire_after_minutes: z.number().optional().catch(undefined),
  _ui: z
    .object({
      nodes: z
        .record(
          z.string(),
          z
            .object({ position: z.object({ left: z.number(), top: z.number() }) })
            .optional()
            .catch(undefined),
        )
        .catch({}),
    })
    .catch({ nodes: {} }),
});
export type RapidproFlow = z.output<typeof flow>;

export const rapidproFile = z.object({
  version: z.union([z.string(), z.number()]).catch(""),
  flows: list(flow),
  campaigns: z.array(z.unknown()).catch([]),
  triggers: list(
    z.object({
      trigger_type: text,
      keyword: maybe,
      keywords: list(z.string()),
      match_type: maybe,
      flow: named.optional().catch(undefined),
    }),
  ),
  fields: list(z.object({ key: text, name: text })),
  groups: list(named),
});
export type RapidproFile = z.output<typeof rapidproFile>;
