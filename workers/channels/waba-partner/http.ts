import { type Json, list, record, text } from "../json.ts";
import { PartnerError, type PartnerChannel, type WabaPartner } from "./partner.ts";

/** Somebody waits. */
const CALL_MS = 10_000;

/** How the partner is called; the simulated one answers the same requests. */
export type PartnerFetch = (request: Request) => Promise<Response>;

/**
 * A partner by HTTP. No contract of the specification's gateway is public: the paths are assumed, the objects of numbers
 * and codes are Meta's own (phone_numbers, request_code, verify_code). Everything that is assumed stands here.
 */
export function partnerByHttp(baseUrl: string, key: string, fetchPartner: PartnerFetch): WabaPartner {
  const call = async (method: "GET" | "POST", path: string, body?: unknown): Promise<Json> => {
    const url = `${baseUrl.replace(/\/+$/, "")}${path}`;
    const request = new Request(url, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(CALL_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await fetchPartner(request).catch(() => {
      throw new PartnerError("unavailable");
    });
    const answer = await objectOf(response);
    const error = record(answer?.["error"]);
    const words = text(error["error_user_msg"], 300) ?? text(error["message"], 300);
    const isOurs = [400, 404, 409, 422, 429].includes(response.status);
    if (isOurs && words !== undefined) throw new PartnerError("refused", words);
    if (!response.ok || !answer || words !== undefined) throw new PartnerError("unavailable");
    return answer;
  };
  const at = (strings: TemplateStringsArray, ...ids: string[]) =>
    String.raw({ raw: strings }, ...ids.map(encodeURIComponent));
  const needed = (value: unknown): string => {
    const found = text(value, 200);
    if (found === undefined) throw new PartnerError("unavailable");
    return found;
  };

  return {
    async about() {
      const answer = await call("GET", "/partner");
      const permissionsUrl = needed(answer["permissions_url"]);
      if (!/^(https:|\/)/.test(permissionsUrl)) throw new PartnerError("unavailable");
      return { id: needed(answer["id"]), name: needed(answer["name"]), permissionsUrl };
    },
    async wabas(client) {
      const { wabas } = await call("GET", at`/clients/${client}/wabas`);
      return list(wabas)
        .map(record)
        .map((each) => ({
          id: needed(each["id"]),
          name: text(each["name"], 200) ?? "",
          status: text(each["status"], 64) ?? "",
        }));
    },
    async numbers(wabaId) {
      const { data } = await call("GET", at`/wabas/${wabaId}/phone_numbers`);
      return list(data)
        .map(record)
        .map((each) => ({
          id: needed(each["id"]),
          number: `+${needed(each["display_phone_number"]).replaceAll(/\D/g, "")}`,
          verifiedName: text(each["verified_name"], 200) ?? "",
          verified: each["code_verification_status"] === "VERIFIED",
          quality: ["GREEN", "YELLOW", "RED"].find((rating) => rating === each["quality_rating"]) ?? "",
        }));
    },
    async addNumber(wabaId, { number, verifiedName }) {
      const added = { phone_number: number.replace(/^\+/, ""), verified_name: verifiedName };
      return needed((await call("POST", at`/wabas/${wabaId}/phone_numbers`, added))["id"]);
    },
    async sendCode(numberId, { method, language }) {
      const asked = { code_method: method, language };
      const answer = await call("POST", at`/phone_numbers/${numberId}/request_code`, asked);
      const shown = text(answer["simulated_code"], 10);
      return shown === undefined ? {} : { shown };
    },
    async verifyCode(numberId, code) {
      try {
        const answer = await call("POST", at`/phone_numbers/${numberId}/verify_code`, { code });
        return answer["success"] === true;
      } catch (error) {
        // Meta says only that it was not right.
        if (error instanceof PartnerError && error.kind === "refused") return false;
        throw error;
      }
    },
    open: async ({ client, wabaId, numberId, callbackUrl }) =>
      channelOf(
        await call("POST", "/channels", {
          client,
          waba: wabaId,
          phone_number: numberId,
          callback_url: callbackUrl,
        }),
        needed,
      ),
    channel: async (id) => channelOf(await call("GET", at`/channels/${id}`), needed),
    async key(id) {
      const answer = await call("POST", at`/channels/${id}/api_keys`);
      return { key: needed(answer["api_key"]), address: text(answer["address"], 500) ?? "" };
    },
  };
}

/** The object in an answer; undefined where there is none. */
async function objectOf(response: Response): Promise<Json | undefined> {
  const value: unknown = await response.json().catch(() => undefined);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

function channelOf(answer: Json, needed: (value: unknown) => string): PartnerChannel {
  const status = text(answer["status"], 64);
  const state = status === "running" || status === "rejected" ? status : "pending";
  return { id: needed(answer["id"]), state, reason: text(answer["reason"], 300) ?? "" };
}
