import { channels } from "#db/tenant/channels.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { openingJob } from "../jobs/open.ts";
import { guardRevision, unlessStale } from "../revision.ts";
import { dropSecretsOf } from "../secrets/secret.ts";
import { findChannel, thisChannel } from "./channel.ts";

/** Deletes a channel with its secrets, and the phones of a simulator. */
export async function removeChannel(ctx: Ctx, id: string): Promise<{ name: string }> {
  const { channel } = await findChannel(ctx, id);
  const { name, type, vendor, contactId } = channel;
  await unlessStale(
    ctx.db.batch([
      guardRevision(ctx, channels, id, channel.revision),
      dropSecretsOf(ctx, { kind: "channel", id }),
      ctx.db.delete(channels).where(thisChannel(ctx, id)),
      ...(vendor === vendorCodes.simulator
        ? [
            openingJob(ctx, {
              kind: "simulator.forget",
              subject: id,
              payload: { channels: [id], phones: null },
            }),
          ]
        : []),
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
