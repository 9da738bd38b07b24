import type { PlayedVendor, Said } from "../plays.ts";

/** NGN's gateway as it is assumed to be: no contract of it is public. */

export const NGN = {
  accKey: "played-ngn-key",
  sender: "LUCKYN",
  entityId: "1001234567890123456",
  templateId: "1007000000000000001",
};

const refused = (status: number, code: string, message: string): Said => ({
  status,
  body: { status: "error", code, message },
});

export function play(): PlayedVendor {
  let sent = 0;
  return {
    name: "ngn",
    answers({ method, path, headers, body }) {
      if (path !== "/ngn/v1/sms/send" || method !== "POST") return refused(404, "E404", "Not found.");
      if (headers.authorization !== `Bearer ${NGN.accKey}`) return refused(401, "E401", "Unauthorized.");
      const fields = body as Record<string, unknown>;
      const lacking = ["sender", "text", "entityId", "templateId"].find(
        (name) => typeof fields[name] !== "string" || fields[name].trim() === "",
      );
      if (lacking !== undefined) return refused(400, "E001", `${lacking} is missing.`);
      const all: unknown[] = Array.isArray(fields["to"]) ? fields["to"] : [];
      const to = all.find((each) => typeof each === "string" && /^91[1-9]\d{9}$/.test(each));
      if (all.length !== 1 || typeof to !== "string") return refused(400, "E002", "Invalid number.");
      if (fields["sender"] !== NGN.sender) return refused(400, "E003", "Sender is not registered.");
      const id = `ngn-${++sent}`;
      const ownId = typeof fields["ref"] === "string" ? fields["ref"] : undefined;
      return {
        status: 200,
        body: { status: "success", data: [{ to, messageId: id }] },
        accepted: { id, ownId, to },
      };
    },
    refuses: ({ status, code }) => refused(status ?? code, `E${code}`, "Played."),
    hint: (url) => `NGN        baseUrl ${url}/ngn, key ${NGN.accKey}, sender ${NGN.sender}`,
  };
}
