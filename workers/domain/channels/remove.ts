import { and, eq } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { waFlowKeys } from "#db/tenant/wa-flows.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { audited } from "../audit.ts";
import { endingWithChannel as endingBroadcasts } from "./end-broadcasts.ts";
import { endingWithChannel as endingInstances } from "./end-instances.ts";
import type { Ctx } from "../ctx.ts";
import { bindable } from "../guard.ts";
import { openingJob } from "../jobs/open.ts";
import { guardRevision, unlessStale } from "../revision.ts";
import { dropSecretsOf } from "../secrets/secret.ts";
import { findChannel, thisChannel } from "./channel.ts";

/** Deletes a channel with its secrets, and the phones of a simulator. */
export async function removeChannel(ctx: Ctx, id: string): Promise<{ name: string }> {
  const { channel } = await findChannel(ctx, id);
  const { name, type, vendor, contactId } = channel;
  const statements = [
    guardRevision(ctx, channels, id, channel.revision),
    dropSecretsOf(ctx, { kind: "channel", id }),
    dropSecretsOf(ctx, { kind: "waFlowKey", id }),
    ctx.db
      .delete(waFlowKeys)
      .where(and(eq(waFlowKeys.enterpriseId, ctx.enterpriseId), eq(waFlowKeys.channelId, id))),
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
  ];
  await unlessStale(
    ctx.db.$client.batch([
      ...statements.map((each) => bindable(ctx, each)),
      ...endingBroadcasts(ctx, id),
      ...endingInstances(ctx, id),
    ]),
    async () => (await findChannel(ctx, id)).channel,
  );
  return { name };
}
