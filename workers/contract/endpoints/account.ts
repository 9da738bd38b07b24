import { z } from "zod";
import { authTexts } from "#texts/auth.ts";
import { secondFactorTexts } from "#texts/second-factor.ts";
import { endpoint, publicAccess, signedIn } from "../endpoint.ts";

export const captchaPurpose = z.enum(["login", "signup", "forgetPassword", "form"]);
export type CaptchaPurpose = z.infer<typeof captchaPurpose>;

export const email = z
  .string(authTexts.mandatory)
  .trim()
  .min(1, authTexts.mandatory)
  .max(254, authTexts.emailInvalid)
  .pipe(z.email(authTexts.emailInvalid));

/** The code of a link: 256 bits as base64url, so anything much longer is invalid. */
export const linkCode = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .meta({ description: "The code of the mail's link" });

/** A password in transit: sealed to the server's key, for one purpose only. */
export const sealedField = (boundTo: string) =>
  z
    .string(authTexts.mandatory)
    .min(1, authTexts.mandatory)
    .max(4096)
    .meta({
      description: `The JSON {password, captchaId} sealed to the key of account/login/key; captchaId is ${boundTo}`,
    });

export const captchaAnswer = {
  captcha: z.string(authTexts.captchaEmpty).trim().min(1, authTexts.captchaEmpty).max(64),
  captchaId: z.string(authTexts.captchaEmpty).min(1, authTexts.captchaEmpty).max(64),
};

export const captcha = endpoint({
  method: "GET",
  path: "/account/captcha/generate",
  summary: "A new captcha: a picture, or a question for those who cannot read the picture",
  access: publicAccess("It is what protects the public forms."),
  query: z.object({
    purpose: captchaPurpose.default("login"),
    kind: z.enum(["image", "question"]).default("image"),
  }),
  reply: z.object({
    captchaId: z.string(),
    captcha: z.string().meta({ description: "The picture as a data URI; empty for a question" }),
    question: z.string().optional(),
    regions: z.array(z.string()).optional().meta({
      description:
        "For a sign-up: regions to choose among for one's data, where the installation has several",
    }),
    expiresAt: z.iso.datetime(),
  }),
  under: "data",
});

export const loginKey = endpoint({
  method: "GET",
  path: "/account/login/key",
  summary: "The public key to which the browser seals a password (JWE compact, RSA-OAEP-256, A256GCM)",
  access: publicAccess("A public key."),
  reply: z.object({ kid: z.string(), jwk: z.record(z.string(), z.unknown()) }),
  under: "data",
});

/**
 * Content of a sealed password. `captchaId` binds it to one use, so that a copy is worthless elsewhere and later: the
 * captcha's id, the code of a link, or the id of the person who is signed in.
 */
export const sealedPassword = z.object({ password: z.string().min(1).max(1024), captchaId: z.string() });

export const signedInReply = z.object({
  authToken: z.string(),
  uId: z.string(),
  expiresAt: z.iso.datetime(),
});
export type SignedIn = z.infer<typeof signedInReply>;

/** A second factor is due: its method, where the code was sent, and its deadline. */
export const challenge = z.object({
  id: z.string(),
  authType: z.enum(["mail", "totp"]),
  sentTo: z.string().meta({ description: "The mail address, masked; empty for an authenticator" }),
  expiresAt: z.iso.datetime(),
});
export type Challenge = z.infer<typeof challenge>;

export const login = endpoint({
  method: "POST",
  path: "/account/enterprise/login/twoFactorAuth",
  summary:
    "Signs in: the token for the header authentication-token, or the challenge for a second factor (account/verifyCode)",
  access: publicAccess("Nobody has a session before signing in."),
  maxBytes: 16 * 1024,
  body: z.object({
    email,
    password: z
      .string(authTexts.mandatory)
      .min(1, authTexts.mandatory)
      .max(4096)
      .meta({ description: "The JSON {password, captchaId} sealed to the key of account/login/key" }),
    captcha: z.string(authTexts.captchaEmpty).trim().min(1, authTexts.captchaEmpty).max(64),
    captchaId: z.string(authTexts.captchaEmpty).min(1, authTexts.captchaEmpty).max(64),
    removeExistingSession: z.boolean().default(false),
    appId: z.string().max(64).optional(),
  }),
  reply: z.union([signedInReply, challenge]),
  under: "response",
});

/** The code of the second factor; spaces in it do not matter. */
const securityCode = z
  .string(secondFactorTexts.codeEmpty)
  .trim()
  .min(1, secondFactorTexts.codeEmpty)
  .max(64, secondFactorTexts.codeTooLong);
const challengeId = z.string().min(1).max(128);

export const verifyCode = endpoint({
  method: "POST",
  path: "/account/verifyCode",
  summary: "Ends a sign-in with its second factor; a recovery code does as well",
  access: publicAccess(
    "The challenge's id is secret, short-lived and limited; it was given for a right password.",
  ),
  maxBytes: 16 * 1024,
  body: z.object({ id: challengeId, authType: z.enum(["mail", "totp", "recovery"]), securityCode }),
  reply: signedInReply,
  under: "response",
});

export const resendAuthMail = endpoint({
  method: "POST",
  path: "/account/resendAuthMail",
  summary: "Mails a new code for a sign-in; the one before does not work any more",
  access: publicAccess("As verifyCode; mails are limited for each account."),
  maxBytes: 16 * 1024,
  body: z.object({ id: challengeId }),
  reply: challenge,
  under: "response",
});

export const logout = endpoint({
  method: "GET",
  path: "/account/logout",
  summary: "Ends this login session; its sockets close with 4001",
  access: signedIn,
  anew: true,
  reply: z.null(),
  under: "data",
});

export const socketTicket = endpoint({
  method: "POST",
  path: "/account/socket_ticket",
  summary: "A ticket for the query of the actions socket: works once, within 30 seconds",
  access: signedIn,
  reply: z.object({ ticket: z.string(), expiresAt: z.iso.datetime() }),
  under: "data",
});
