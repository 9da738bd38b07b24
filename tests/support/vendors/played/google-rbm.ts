import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import type { PlayedVendor, Said } from "../plays.ts";
import { part, problemOfAddress, problemOfContent, sentTo, words } from "../rcs-message.ts";

/** Google's RCS for Business: what it takes, what it refuses, and in which words. */

const format = { type: "pkcs8", format: "pem" } as const;
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
/** As in the file that Google gives for a service account. */
export const GOOGLE_RBM = {
  agentId: "lucky_shrub_agent",
  clientToken: "played-client-token",
  serviceAccount: JSON.stringify({
    type: "service_account",
    private_key_id: "key-1",
    private_key: privateKey.export(format),
    client_email: "rbm@lucky-shrub.iam.example",
  }),
};
const TOKEN = "played-google-token";

const refused = (code: number, status: string, message: string): Said => ({
  status: code,
  body: { error: { code, message, status } },
});
const decoded = (words64: string) => part(JSON.parse(Buffer.from(words64, "base64url").toString()));

export function play(): PlayedVendor {
  return {
    name: "google-rbm",
    answers({ method, path, headers, body }) {
      if (path === "/google-rbm/token" && method === "POST") return tokenAnswer(part(body));
      if (headers.authorization !== `Bearer ${TOKEN}`)
        return refused(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
      if (!path.startsWith("/google-rbm/v1/phones/") || path.includes("/async") || method !== "POST")
        return refused(404, "UNKNOWN_PATH", "Not found");
      const wrong =
        problemOfAddress(path, { name: "agentId", id: GOOGLE_RBM.agentId }) ??
        problemOfContent(part(part(body)["contentMessage"]));
      if (wrong !== undefined) return refused(400, "INVALID_ARGUMENT", wrong);
      const { to, id } = sentTo(path);
      return {
        status: 200,
        body: { ...part(body), name: `phones/+${to}/agentMessages/${id}`, sendTime: "2026-01-01T00:00:00Z" },
        accepted: { id, ownId: id, to },
      };
    },
    refuses: ({ status = 400 }) => {
      const name = { 400: "INVALID_ARGUMENT", 403: "PERMISSION_DENIED", 404: "NOT_FOUND" }[status];
      return refused(status, name ?? (status === 429 ? "RESOURCE_EXHAUSTED" : "PLAYED"), "Played");
    },
    hint: (url) =>
      `Google RBM  baseUrl ${url}/google-rbm, agent ${GOOGLE_RBM.agentId}, a key made anew each time`,
  };
}

/** A token for a statement that the account's own key signed, within its hour. */
function tokenAnswer({ grant_type: grant, assertion }: Record<string, unknown>): Said {
  const invalid = (description: string): Said => ({
    status: 400,
    body: { error: "invalid_grant", error_description: description },
  });
  if (grant !== "urn:ietf:params:oauth:grant-type:jwt-bearer")
    return { status: 400, body: { error: "unsupported_grant_type" } };
  const [header = "", claims = "", signature = ""] = words(assertion).split(".");
  const bytes = Buffer.from(`${header}.${claims}`);
  const isSigned = verify("sha256", bytes, createPublicKey(privateKey), Buffer.from(signature, "base64url"));
  if (!isSigned || decoded(header)["alg"] !== "RS256") return invalid("Invalid JWT Signature.");
  const { iss, scope, aud, iat, exp } = decoded(claims);
  const account = part(JSON.parse(GOOGLE_RBM.serviceAccount));
  if (iss !== account["client_email"]) return invalid("Not a valid email.");
  if (scope !== "https://www.googleapis.com/auth/rcsbusinessmessaging") return invalid("Invalid scope.");
  if (!words(aud).endsWith("/google-rbm/token")) return invalid("Invalid audience.");
  if (Number(exp) - Number(iat) > 3_600) return invalid("Token must be short-lived.");
  return { status: 200, body: { access_token: TOKEN, expires_in: 3_599, token_type: "Bearer" } };
}
