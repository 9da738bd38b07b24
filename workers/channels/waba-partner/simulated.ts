import { digestOf } from "../digest.ts";
import { record, text } from "../json.ts";
import { partnerByHttp, type PartnerFetch } from "./http.ts";
import type { WabaPartner } from "./partner.ts";

/**
 * Plays a partner for people who try the way out: answers the same requests, remembers nothing, and tells the code that
 * a real one would send. Its ids hold all that it has to know.
 */
export const simulatedPartner = (now: () => number): WabaPartner =>
  partnerByHttp(BASE, "simulated", answering(now));

const BASE = "https://partner.simulated.invalid";
/** As long as a number takes to be set up. */
const SETTING_UP_MS = 4_000;
/** A name with this word is refused, so that a refusal can be seen. */
const REFUSED = /reject/i;

const ok = (body: object, status = 200) => Response.json(body, { status });
const refused = (message: string, status = 400) =>
  Response.json({ error: { code: 100, message } }, { status });
const pack = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
function unpack(id: string) {
  try {
    return record(JSON.parse(Buffer.from(id, "base64url").toString()));
  } catch {
    return {};
  }
}

/** Six digits that belong to a number. */
export const codeOf = (numberId: string): string =>
  String(Buffer.from(digestOf({ numberId }), "base64url").readUInt32BE(0) % 1_000_000).padStart(6, "0");

function answering(now: () => number): PartnerFetch {
  return async (request) => {
    const [kind = "", id = "", action = ""] = new URL(request.url).pathname
      .slice(1)
      .split("/")
      .map(decodeURIComponent);
    const body = request.method === "POST" ? record(await request.json().catch(() => ({}))) : {};
    switch (`${request.method} ${kind} ${action}`) {
      case "GET partner ":
        return ok({ id: "simulated", name: "Simulated partner", permissions_url: "/simulated-partner" });
      case "GET clients wabas":
        return ok({
          wabas: [1, 2].map((n) => ({ id: `${id}-${n}`, name: `Account ${n}`, status: "APPROVED" })),
        });
      case "GET wabas phone_numbers":
        return ok({ data: [true, false].map((verified) => theirs(id, verified)) });
      case "POST wabas phone_numbers": {
        const number = text(body["phone_number"], 20) ?? "";
        if (!/^[1-9]\d{7,14}$/.test(number)) return refused("The phone number is not valid.");
        return ok({ id: pack({ number, name: text(body["verified_name"], 100) ?? "" }) });
      }
      case "POST phone_numbers request_code":
        return ok({ success: true, simulated_code: codeOf(id) });
      case "POST phone_numbers verify_code":
        return body["code"] === codeOf(id) ? ok({ success: true }) : refused("The code is not right.");
      case "POST channels ": {
        const number = text(body["phone_number"], 500) ?? "";
        return ok({ id: pack({ number, at: now() }), status: "pending" });
      }
      case "GET channels ":
        return ok({ id, ...stateOf(id, now()) });
      case "POST channels api_keys":
        return ok({ api_key: `simulated-${digestOf({ id })}` });
      default:
        return refused("There is nothing here.", 404);
    }
  };
}

/** Two numbers of an account: one is verified already. */
function theirs(waba: string, verified: boolean) {
  const digits = codeOf(`${waba} ${verified}`);
  const name = verified ? "Lucky Shrub" : "Lucky Shrub Support";
  const number = `9198${digits}${verified ? "10" : "20"}`;
  return {
    id: pack({ number, name }),
    display_phone_number: `+91 ${number.slice(2, 7)} ${number.slice(7)}`,
    verified_name: name,
    code_verification_status: verified ? "VERIFIED" : "NOT_VERIFIED",
    quality_rating: verified ? "GREEN" : "UNKNOWN",
  };
}

function stateOf(id: string, now: number) {
  const { number, at } = unpack(id);
  if (now - Number(at) < SETTING_UP_MS) return { status: "pending" };
  const { name } = unpack(text(number, 500) ?? "");
  if (!REFUSED.test(text(name, 100) ?? "")) return { status: "running" };
  return { status: "rejected", reason: "Meta refused the display name." };
}
