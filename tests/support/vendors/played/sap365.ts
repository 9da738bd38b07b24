import type { PlayedVendor, Said } from "../plays.ts";
import { part, words } from "../rcs-message.ts";

/** SAP365's Telegram as it is assumed: notifications, and what they are refused for. */

export const SAP365 = { accountName: "lucky_shrub", accKey: "Sap^Key &=1==", bot: "lucky_bot" };

const refused = (status: number, code: string, message: string): Said => ({
  status,
  body: { error: { code, message } },
});

export function play(): PlayedVendor {
  let sent = 0;
  const basic = Buffer.from(`${SAP365.accountName}:${SAP365.accKey}`).toString("base64");
  return {
    name: "sap365",
    answers({ method, path, headers, body }) {
      if (headers.authorization !== `Basic ${basic}`) return refused(401, "unauthorized", "Unauthorized");
      if (path !== `/sap365/telegram/${SAP365.accountName}/notifications` || method !== "POST")
        return refused(404, "notFound", "Not found");
      const said = part(part(body)["SAPnotification"]);
      const [to] = Array.isArray(said["recipients"]) ? (said["recipients"] as unknown[]) : [];
      const { reference, attachment } = part(part(said["configuration"])["telegram"]);
      const { type, url } = part(attachment);
      const isFile =
        ["image", "video", "audio", "document"].includes(words(type)) && /^https?:\/\//.test(words(url));
      const isRight = isFile || (attachment === undefined && words(said["contentText"]) !== "");
      if (!/^telegram:.+/.test(words(to))) return refused(400, "recipients", "recipients is required");
      if (said["sender"] !== SAP365.bot) return refused(400, "sender", "Unknown sender");
      if (!isRight || words(said["contentText"]).length > 4_096 || words(reference) === "")
        return refused(400, "content", "Invalid content");
      sent += 1;
      const accepted = { id: `sap-${sent}`, ownId: words(reference), to: words(to).slice(9) };
      return { status: 202, body: { messageId: accepted.id }, accepted };
    },
    refuses: ({ status = 400, code }) => refused(status, String(code), "Played"),
    hint: (url) => `SAP365     baseUrl ${url}/sap365, account ${SAP365.accountName}, key ${SAP365.accKey}`,
  };
}
