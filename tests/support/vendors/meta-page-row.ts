import { createHmac } from "node:crypto";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { VendorCode } from "#workers/contract/vendors.ts";
import type { PlayedPage } from "./meta-page.ts";
import { common, named, type Row } from "./row.ts";

/** The row of a page or account at Meta in the contract test. */
export const pageRow = (
  page: PlayedPage,
  { name, vendor, type }: { name: string; vendor: VendorCode; type: number },
): Row => ({
  name,
  adapter: named(vendor),
  channel: (baseUrl) => ({
    id: `channel-${vendor}`,
    type,
    contactId: page.id,
    settings: { baseUrl: `${baseUrl}/${page.name}` },
    secrets: { accessToken: page.accessToken, appSecret: page.appSecret },
    webhookToken: "verify-me",
  }),
  to: [{ kind: "user", scope: page.id, value: "24068831872800" }],
  fixtures: page.name,
  signed: (body, secret = page.appSecret) => ({
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  }),
  declines,
  answers: [
    ...common,
    ["that the token ran out", { status: 401, code: 190 }, "failed", { code: "190" }],
    [
      "that the window is closed",
      { code: page.name === "messenger" ? 2018278 : 2534022 },
      "failed",
      { code: "470" },
    ],
    ["that nobody has this id", { code: 2018001 }, "failed", { code: "100" }],
    ["that the person takes no messages", { code: 551 }, "failed", { code: "551" }],
    ["a wrong parameter", { code: 100 }, "failed", { code: "100" }],
    ["too many", { status: 400, code: 613 }, "later", { code: "613" }],
    ["a passing fault", { status: 500, code: 1200 }, "later", { code: "1200" }],
    ["an unknown fault of its own", { status: 500, code: 99 }, "unknown"],
    ["a bare 503", { status: 503 }, "unknown"],
  ],
});

/** Captions, files that Meta has by an id of its own, and text above cards have no place. */
function declines(body: MessageBody): boolean {
  switch (body.kind) {
    case "image":
    case "video":
    case "audio":
    case "document":
      return Boolean(body.caption) || (body.medium.fileId === undefined && body.medium.url === undefined);
    case "carousel":
      return Boolean(body.text);
    default:
      return false;
  }
}
