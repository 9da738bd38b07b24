import type { ApiClient } from "#db/seed/client.ts";
import type { Person } from "#tests/support/people.ts";
import { createChannel } from "#tests/support/channels.ts";
import * as api from "#workers/contract/endpoints/marketplace.ts";
import type { Installed, Source } from "#workers/contract/endpoints/marketplace.ts";

export const MARKET = "/api/e/enterprise/marketplace";
let presses = 0;
export const press = () => `press-${++presses}-${Date.now()}`;

/** Installs all of a package or a thing of the shelf as new, on a channel where it needs one. */
export async function installed(who: ApiClient, from: Source): Promise<Installed> {
  const { version, parts, channels } = await who.call(api.checkInstall, { body: { from } });
  const channelId = channels && (channels[0] ?? (await createChannel(who))).id;
  return who.call(api.install, {
    body: {
      from,
      version,
      key: press(),
      parts: parts.map(({ of, id, freeName }) => ({ of, id, into: "new" as const, name: freeName })),
      references: [],
      ...(channelId && { channelId }),
    },
  });
}

/** An install that replaces what an earlier one has made, and an edit of the first of its things, for a race of both. */
export async function updating(who: Person, id: string, edit: (thingId: string) => Promise<unknown>) {
  const from = { package: id };
  const { things } = await installed(who, from);
  const { version, parts, channels } = await who.call(api.checkInstall, { body: { from } });
  const body = {
    from,
    version,
    key: press(),
    parts: parts.map(({ of, id: part, existing }) => ({ of, id: part, into: "existing", existing })),
    channelId: channels?.[0]?.id,
  };
  return {
    first: () => edit(things[0]?.id ?? ""),
    late: () => who.send("POST", `${MARKET}/install`, body),
  };
}
