import type { PlayedVendor, Said } from "../plays.ts";

/** Mailchimp Transactional: what it takes, what it refuses, and in which words. */

export const MAILCHIMP = {
  fromEmail: "care@lucky-shrub.example",
  fromName: "Lucky Shrub",
  subAccount: "shrub",
  authKey: "md-played-key",
  webhookKey: "played-webhook-key",
};
type Part = Record<string, unknown>;
const part = (value: unknown): Part =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Part) : {};
const words = (value: unknown): string => (typeof value === "string" ? value : "");
const refused = (status: number, name: string, message = "Played"): Said => ({
  status,
  body: { status: "error", code: -1, name, message },
});
/** Its errors are named; the codes of the tests stand for them. */
const NAMES: Readonly<Record<number, [status: number, name: string]>> = {
  401: [401, "Invalid_Key"],
  402: [402, "PaymentRequired"],
  500: [500, "GeneralError"],
  12: [500, "Unknown_Subaccount"],
};

export function play(): PlayedVendor {
  let sent = 0;
  return {
    name: "mailchimp",
    tokenOf: ({ body }) => words(part(body)["key"]),
    answers({ method, path, body }) {
      const call = part(body);
      if (method !== "POST") return refused(404, "Unknown_Method");
      if (call["key"] !== MAILCHIMP.authKey) return refused(401, "Invalid_Key", "Invalid API key");
      if (path === "/mailchimp/users/ping2.json") return { status: 200, body: { PING: "PONG!" } };
      if (path !== "/mailchimp/messages/send.json") return refused(404, "Unknown_Method");
      const message = part(call["message"]);
      const [to] = Array.isArray(message["to"]) ? message["to"].map(part) : [];
      const wrong = problemOf(message, to);
      if (wrong !== undefined) return refused(500, "ValidationError", wrong);
      if (message["subaccount"] !== MAILCHIMP.subAccount) return refused(500, "Unknown_Subaccount");
      sent += 1;
      const [id, email] = [`mail-${sent}`, words(to?.["email"])];
      const isBlocked = email.startsWith("blocked@");
      const status = isBlocked ? "rejected" : "queued";
      return {
        status: 200,
        body: [{ email, status, reject_reason: isBlocked ? "hard-bounce" : null, _id: id }],
        ...(!isBlocked && {
          accepted: { id, ownId: words(part(message["metadata"])["ref"]), to: email },
        }),
      };
    },
    refuses: ({ code }) => {
      const [status, name] = NAMES[code] ?? [500, "ValidationError"];
      return refused(status, name);
    },
    hint: (url) =>
      `Mailchimp  baseUrl ${url}/mailchimp, from ${MAILCHIMP.fromEmail}, key ${MAILCHIMP.authKey}`,
  };
}

function problemOf(message: Part, to: Part | undefined): string | undefined {
  if (message["from_email"] !== MAILCHIMP.fromEmail) return "from_email";
  if (!/^[^\s@]+@[^\s@]+$/.test(words(to?.["email"]))) return "to";
  if (words(message["subject"]) === "" || /[\r\n]/.test(words(message["subject"]))) return "subject";
  const files = Array.isArray(message["attachments"]) ? message["attachments"].map(part) : [];
  const isFile = (file: Part) =>
    /^\w+\/[\w.+-]+$/.test(words(file["type"])) &&
    words(file["name"]) !== "" &&
    /^[A-Za-z0-9+/]+=*$/.test(words(file["content"]));
  if (!files.every(isFile)) return "attachments";
  return words(message["text"]) === "" || words(message["html"]) === "" ? "text" : undefined;
}
