import { z } from "zod";
import { endpoint, publicAccess, signedIn } from "../endpoint.ts";
import { id } from "../ids.ts";
import { captchaAnswer, email, linkCode, sealedField } from "./account.ts";

/** The form for a forgotten password. */
export const recoverFields = z.object({ emailId: email, captcha: captchaAnswer.captcha });

export const recover = endpoint({
  method: "POST",
  path: "/account/recover",
  summary: "Mails a link that sets a new password. The answer is the same for every address",
  access: publicAccess("Whoever has forgotten a password cannot sign in; a captcha and limits guard it."),
  maxBytes: 4 * 1024,
  body: z.object({ emailId: email, ...captchaAnswer }),
  reply: z.null(),
  under: "data",
});

const passwords = (boundTo: string) => ({
  password: sealedField(boundTo),
  confirmPassword: sealedField(boundTo),
});

export const changeForgotten = endpoint({
  method: "POST",
  path: "/account/changepassword",
  summary: "Sets a new password by the code of a mail, once; all sessions of that person end",
  access: publicAccess("The code is the key; it has 256 bits and goes to the account's own address."),
  maxBytes: 32 * 1024,
  body: z.object({
    ...passwords("the reset code"),
    uId: id,
    eId: id,
    resetCode: linkCode,
    appId: z.string().max(64).optional(),
  }),
  reply: z.null(),
  under: "data",
});

export const replaceDemanded = endpoint({
  method: "POST",
  path: "/account/resetPassword",
  summary: "Sets the new password that a sign-in has asked for (codes 900 and 901), by the code it gave",
  access: publicAccess("The code is the key; it was given for a right password."),
  maxBytes: 32 * 1024,
  body: z.object({ ...passwords("the reset code"), resetCode: linkCode }),
  reply: z.null(),
  under: "data",
});

export const changeOwn = endpoint({
  method: "PUT",
  path: "/e/enterprise/change_password",
  summary: "Changes one's own password, after the one that it replaces; one's other sessions end",
  access: signedIn,
  maxBytes: 32 * 1024,
  body: z.object({
    currentPassword: sealedField("one's own user id"),
    ...passwords("one's own user id"),
  }),
  reply: z.null(),
  under: "data",
});
