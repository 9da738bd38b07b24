import { randomUUID } from "node:crypto";
import * as apiKeysApi from "#workers/contract/endpoints/api-keys.ts";
import type { Scope } from "#workers/contract/api-keys.ts";
import type { PublicMessage, Taken } from "#workers/contract/endpoints/public-messages.ts";
import { type Category, components as schema } from "#workers/contract/templates/template.ts";
import type { Harness } from "./harness.ts";
import { makeChannel, type TestChannel } from "./messaging.ts";
import { makePerson, type Person } from "./people.ts";

export interface NewTemplate {
  name?: string;
  components?: object;
  category?: Category;
  status?: string;
}

/** A template of a channel, as its vendor would have approved it. */
export async function makeTemplate(
  { env }: Pick<Harness, "env">,
  { id: channelId, enterpriseId }: Pick<TestChannel, "id" | "enterpriseId">,
  { name = `t_${randomUUID()}`, components, category = "UTILITY", status = "APPROVED" }: NewTemplate = {},
): Promise<{ id: string; name: string }> {
  const id = randomUUID();
  await env.TENANT_1.prepare(
    `INSERT INTO templates (id, enterprise_id, channel_id, name, language, category, components, status, status_at, revision, updated_by, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, 'en', ?5, ?6, ?7, 1, 1, '', 1, 1)`,
  )
    .bind(
      id,
      enterpriseId,
      channelId,
      name,
      category,
      JSON.stringify(schema.parse(components ?? { body: { text: "Hello {{1}}" } })),
      status,
    )
    .run();
  return { id, name };
}

type Asked = Partial<Omit<PublicMessage, "template">> & { template?: object };

/** An enterprise whose system sends by a key, on a channel of the simulator. */
export async function makeSystem(
  harness: Harness,
  { scopes = ["messages.send"], type, ...of }: NewTemplate & { scopes?: Scope[]; type?: number } = {},
) {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner, type === undefined ? {} : { type });
  const template = await makeTemplate(harness, channel, of);
  const { secret } = await keyOf(owner, scopes);
  const ask = (to: string, more: Asked = {}) => ({
    channelId: channel.id,
    to,
    template: { name: template.name, language: "en" },
    variables: { "body/1": "Asha" },
    idempotencyKey: randomUUID(),
    ...more,
  });
  const post = (messages: readonly unknown[], key = secret) =>
    harness.fetch(PATH, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ messages }),
    });
  const send = async (...messages: readonly unknown[]): Promise<Taken[]> => {
    const response = await post(messages);
    const text = await response.text();
    if (response.status !== 200) throw new Error(text);
    return (JSON.parse(text) as { data: { messages: Taken[] } }).data.messages;
  };
  const get = (path: string, key = secret) =>
    harness.fetch(`${PATH}${path}`, { headers: { authorization: `Bearer ${key}` } });
  return { owner, channel, template, secret, ask, post, send, get };
}

export const PATH = "/api/chatbird/api/public/messages";

export const keyOf = (owner: Person, scopes: Scope[]) =>
  owner.call(apiKeysApi.createApiKey, { body: { name: "Shop", scopes, expiresAt: null } });
