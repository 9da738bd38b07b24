import { answerOutbound } from "./outbound.ts";
import { PlayedRazorpay, refused } from "./played-razorpay.ts";

export type { PlayedRazorpay, RazorpayEvent } from "./played-razorpay.ts";

const API = "https://api.razorpay.com/v1";

/** Accounts at the one Razorpay that there is, by their keys. */
const accounts = new Map<string, PlayedRazorpay>();

/** A new account at a played Razorpay; what the Workers call there is answered by it. */
export function playRazorpay(keys?: ConstructorParameters<typeof PlayedRazorpay>[0]): PlayedRazorpay {
  const account = new PlayedRazorpay(keys);
  accounts.set(account.keyId, account);
  answerOutbound(API, async (request) => {
    const given = Buffer.from((request.headers.get("authorization") ?? "").slice("Basic ".length), "base64");
    const [keyId = "", secret] = given.toString().split(":");
    const called = accounts.get(keyId);
    if (!called || called.keySecret !== secret) return refused(401, "The api key/secret provided is invalid");
    const path = request.url.slice(API.length);
    const text = await request.text();
    const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    const call = `${request.method} ${path.replace(/\?.*/, "").replace(/plink_\w+/, ":id")}`;
    called.calls.push(call);
    const work = () => called.answer(request.method, path, body);
    const { trouble } = called;
    called.trouble = undefined;
    return trouble ? trouble(call, work) : work();
  });
  return account;
}
