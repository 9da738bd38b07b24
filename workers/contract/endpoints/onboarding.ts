import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import { endpoint, holding, publicAccess } from "../endpoint.ts";
import { name, paging, revision, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { codeLanguages, codeMethods, onboardingSteps } from "../onboarding.ts";
import { said } from "../said.ts";

export const ONBOARDINGS_PAGE = 20;

const onboarding = z.object({
  id: z.string(),
  name: z.string(),
  deptId: z.string().meta({ description: "Empty for none" }),
  step: z.enum(onboardingSteps),
  reason: said("Why it failed; empty for none"),
  wabaId: z.string(),
  numberId: z.string(),
  number: z.string(),
  verifiedName: z.string(),
  channelId: z.string().nullable().meta({ description: "The channel that it became" }),
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type Onboarding = z.infer<typeof onboarding>;

export const onboardingFields = z.object({
  name: name(texts.nameEmpty),
  deptId: text(64).default("").meta({ description: "A department's id, or empty" }),
});

const at = "/chatbird/api/mcmi";
const all = `${at}/channel/onboard`;
const one = `${all}/:id`;
const params = z.object({ id });
const access = holding("WABAONBOARD.VIEW");
const ofOne = z.object({ id: id.meta({ description: "The onboarding's id" }) });
/** Ids of the partner's own. */
const theirs = z
  .string(errorsTexts.notText)
  .trim()
  .min(1, errorsTexts.notText)
  .max(500, errorsTexts.tooLong(500));

export const listOnboardings = endpoint({
  method: "GET",
  path: all,
  summary: "Numbers on their way to a channel, the latest first",
  access,
  query: z.object({ ...paging(ONBOARDINGS_PAGE) }),
  reply: z.object({ onboardings: z.array(onboarding), more: z.boolean(), total }),
  under: "response",
});

export const createOnboarding = endpoint({
  method: "POST",
  path: all,
  summary: "Begins the onboarding of a number",
  access,
  anew: true,
  body: onboardingFields,
  reply: onboarding,
  under: "response",
});

export const updateOnboarding = endpoint({
  method: "PUT",
  path: one,
  summary: "Changes what the channel will be called and whose it is, or chooses a number of the account",
  access,
  anew: true,
  params,
  body: onboardingFields.extend({
    wabaId: theirs.optional(),
    numberId: theirs.optional().meta({ description: "With wabaId: one of its numbers" }),
    revision,
  }),
  reply: onboarding,
  under: "response",
});

export const onboardingState = endpoint({
  method: "GET",
  path: `${one}/state`,
  summary: "Where an onboarding is; asks the partner while the partner is at work",
  access,
  params,
  reply: onboarding,
  under: "response",
});

export const openOnboarding = endpoint({
  method: "POST",
  path: `${one}/state`,
  summary: "Has the partner set the verified number up; the channel appears once it has",
  access,
  anew: true,
  params,
  reply: onboarding,
  under: "response",
});

export const deleteOnboarding = endpoint({
  method: "DELETE",
  path: one,
  summary: "Deletes an onboarding; its channel stays",
  access,
  params,
  reply: z.null(),
  under: "response",
});

export const partnerCallback = endpoint({
  method: "POST",
  path: `${at}/callbacks/:id`,
  summary: "The partner tells that something has changed: what it is, it is asked",
  access: publicAccess("the address has a secret token, and nothing that the call says is believed"),
  params,
  query: z.object({ token: z.string(errorsTexts.notText).max(100).default("") }),
  reply: z.null(),
  under: "response",
});

export const partnerDetails = endpoint({
  method: "GET",
  path: `${at}/partner/details`,
  summary: "The partner of this deployment",
  access,
  reply: z.object({
    configured: z.boolean(),
    simulated: z.boolean(),
    name: z.string().meta({ description: "Empty while it does not answer" }),
  }),
  under: "response",
});

export const partnerPermissions = endpoint({
  method: "POST",
  path: `${at}/partner/permissions`,
  summary: "The partner's page on which its client permits it, and the word that must come back from there",
  access,
  anew: true,
  body: ofOne,
  reply: z.object({ url: z.string(), state: z.string() }),
  under: "response",
});

export const embeddedSignup = endpoint({
  method: "POST",
  path: `${at}/embedded-signup`,
  summary: "Takes what the partner's page handed back",
  access,
  anew: true,
  body: ofOne.extend({
    state: z.string(errorsTexts.notText).max(200),
    client: theirs,
  }),
  reply: onboarding,
  under: "response",
});

export const wabaList = endpoint({
  method: "GET",
  path: `${at}/waba/list`,
  summary: "WhatsApp Business Accounts of the client who was connected",
  access,
  query: ofOne,
  reply: z.object({
    wabas: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
  }),
  under: "response",
});

export const wabaNumbers = endpoint({
  method: "GET",
  path: `${at}/waba/phone-numbers`,
  summary: "Numbers of an account of the client's",
  access,
  query: ofOne.extend({ wabaId: theirs }),
  reply: z.object({
    numbers: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        verifiedName: z.string(),
        verified: z.boolean(),
        quality: z.string(),
      }),
    ),
  }),
  under: "response",
});

export const addWabaNumber = endpoint({
  method: "POST",
  path: `${at}/waba/phone-numbers`,
  summary: "Adds a number to an account of the client's, and chooses it",
  access,
  anew: true,
  body: ofOne.extend({
    wabaId: theirs,
    number: z.string(texts.wabaNumberNeeded).trim().min(1, texts.wabaNumberNeeded).max(40, texts.numberWrong),
    verifiedName: name(texts.displayNameEmpty),
  }),
  reply: onboarding,
  under: "response",
});

export const sendWabaCode = endpoint({
  method: "POST",
  path: `${at}/waba/send-code`,
  summary: "Has Meta send a code to the chosen number",
  access,
  anew: true,
  body: ofOne.extend({
    method: z.enum(codeMethods, texts.methodWrong),
    language: z.enum(codeLanguages, texts.languageWrong).default("en_US"),
  }),
  reply: z.object({
    onboarding,
    shown: z.string().meta({ description: "The code, where the partner is simulated; else empty" }),
  }),
  under: "response",
});

export const verifyWabaCode = endpoint({
  method: "POST",
  path: `${at}/waba/verify-code`,
  summary: "Verifies the chosen number by the code that was sent to it",
  access,
  anew: true,
  body: ofOne.extend({
    code: z
      .string(texts.codeWrongShape)
      .overwrite((code) => code.replaceAll(/[\s-]/g, ""))
      .regex(/^\d{6}$/, texts.codeWrongShape),
  }),
  reply: onboarding,
  under: "response",
});
