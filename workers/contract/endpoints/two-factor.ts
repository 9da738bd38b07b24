import { z } from "zod";
import { secondFactorTexts } from "#texts/second-factor.ts";
import { endpoint, holding, signedIn } from "../endpoint.ts";
import { id } from "../ids.ts";

/**
 * Re-authentication, required before any change of how a person signs in: the password, sealed as at sign-in with the
 * person's uId in the captcha's place, or a code of the authenticator, or a recovery code.
 */
export const confirmation = z.object({
  password: z.string().max(4096).optional(),
  code: z.string().trim().max(64, secondFactorTexts.codeTooLong).optional(),
});
export type Confirmation = z.infer<typeof confirmation>;

const rules = z.object({
  twoFactorRequired: z.boolean().meta({ description: "Everybody of the enterprise needs a second factor" }),
  singleSession: z.boolean().meta({ description: "A person is signed in at one place at a time" }),
});
export type SignInRules = z.infer<typeof rules>;

export const getSignInRules = endpoint({
  method: "GET",
  path: "/e/enterprise/twoFactorAuth",
  summary: "What the enterprise asks of everybody who signs in",
  access: holding("ENTERPRISE.VIEW", "ENTERPRISE.EDIT"),
  reply: rules,
  under: "data",
});

export const saveSignInRules = endpoint({
  method: "PUT",
  path: "/e/enterprise/twoFactorAuth",
  summary: "Changes what the enterprise asks of everybody who signs in",
  access: holding("ENTERPRISE.EDIT"),
  maxBytes: 16 * 1024,
  body: rules.partial().extend(confirmation.shape),
  reply: rules,
  under: "data",
});

export const twoFactor = z.object({
  type: z.enum(["off", "mail", "totp"]),
  required: z.boolean().meta({ description: "The enterprise asks everybody for a second factor" }),
  hasPassword: z.boolean(),
  recoveryLeft: z.int(),
  recoveryTotal: z.int(),
});
export type TwoFactor = z.infer<typeof twoFactor>;

export const getTwoFactor = endpoint({
  method: "GET",
  path: "/e/enterprise/users/twoFactorAuth",
  summary: "One's own second factor",
  access: signedIn,
  reply: twoFactor,
  under: "data",
});

export const saveTwoFactor = endpoint({
  method: "PUT",
  path: "/e/enterprise/users/twoFactorAuth",
  summary:
    "Switches one's own second factor to codes by e-mail, or off; an authenticator is set up by its own calls",
  access: signedIn,
  maxBytes: 16 * 1024,
  body: confirmation.extend({ type: z.enum(["off", "mail"]) }),
  reply: twoFactor,
  under: "data",
});

export const beginTotp = endpoint({
  method: "PUT",
  path: "/e/enterprise/users/twoFactorAuth/totp",
  summary: "Begins to set up an authenticator: its secret, shown once; nothing is switched yet",
  access: signedIn,
  maxBytes: 16 * 1024,
  body: confirmation,
  reply: z.object({
    secret: z.string().meta({ description: "Base32, to be typed into an app" }),
    uri: z.string().meta({ description: "otpauth address, to be shown as a QR code" }),
    expiresAt: z.iso.datetime(),
  }),
  under: "data",
});

export const confirmTotp = endpoint({
  method: "POST",
  path: "/e/enterprise/users/twoFactorAuth/totp",
  summary: "Switches to the authenticator that was begun with, by a code that it shows",
  access: signedIn,
  body: z.object({
    code: z
      .string(secondFactorTexts.codeEmpty)
      .trim()
      .min(1, secondFactorTexts.codeEmpty)
      .max(64, secondFactorTexts.codeTooLong),
  }),
  reply: twoFactor,
  under: "data",
});

const recovery = z.object({
  codes: z.array(z.string()).meta({ description: "Shown once, when they are made; empty otherwise" }),
  left: z.int(),
  total: z.int(),
});
export type Recovery = z.infer<typeof recovery>;

export const getRecoveryCodes = endpoint({
  method: "GET",
  path: "/e/enterprise/twoFactorAuth/recovery",
  summary: "One's recovery codes: made and shown at the first asking, only counted afterwards",
  access: signedIn,
  reply: recovery,
  under: "data",
});

export const makeRecoveryCodes = endpoint({
  method: "POST",
  path: "/e/enterprise/twoFactorAuth/recovery",
  summary: "Ten new recovery codes; the ones before are worthless",
  access: signedIn,
  maxBytes: 16 * 1024,
  body: confirmation,
  reply: recovery,
  under: "data",
});

export const disableTwoFactor = endpoint({
  method: "PUT",
  path: "/e/enterprise/twoFactorAuth/recovery",
  summary: "Switches a person's second factor off, for who has lost it; their recovery codes are worthless",
  access: holding("USERS.EDIT"),
  body: z.object({ uId: id }),
  reply: z.null(),
  under: "data",
});
