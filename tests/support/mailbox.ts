import { CompactEncrypt, importJWK, type JWK } from "jose";
import { answerTo, callWith, type Send } from "#db/seed/client.ts";
import type { CaptchaPurpose } from "#workers/contract/endpoints/account.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import * as mailPreviewApi from "#workers/contract/endpoints/mail-preview.ts";
import * as signUpApi from "#workers/contract/endpoints/sign-up.ts";
import type { PreviewedMail } from "#workers/contract/endpoints/mail-preview.ts";

/** Mails that a local system has sent to an address, newest first, as its mail preview shows them. */
export async function mailsTo(send: Send, address: string): Promise<PreviewedMail[]> {
  const { mails } = await callWith(send, undefined, mailPreviewApi.listMails);
  return mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase());
}

/** The link of the newest mail to an address. */
export async function linkTo(send: Send, address: string): Promise<URL> {
  const [newest] = await mailsTo(send, address);
  if (!newest?.link) throw new Error(`No mail with a link has gone to ${address}.`);
  return new URL(newest.link);
}

/** A captcha of a purpose, with its answer. */
export async function solvedCaptcha(send: Send, purpose: CaptchaPurpose) {
  const { captchaId, question } = await callWith(send, undefined, accountApi.captcha, {
    query: { purpose, kind: "question" },
  });
  return { captchaId, captcha: answerTo(question ?? "") };
}

/** A password as the browser sends it: sealed to the server's key for one purpose. */
export async function sealedFor(send: Send, boundTo: string, password: string): Promise<string> {
  const { jwk } = await callWith(send, undefined, accountApi.loginKey);
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ password, captchaId: boundTo })))
    .setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A256GCM" })
    .encrypt(await importJWK(jwk as JWK, "RSA-OAEP-256"));
}

/** The fields of a form that asks for a new password twice. */
export async function sealedPair(send: Send, boundTo: string, password: string, again = password) {
  return {
    password: await sealedFor(send, boundTo, password),
    confirmPassword: await sealedFor(send, boundTo, again),
  };
}

/** Signs a new enterprise up, as the page does; its address still has to be verified. */
export async function signUp(
  send: Send,
  who: { enterpriseName: string; name: string; emailId: string },
  password: string,
): Promise<void> {
  const solved = await solvedCaptcha(send, "signup");
  const sealed = await sealedPair(send, solved.captchaId, password);
  await callWith(send, undefined, signUpApi.signUp, { body: { ...who, ...solved, ...sealed } });
}

let doors = 0;

/** The same from a network address of its own: wrong passwords of one test must not slow another down. */
export const fromElsewhere =
  (send: Send): Send =>
  (path, init) => {
    const address = `198.51.100.${++doors % 250}`;
    return send(path, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), "cf-connecting-ip": address },
    });
  };
