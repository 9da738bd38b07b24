import { problemOfMessage } from "../graph-message.ts";
import type { PlayedVendor, Said } from "../plays.ts";
import { part, words } from "../rcs-message.ts";

/** MCMI as its assumed contract has it: one call for all messengers, and what it refuses. */

export const MCMI = {
  authKey: "mcmi^Key &=1==",
  number: "919321820008",
  page: "page-8",
  ivrs: "918012345678",
};
type Part = Record<string, unknown>;
const CONTACTS: Readonly<Record<string, string>> = {
  whatsapp: MCMI.number,
  ivrs: MCMI.ivrs,
  facebook: MCMI.page,
  instagram: MCMI.page,
  web: MCMI.page,
};

const refused = (status: number, code: string, message: string): Said => ({
  status,
  body: { error: { code, message } },
});

export function play(): PlayedVendor {
  let sent = 0;
  return {
    name: "mcmi",
    answers({ method, path, headers, body }) {
      if (headers.authorization !== `Bearer ${MCMI.authKey}`)
        return refused(401, "unauthorized", "Unknown key");
      if (path !== "/mcmi/v1/messages" || method !== "POST") return refused(404, "notFound", "Not found");
      const call = part(body);
      const wrong = problemOf(call);
      if (wrong !== undefined) return refused(400, "invalid", wrong);
      sent += 1;
      const accepted = { id: `mcmi-${sent}`, ownId: words(call["clientRef"]), to: words(call["to"]) };
      return { status: 202, body: { messageId: accepted.id, status: "queued" }, accepted };
    },
    refuses: ({ status = 400, code }) => refused(status, String(code), "Played"),
    hint: (url) => `MCMI       baseUrl ${url}/mcmi, number ${MCMI.number}, key ${MCMI.authKey}`,
  };
}

function problemOf({ channel, from, to, clientRef, message }: Part): string | undefined {
  const contact = CONTACTS[words(channel)];
  if (contact === undefined) return "Unknown channel";
  if (from !== contact) return "Unknown sender";
  const byNumber = channel === "whatsapp" || channel === "ivrs";
  if (byNumber ? !/^[1-9]\d{7,14}$/.test(words(to)) : words(to) === "") return "Invalid to";
  if (words(clientRef) === "") return "clientRef is required";
  const { type, text, media, template, interactive, prompt, audioUrl } = part(message);
  if (channel === "ivrs") {
    const isRight = type === "call" && (words(prompt) !== "" || isLink(audioUrl));
    return isRight ? undefined : "Invalid call";
  }
  const meta = { messaging_product: "whatsapp", recipient_type: "individual", to: "919812345678" };
  switch (type) {
    case "text": {
      const most = { whatsapp: 4_096, instagram: 1_000, facebook: 2_000 }[words(channel)] ?? 2_000;
      const said = words(part(text)["body"]);
      return said !== "" && said.length <= most ? undefined : "Invalid text";
    }
    case "media": {
      const { kind, url, caption } = part(media);
      const isKnown = ["image", "video", "audio", "document"].includes(words(kind)) && isLink(url);
      return isKnown && words(caption).length <= 1_024 ? undefined : "Invalid media";
    }
    case "template": {
      const { name, language, components } = part(template);
      const made = { name, language: { code: language }, components };
      return problemOfMessage({ ...meta, type: "template", template: made })?.message;
    }
    case "interactive":
      return problemOfMessage({ ...meta, type: "interactive", interactive })?.message;
    default:
      return "Invalid type";
  }
}

const isLink = (value: unknown) => /^https?:\/\/\S+$/.test(words(value));
