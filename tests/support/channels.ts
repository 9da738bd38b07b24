import type { Harness } from "#tests/support/harness.ts";
import type { Person } from "#tests/support/people.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

export const channelsPath = "/api/e/enterprise/channels";

/** A channel of the simulator, as it is sent. */
export const simulator = (more: object = {}) => ({ name: "Simulator", type: 4, vendor: 91, ...more });
/** One of WhatsApp by Meta itself, its secrets words that nobody may read again. */
export const meta = (more: object = {}, data: object = {}) => ({
  name: "WhatsApp",
  type: 4,
  vendor: 92,
  contactId: "+4915112345678",
  data: {
    phoneNumberId: "106540352242922",
    wabaId: "102290129340398",
    accessToken: "CANARY-access-token",
    appSecret: "CANARY-app-secret",
    ...data,
  },
  ...more,
});
export const createChannel = (who: Pick<Person, "call">, body: object = simulator()) =>
  who.call(channelsApi.createChannel, { body: body as ReturnType<typeof simulator> });
export const readChannel = (who: Person, id: string) => who.call(channelsApi.getChannel, { params: { id } });

export async function answerTo(who: Person, method: string, to: string, body?: unknown) {
  const response = await who.send(method, to, body);
  const said = (await response.json()) as { message: string; errors?: Record<string, string> };
  return { ...said, status: response.status };
}

export const rowsOf = async ({ env }: Harness, table: string, { enterpriseId }: Person) =>
  (await env.TENANT_1.prepare(`SELECT * FROM ${table} WHERE enterprise_id = ?`).bind(enterpriseId).all())
    .results;

/** Entries of the audit trail on an enterprise's channels. */
export const actionsOn = async (harness: Harness, owner: Person) =>
  (await rowsOf(harness, "audit_trail", owner))
    .filter(({ object_kind }) => object_kind === "channel")
    .map(({ action }) => action);

export const ringOf = ({ secrets }: Harness) => keyRing(secrets.DATA_KEY);
