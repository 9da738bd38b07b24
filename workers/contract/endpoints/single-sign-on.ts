import { z } from "zod";
import { authTexts } from "#texts/auth.ts";
import { errorsTexts } from "#texts/errors.ts";
import { singleSignOnTexts as texts } from "#texts/single-sign-on.ts";
import { endpoint, holding, publicAccess } from "../endpoint.ts";
import { id } from "../ids.ts";
import { confirmation } from "./two-factor.ts";
import { captchaAnswer, email, signedInReply } from "./account.ts";
import { said } from "../said.ts";

const issuer = z
  .string(texts.issuerInvalid)
  .trim()
  .max(500, errorsTexts.tooLong(500))
  .regex(/^https?:\/\/[^/\s?#]+[^\s?#]*$/i, texts.issuerInvalid);

/** An administrator's settings for the enterprise's provider. The secret is write-only. */
export const ssoFields = z.object({
  issuer,
  clientId: z
    .string(authTexts.mandatory)
    .trim()
    .min(1, authTexts.mandatory)
    .max(300, errorsTexts.tooLong(300)),
  clientSecret: z.string().trim().max(1_000, errorsTexts.tooLong(1_000)).optional(),
  enabled: z.boolean(),
  direct: z.boolean(),
});

const sso = z.object({
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  enabled: z.boolean(),
  direct: z.boolean(),
  redirectUri: z.string().meta({ description: "To be registered at the provider" }),
  startAddress: z.string().meta({ description: "Where people of the enterprise begin" }),
  revision: z.int().meta({ description: "0 until it is set up" }),
});
export type Sso = z.infer<typeof sso>;

export const getSso = endpoint({
  method: "GET",
  path: "/e/enterprise/sso",
  summary: "The enterprise's single sign-on, without its secret",
  access: holding("ENTERPRISE.VIEW", "ENTERPRISE.EDIT"),
  reply: sso,
  under: "data",
});

export const saveSso = endpoint({
  method: "PUT",
  path: "/e/enterprise/sso",
  summary: "Sets up or changes the enterprise's single sign-on",
  access: holding("ENTERPRISE.EDIT"),
  maxBytes: 32 * 1024,
  body: ssoFields.extend({ revision: z.int().min(0), ...confirmation.shape }),
  reply: sso,
  under: "data",
});

export const testSso = endpoint({
  method: "POST",
  path: "/e/enterprise/sso/test",
  summary: "Reads an issuer's discovery document and says whether it can be used",
  access: holding("ENTERPRISE.EDIT"),
  body: z.object({ issuer }),
  reply: z.object({ ok: z.boolean(), message: said() }),
  under: "data",
});

export const startSso = endpoint({
  method: "POST",
  path: "/account/sso_start",
  summary:
    "Begins a sign-in at an enterprise's provider: where the browser goes, and the state that it must bring back",
  access: publicAccess(
    "Nobody has a session before signing in; it tells no more than the provider's public address.",
  ),
  body: z.object({ id, next: z.string().max(2_000).default("") }),
  reply: z.object({ address: z.string(), state: z.string() }),
  under: "data",
});

/** The form for an unknown organisation. */
export const findSsoFields = z.object({ emailId: email, captcha: captchaAnswer.captcha });

export const findSso = endpoint({
  method: "POST",
  path: "/account/sso_find",
  summary: "Mails where somebody's enterprise signs in. The answer is the same for every address",
  access: publicAccess("Who does not know where to sign in has no session; a captcha and limits guard it."),
  maxBytes: 4 * 1024,
  body: z.object({ emailId: email, ...captchaAnswer }),
  reply: z.null(),
  under: "data",
});

const landing = z.object({
  code: z.string().max(4_096).optional(),
  state: z.string().max(512).optional(),
  iss: z.string().max(512).optional(),
  error: z.string().max(200).optional(),
});
const landingAccess = publicAccess(
  "A provider sends the browser here; the page that it leads to posts the code.",
);

export const ssoCallback = endpoint({
  method: "GET",
  path: "/account/sso_redirect_callback",
  summary: "Where a provider sends the browser back to; leads to the console's page with what it brought",
  access: landingAccess,
  query: landing,
  reply: z.null(),
  under: "data",
});

export const oauthCallback = endpoint({
  method: "GET",
  path: "/account/oauth_callback",
  summary: "The same, for clients that are registered with this address",
  access: landingAccess,
  query: landing,
  reply: z.null(),
  under: "data",
});

export const validateOauth = endpoint({
  method: "POST",
  path: "/account/oauth_validate",
  summary: "Exchanges what the provider sent for a session: each state once, within ten minutes",
  access: publicAccess(
    "The state was made here, for one browser, and the code is the provider's own, bound by PKCE.",
  ),
  maxBytes: 16 * 1024,
  body: z.object({
    code: z.string().min(1).max(4_096),
    state: z.string().min(1).max(512),
    iss: z.string().max(512).optional(),
  }),
  reply: signedInReply.extend({ next: z.string() }),
  under: "response",
});
