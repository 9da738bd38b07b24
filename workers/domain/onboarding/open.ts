import { onboardings } from "#db/tenant/onboardings.ts";
import type { WabaPartner } from "#workers/channels/waba-partner/partner.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { Onboarding } from "#workers/contract/endpoints/onboarding.ts";
import { vendorCodes, vendors } from "#workers/contract/vendors.ts";
import { audited } from "../audit.ts";
import { createChannel } from "../channels/save.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guardRevision, nextRevision } from "../revision.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import {
  advance,
  findOnboarding,
  type FoundOnboarding,
  type OnboardingRow,
  onWire,
  refuseMove,
  thisOnboarding,
} from "./onboarding.ts";
import { asked } from "./steps.ts";

export interface OpenDeps {
  /** Throws noPartner where there is none. */
  partner: () => WabaPartner;
  /** The result is a channel of the simulator, which anybody can write to. */
  simulated: boolean;
  ring: KeyRing;
  callbackUrl: (id: string, token: string) => string;
}

/** Has the partner set the number up. A lost answer is asked for again: for one number there is one channel at the partner. */
export async function openOnboarding(ctx: Ctx, deps: OpenDeps, id: string): Promise<Onboarding> {
  const found = await findOnboarding(ctx, id);
  const { row } = found;
  refuseMove("open", row);
  if (row.numberId === "") throw new DomainError("stepPassed");
  const callbackUrl = deps.callbackUrl(row.id, row.callbackToken);
  const opened = await asked(
    deps.partner().open({ client: row.client, wabaId: row.wabaId, numberId: row.numberId, callbackUrl }),
  );
  return onWire(await advance(ctx, found, { step: "pending", reason: "", partnerChannel: opened.id }));
}

/**
 * Asks the partner while it is at work: once the number runs there it is a channel here, in one transaction and with the
 * onboarding's own id, so that whoever asks at once makes one. Anything else is as it was.
 */
export async function settleOnboarding(ctx: Ctx, deps: OpenDeps, id: string): Promise<Onboarding> {
  const found = await findOnboarding(ctx, id);
  const { row } = found;
  if (row.step !== "pending") return onWire(found);
  const { state, reason } = await asked(deps.partner().channel(row.partnerChannel));
  if (state === "pending") return onWire(found);
  if (state === "rejected") return orAsItIs(ctx, id, advance(ctx, found, { step: "failed", reason }));
  const access = deps.simulated ? undefined : await asked(deps.partner().key(row.partnerChannel));
  return orAsItIs(ctx, id, makeChannel(ctx, deps, row, access));
}

/** Somebody else who asked at the same moment was faster: it is as they left it. */
async function orAsItIs(ctx: Ctx, id: string, work: Promise<FoundOnboarding>): Promise<Onboarding> {
  try {
    return onWire(await work);
  } catch (error) {
    if (error instanceof DomainError && error.code === "changedMeanwhile")
      return onWire(await findOnboarding(ctx, id));
    throw error;
  }
}

async function makeChannel(
  ctx: Ctx,
  { ring }: OpenDeps,
  row: OnboardingRow,
  access: { key: string; address: string } | undefined,
): Promise<FoundOnboarding> {
  const contactId = row.number.replace(/^\+/, "");
  const body = {
    name: row.name,
    deptId: row.departmentId ?? "",
    agentId: "",
    type: channelTypes.whatsApp,
    vendor: access ? vendorCodes.mcmi : vendorCodes.simulator,
    contactId,
    data: (access ? { authKey: access.key, baseUrl: access.address } : {}) as Record<string, string>,
  };
  const live = { step: "live" as const, reason: "", ...nextRevision(ctx, row) };
  const also = [
    guardRevision(ctx, onboardings, row.id, row.revision),
    ctx.db.update(onboardings).set(live).where(thisOnboarding(ctx, row.id)),
    audited(ctx, { action: "update", kind: "onboarding", object: row, after: { step: "live" } }),
  ];
  try {
    await createChannel(ctx, { ring, offered: vendors }, body, { id: row.id, also });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === "changedMeanwhile") throw error;
    // Such as a number that another channel has by now, or a department that is gone.
    const found = await findOnboarding(ctx, row.id);
    return advance(ctx, found, { step: "failed", reason: error.message });
  }
  return { row: { ...row, ...live }, channelId: row.id };
}
