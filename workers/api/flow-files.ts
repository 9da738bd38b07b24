import { tenantDatabase } from "#db/client.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import { flowFileUrl } from "#workers/contract/wa-flows/flow.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import { callSimulator } from "#workers/domain/simulator/call.ts";
import type { Answering } from "#workers/domain/wa-flows/endpoint.ts";
import { takeFiles } from "#workers/domain/wa-flows/exchange-files.ts";
import type { AppContext } from "./context.ts";
import type { Found } from "./open-channel.ts";

type Database = Parameters<typeof tenantDatabase>[1];

const ENDPOINT = { userId: "system", name: "", address: "", requestId: "wa-flow" };

/** Takes files of a channel's flows in, from its vendor's own hosts alone. */
export function takingFiles(
  { env }: AppContext,
  { channel, database }: Found & { database: Database },
): Answering["takeFiles"] {
  const { enterpriseId, id: channelId, vendor, type } = channel;
  const adapter = adapterOf(vendor);
  const hosts = adapter?.flows?.fileHosts ?? [];
  const place = { database, enterpriseId, channelId };
  return (session, values) =>
    takeFiles(ctxOf(tenantDatabase(env, database), enterpriseId, ENDPOINT), session, values, {
      bucket: env.FILES,
      can: adapter?.capabilities(type) ?? { media: {} },
      isAllowed: (url) => isAllowed(url, hosts) || (allowsPrivate(env) && url.hostname === "127.0.0.1"),
      fetch: (url, init) => callSimulator(env, place, url, init) ?? fetch(url, init),
      fileUrl: (id) => flowFileUrl(env.PUBLIC_URL, id),
    });
}

/** In clear nothing is fetched, nor from another port, nor with a name and a password. */
const isAllowed = (
  { protocol, port, username, password, hostname }: URL,
  hosts: readonly string[],
): boolean =>
  protocol === "https:" &&
  `${port}${username}${password}` === "" &&
  hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
