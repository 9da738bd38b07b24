import { randomUUID } from "node:crypto";
import type { TemplateState } from "#workers/contract/templates/states.ts";
import {
  type Category,
  type Components,
  components as schema,
} from "#workers/contract/templates/template.ts";
import type { Harness } from "./harness.ts";
import type { TestChannel } from "./messaging.ts";

/** A template of a channel, as its vendor left it. */
export async function addTemplate(
  { env }: Pick<Harness, "env">,
  { id: channelId, enterpriseId }: Pick<TestChannel, "id" | "enterpriseId">,
  {
    parts = { body: { text: "Hello {{1}}" } },
    status = "APPROVED",
    category = "UTILITY",
  }: { parts?: Partial<Components>; status?: TemplateState; category?: Category } = {},
): Promise<string> {
  const id = randomUUID();
  await env.TENANT_1.prepare(
    `INSERT INTO templates (id, enterprise_id, channel_id, name, language, category, components, status, status_at, revision, updated_by, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?1, 'en', ?6, ?4, ?5, 1, 1, '', 1, 1)`,
  )
    .bind(id, enterpriseId, channelId, JSON.stringify({ ...schema.parse({}), ...parts }), status, category)
    .run();
  return id;
}
