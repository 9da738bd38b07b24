import { z } from "zod";
import { accountTexts as texts } from "#texts/account.ts";
import { enterpriseTexts } from "#texts/enterprise.ts";
import { countryText } from "../countries.ts";
import { endpoint, publicAccess } from "../endpoint.ts";
import { name } from "../fields.ts";
import { captchaAnswer, email, linkCode, sealedField } from "./account.ts";

/** The form fields of a sign-up, except the passwords: those travel sealed and are checked once unsealed. */
export const signUpFields = z.object({
  enterpriseName: name(texts.enterpriseEmpty),
  name: name(texts.nameEmpty),
  emailId: email,
  /** The country of phone numbers that are typed without a dialling code. */
  country: countryText(enterpriseTexts.countryInvalid).default(""),
  /** Where its data is to be, of those that come with the captcha; empty where none do. */
  region: z.string().max(31).default(""),
});

export const signUp = endpoint({
  method: "POST",
  path: "/account/signup",
  summary:
    "Opens an account: a mail verifies the address. The answer does not tell whether it has one already",
  access: publicAccess("Nobody has a session before they have an account; a captcha and limits guard it."),
  maxBytes: 32 * 1024,
  body: signUpFields.extend({
    password: sealedField("the captcha's id"),
    confirmPassword: sealedField("the captcha's id"),
    ...captchaAnswer,
  }),
  reply: z.null(),
  under: "data",
});

export const isEmailUnique = endpoint({
  method: "GET",
  path: "/account/isEmailUnique",
  summary: "Always true: who has an account is nobody's business, and sign-up settles it by mail",
  access: publicAccess("It says the same of every address, without looking."),
  query: z.object({ emailId: email }),
  reply: z.object({ isUnique: z.literal(true) }),
  under: "data",
});

export const activationState = endpoint({
  method: "GET",
  path: "/account/activate/:id",
  summary:
    "Whether the code of a verification link still works. It changes nothing: scanners of mail open links",
  access: publicAccess("The code is the key; it has 256 bits."),
  params: z.object({ id: linkCode }),
  reply: z.object({ works: z.boolean() }),
  under: "data",
});

export const activate = endpoint({
  method: "POST",
  path: "/account/activate",
  summary: "Verifies the address of a new account by the code of its mail, once",
  access: publicAccess("The code is the key; it has 256 bits."),
  maxBytes: 4 * 1024,
  body: z.object({ id: linkCode }),
  reply: z.null(),
  under: "data",
});

export const resend = endpoint({
  method: "POST",
  path: "/account/resend",
  summary: "Mails the verification link again; older ones are dead. The answer is the same for every address",
  access: publicAccess("Nobody can sign in before it; a captcha and limits guard it."),
  maxBytes: 4 * 1024,
  body: z.object({ emailId: email, ...captchaAnswer }),
  reply: z.null(),
  under: "data",
});
