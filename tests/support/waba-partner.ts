import { answerOutbound, type Expectation } from "./outbound.ts";

/** A partner by its HTTP contract: it remembers, and says what it is told to say. */

export const PARTNER = { url: "https://partner.company.com/v1", key: "the partner's key" };

export interface PlayedPartner extends Expectation {
  /** The code that a number was sent last. */
  readonly codes: Map<string, string>;
  state: "pending" | "running" | "rejected";
  /** Answers this instead, once. */
  say(response: () => Response): void;
  /** Whether a number is verified. */
  readonly verified: Set<string>;
}

const refused = (message: string, status = 400) =>
  Response.json({ error: { code: 100, message } }, { status });

export function playPartner(number = "919876543210"): PlayedPartner {
  const codes = new Map<string, string>();
  const verified = new Set<string>();
  const added: { id: string; number: string; name: string }[] = [{ id: "n1", number, name: "Lucky Shrub" }];
  const opened = new Map<string, string>();
  const said: (() => Response)[] = [];
  const played = { codes, verified, state: "pending" as PlayedPartner["state"] };
  const expectation = answerOutbound(PARTNER.url, async (request) => {
    if (request.headers.get("authorization") !== `Bearer ${PARTNER.key}`) return refused("Unauthorized", 401);
    const other = said.shift();
    if (other) return other();
    const path = request.url.slice(PARTNER.url.length);
    const [, kind = "", id = "", action = ""] = path.split("/").map(decodeURIComponent);
    const body = (request.method === "POST" ? await request.json().catch(() => ({})) : {}) as Record<
      string,
      string
    >;
    switch (`${request.method} ${kind} ${action}`) {
      case "GET partner ":
        return Response.json({
          id: "p1",
          name: "Shrub Partners",
          permissions_url: "https://partner.company.com/permit",
        });
      case "GET clients wabas":
        return Response.json({ wabas: [{ id: `${id}-waba`, name: "Shrubs", status: "APPROVED" }] });
      case "GET wabas phone_numbers":
        return Response.json({
          data: added.map((each) => ({
            id: each.id,
            display_phone_number: `+${each.number}`,
            verified_name: each.name,
            code_verification_status: verified.has(each.id) ? "VERIFIED" : "NOT_VERIFIED",
            quality_rating: "GREEN",
          })),
        });
      case "POST wabas phone_numbers":
        added.push({
          id: `n${added.length + 1}`,
          number: body["phone_number"] ?? "",
          name: body["verified_name"] ?? "",
        });
        return Response.json({ id: `n${added.length}` });
      case "POST phone_numbers request_code":
        codes.set(id, String(100_000 + codes.size));
        return Response.json({ success: true });
      case "POST phone_numbers verify_code":
        if (body["code"] !== codes.get(id)) return refused("Code couldn't be verified");
        verified.add(id);
        return Response.json({ success: true });
      case "POST channels ":
        if (!verified.has(body["phone_number"] ?? "")) return refused("The number is not verified");
        opened.set(`c-${body["phone_number"]}`, body["callback_url"] ?? "");
        return Response.json({ id: `c-${body["phone_number"]}`, status: "pending" });
      case "GET channels ":
        if (!opened.has(id)) return refused("No such channel", 404);
        return Response.json({
          id,
          status: played.state,
          reason: played.state === "rejected" ? "The display name is not yours." : "",
        });
      case "POST channels api_keys":
        return Response.json(
          { api_key: `key of ${id}`, address: "https://mcmi.company.com" },
          { status: 201 },
        );
      default:
        return refused("Not found", 404);
    }
  });
  return Object.assign(played, expectation, { say: (response: () => Response) => void said.push(response) });
}
