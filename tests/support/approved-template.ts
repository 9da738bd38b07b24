import type { ApiClient } from "#db/seed/client.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import type { Template } from "#workers/contract/templates/template.ts";
import { expect } from "./browser.ts";
import { unique } from "./customers.ts";

/** A channel of the simulator, of WhatsApp unless said otherwise, with a template that its vendor has approved. */
export async function approvedTemplate(
  client: ApiClient,
  template: Template,
  name: string,
  type: number = channelTypes.whatsApp,
) {
  const channel = unique("Shop");
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: channel, type, vendor: 91, contactId: channel },
  });
  const { id, revision } = await client.call(templatesApi.createTemplate, {
    body: { ...template, name, channelId },
  });
  await client.call(templatesApi.submitTemplate, { params: { id }, body: { revision } });
  await expect
    .poll(async () => (await client.call(templatesApi.getTemplate, { params: { id } })).template.status, {
      timeout: 60_000,
    })
    .toBe("APPROVED");
  return { channel, channelId, id };
}
