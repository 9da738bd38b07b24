import { channels } from "#db/tenant/channels.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { guardRevision, unlessStale } from "../revision.ts";
import { dropSecretsOf } from "../secrets/secret.ts";
import { findChannel, thisChannel } from "./channel.ts";

/** Deletes a channel with its secrets. */
export async function removeChannel(ctx: Ctx, id: string): Promise<{ name: string }> {
  const { channel } = await findChannel(ctx, id);
  const { name, type, vendor, contactId } = channel;
  await unlessStale(
    ctx.db.batch([
      guardRevision(ctx, channels, id, channel.revision),
      dropSecretsOf(ctx, { kind: "channel", id }),
      ctx.db.delete(channels).where(thisChannel(ctx, id)),
      audited(ctx, {
        action: "delete",
        kind: "channel",
        object: channel,
        before: { name, type, vendor, contactId, ...channel.settings },
      }),
    ]),
    async () => (await findChannel(ctx, id)).channel,
  );
  return { name };
}
