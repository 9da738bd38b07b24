import { codeOf } from "#workers/channels/waba-partner/simulated.ts";
import * as onboardingApi from "#workers/contract/endpoints/onboarding.ts";
import type { World } from "./world.ts";

/** Onboardings at their steps, each one of its own. */

const client = "client-depth";
const wabaId = `${client}-1`;

export async function started({ owner }: World) {
  const { id } = await owner.call(onboardingApi.createOnboarding, { body: { name: "A number" } });
  const { state } = await owner.call(onboardingApi.partnerPermissions, { body: { id } });
  return { id, state, client };
}

export async function permitted(world: World) {
  const { id, state } = await started(world);
  await world.owner.call(onboardingApi.embeddedSignup, { body: { id, state, client } });
  return { id, client, wabaId };
}

/** Its number is to be verified, or is. */
export async function chosen(world: World, verified: boolean) {
  const { id } = await permitted(world);
  const { numbers } = await world.owner.call(onboardingApi.wabaNumbers, { query: { id, wabaId } });
  const numberId = numbers.find((each) => each.verified === verified)?.id ?? "";
  await world.owner.call(onboardingApi.updateOnboarding, {
    params: { id },
    body: { name: "A number", wabaId, numberId },
  });
  return { id, code: codeOf(numberId) };
}

export async function codeSent(world: World) {
  const { id, code } = await chosen(world, false);
  await world.owner.call(onboardingApi.sendWabaCode, { body: { id, method: "SMS" } });
  return { id, code };
}
