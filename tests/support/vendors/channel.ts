import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { formOf, vendorOf } from "#workers/contract/vendors.ts";
import type { Harness } from "../harness.ts";
import type { Person } from "../people.ts";
import type { Row } from "./row.ts";

/** Makes a channel of a played vendor by its form, each of its secrets being `secret` where one is given; its id. */
export async function makeVendorChannel(
  { env }: Harness,
  owner: Person,
  { row, url, secret }: { row: Row; url: string; secret?: string },
): Promise<{ id: string; type: number }> {
  const { type, contactId, settings, secrets } = row.channel(url);
  const vendor = vendorOf(row.adapter.vendor);
  const form = vendor && formOf(vendor, type);
  const names = form?.fields.map(({ name }) => name) ?? [];
  const given = Object.entries(secrets).map(([name, own]) => {
    const word = secret === undefined ? own : (row.worded?.(name, secret) ?? secret);
    return [name, word] as const;
  });
  const all = { ...settings, ...Object.fromEntries(given) };
  const data = Object.fromEntries(
    Object.entries(all).filter(([name]) => names.includes(name) && name !== "baseUrl"),
  );
  const contact = form?.contact ?? "contactId";
  const { id } = await owner.call(channelsApi.createChannel, {
    body: {
      name: row.name,
      type,
      vendor: row.adapter.vendor,
      ...(contact === "contactId" ? { contactId, data } : { data: { ...data, [contact]: contactId } }),
    },
  });
  // No form takes the address of a vendor that is played here.
  const settle = "UPDATE channels SET settings = json_set(settings, '$.baseUrl', ?) WHERE id = ?";
  await env.TENANT_1.prepare(settle).bind(settings["baseUrl"], id).run();
  return { id, type };
}
