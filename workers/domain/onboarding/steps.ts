import { randomBytes } from "node:crypto";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import { sameSecret } from "#workers/channels/digest.ts";
import {
  PartnerError,
  type Waba,
  type WabaNumber,
  type WabaPartner,
} from "#workers/channels/waba-partner/partner.ts";
import type {
  addWabaNumber as addContract,
  embeddedSignup as signupContract,
  Onboarding,
  sendWabaCode as sendContract,
  updateOnboarding as updateContract,
} from "#workers/contract/endpoints/onboarding.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { CODE_EVERY_MS, CODE_TRIES, type OnboardingStep } from "#workers/contract/onboarding.ts";
import { refuseUnknownLinks } from "../channels/save.ts";
import { phoneOf } from "../customers/phone.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { advance, findOnboarding, onWire, refuseMove } from "./onboarding.ts";

/** Turns a partner's failures into ours. Throws partnerSilent and partnerRefused. */
export async function asked<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    if (error.kind === "unavailable") throw new DomainError("partnerSilent");
    throw new DomainError("partnerRefused", { message: texts.refusedBecause(error.message) });
  }
}

/** Sends somebody to the partner's page, with a word that only its answer can bring back. */
export async function startPermission(
  ctx: Ctx,
  partner: WabaPartner,
  id: string,
  redirectUrl: string,
): Promise<{ url: string; state: string }> {
  const found = await findOnboarding(ctx, id);
  refuseMove("permit", found.row);
  const { permissionsUrl } = await asked(partner.about());
  const state = randomBytes(24).toString("base64url");
  await advance(ctx, found, { state });
  const url = new URL(permissionsUrl, redirectUrl);
  url.searchParams.set("redirect_url", redirectUrl);
  url.searchParams.set("state", state);
  return { url: url.href, state };
}

/** Takes the partner's answer, once: whose account it is decides the answer, never the address that it stood in. */
export async function permit(
  ctx: Ctx,
  { id, state, client }: InputOf<typeof signupContract>["body"],
): Promise<Onboarding> {
  const found = await findOnboarding(ctx, id);
  refuseMove("permit", found.row);
  if (!sameSecret(state, found.row.state)) throw new DomainError("notOurReturn");
  const now = { ...nothingChosen, state: "", client, step: "permitted" as const, reason: "" };
  return onWire(await advance(ctx, found, now));
}

const nothingChosen = {
  wabaId: "",
  numberId: "",
  number: "",
  verifiedName: "",
  codeSentAt: null,
  codeTries: 0,
};

export async function wabasOf(ctx: Ctx, partner: WabaPartner, id: string): Promise<{ wabas: Waba[] }> {
  const { row } = await findOnboarding(ctx, id);
  refuseMove("choose", row);
  return { wabas: await asked(partner.wabas(row.client)) };
}

/** The account must be the client's: the partner would answer for any that it manages. */
async function refuseOthersAccount(partner: WabaPartner, client: string, wabaId: string): Promise<void> {
  const wabas = await asked(partner.wabas(client));
  if (wabas.some((each) => each.id === wabaId)) return;
  throw new DomainError("notFound", { message: texts.notPermitted, errors: { wabaId: texts.notPermitted } });
}

export async function numbersOf(
  ctx: Ctx,
  partner: WabaPartner,
  id: string,
  wabaId: string,
): Promise<{ numbers: WabaNumber[] }> {
  const { row } = await findOnboarding(ctx, id);
  refuseMove("choose", row);
  await refuseOthersAccount(partner, row.client, wabaId);
  return { numbers: await asked(partner.numbers(wabaId)) };
}

const ofNumber = (wabaId: string, { id, number, verifiedName, verified }: WabaNumber) => ({
  ...nothingChosen,
  wabaId,
  numberId: id,
  number,
  verifiedName,
  reason: "",
  step: (verified ? "verified" : "chosen") satisfies OnboardingStep as OnboardingStep,
});

/** Changes the name and the department, and chooses a number where one is given. */
export async function updateOnboarding(
  ctx: Ctx,
  partner: WabaPartner | undefined,
  id: string,
  { name, deptId, wabaId, numberId, revision }: InputOf<typeof updateContract>["body"],
): Promise<Onboarding> {
  const found = await findOnboarding(ctx, id);
  const { row } = found;
  if (deptId && deptId !== row.departmentId) await refuseUnknownLinks(ctx, { deptId, agentId: "" });
  const set = { name, departmentId: deptId || null };
  if (wabaId === undefined || numberId === undefined) {
    refuseMove("rename", row);
    return onWire(await advance(ctx, found, set, { revision }));
  }
  refuseMove("choose", row);
  if (!partner) throw new DomainError("noPartner");
  await refuseOthersAccount(partner, row.client, wabaId);
  const number = (await asked(partner.numbers(wabaId))).find((each) => each.id === numberId);
  if (!number)
    throw new DomainError("notFound", { message: texts.numberGone, errors: { numberId: texts.numberGone } });
  return onWire(await advance(ctx, found, { ...set, ...ofNumber(wabaId, number) }, { revision }));
}

/** Adds a number to the account, and chooses it. */
export async function addNumber(
  ctx: Ctx,
  partner: WabaPartner,
  { id, wabaId, number: typed, verifiedName }: InputOf<typeof addContract>["body"],
): Promise<Onboarding> {
  const found = await findOnboarding(ctx, id);
  refuseMove("choose", found.row);
  const number = phoneOf(typed);
  if (number === undefined)
    throw new DomainError("invalid", { message: texts.numberWrong, errors: { number: texts.numberWrong } });
  await refuseOthersAccount(partner, found.row.client, wabaId);
  const numberId = await asked(partner.addNumber(wabaId, { number, verifiedName }));
  const added = { id: numberId, number, verifiedName, verified: false, quality: "" };
  return onWire(await advance(ctx, found, ofNumber(wabaId, added)));
}

/** Has a code sent, at most one a minute: who asks is written down before the partner is called. */
export async function sendCode(
  ctx: Ctx,
  partner: WabaPartner,
  { id, method, language }: InputOf<typeof sendContract>["body"],
): Promise<ReplyOf<typeof sendContract>> {
  const found = await findOnboarding(ctx, id);
  refuseMove("sendCode", found.row);
  const at = ctx.now();
  const wait = (found.row.codeSentAt ?? 0) + CODE_EVERY_MS - at;
  if (wait > 0) throw new DomainError("codeTooSoon", { retryAfterSeconds: Math.ceil(wait / 1_000) });
  const sent = await advance(ctx, found, { step: "codeSent", codeSentAt: at, codeTries: 0 });
  try {
    const { shown = "" } = await asked(partner.sendCode(found.row.numberId, { method, language }));
    return { onboarding: onWire(sent), shown };
  } catch (error) {
    // No code went out, so nobody waits for another.
    await advance(ctx, sent, { step: found.row.step, codeSentAt: found.row.codeSentAt });
    throw error;
  }
}

/** Verifies the number. A wrong code counts before the partner is asked, so that tries at once count each. */
export async function verifyCode(
  ctx: Ctx,
  partner: WabaPartner,
  id: string,
  code: string,
): Promise<Onboarding> {
  const found = await findOnboarding(ctx, id);
  refuseMove("verify", found.row);
  if (found.row.codeTries >= CODE_TRIES) {
    throw new DomainError("wrongWhatsappCode", {
      message: texts.triesOver,
      errors: { code: texts.triesOver },
    });
  }
  const tried = await advance(ctx, found, { codeTries: found.row.codeTries + 1 });
  if (!(await asked(partner.verifyCode(found.row.numberId, code))))
    throw new DomainError("wrongWhatsappCode", { errors: { code: texts.wrongCode } });
  return onWire(await advance(ctx, tried, { step: "verified" }));
}
