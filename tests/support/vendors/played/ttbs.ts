import type { PlayedVendor, Said } from "../plays.ts";

/** The SMS gateway of Tata Tele Business Services: what it takes by an address, and what it refuses. */

export const TTBS = {
  user: "LUCKYSHRUB",
  pswd: "Tree^01 &=?",
  sender: "LSHRUB",
  PE_ID: "1001234567890123456",
  templateId: "1007000000000000001",
};

const refused = (status: number, body: string): Said => ({ status, body });
const NEEDED = ["recipient", "msg", "sender", "PE_ID", "Template_ID"];

export function play(): PlayedVendor {
  let sent = 9_007_199_254_740_992n;
  return {
    name: "ttbs",
    tokenOf: ({ path }) => new URL(path, "http://ttbs").searchParams.get("user") ?? "",
    answers({ method, path }) {
      const { pathname, searchParams } = new URL(path, "http://ttbs");
      const said = (name: string) => searchParams.get(name) ?? "";
      if (pathname !== "/ttbs/campaignService/campaigns/qs") return refused(404, "<html>Not Found</html>");
      if (method !== "GET") return refused(405, "<html>Method Not Allowed</html>");
      if (path.length > 2_000) return refused(414, "<html>URI Too Long</html>");
      if (said("user") !== TTBS.user || said("pswd") !== TTBS.pswd) return refused(401, "Unauthorized user");
      const lacking = NEEDED.find((name) => said(name).trim() === "");
      if (lacking !== undefined) return refused(400, `${lacking} is mandatory.`);
      if (!/^91[1-9]\d{9}$/.test(said("recipient"))) return refused(400, "Invalid recipient.");
      if (said("sender") !== TTBS.sender) return refused(400, "Invalid sender.");
      if (!/^\d{19}$/.test(said("PE_ID"))) return refused(400, "Invalid PE_ID.");
      if (!/^\d{19}$/.test(said("Template_ID"))) return refused(400, "Invalid Template_ID.");
      if (said("dr") === "true" && !URL.canParse(said("drUri"))) return refused(400, "Invalid drUri.");
      sent += 1n;
      // More digits than a number of JSON holds.
      return { status: 200, body: String(sent), accepted: { id: String(sent), to: said("recipient") } };
    },
    refuses: ({ status, code }) => refused(status ?? code, "Played."),
    hint: (url) =>
      `TTBS       baseUrl ${url}/ttbs, user ${TTBS.user}, password ${TTBS.pswd}, sender ${TTBS.sender}, PE_ID ${TTBS.PE_ID}`,
  };
}
