import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { PLAYED } from "./vendors/plays.ts";
import { signedDelivery, statusDelivery } from "./vendors/statuses.ts";

/** A message that a vendor outside has accepted, in its own log: to whom, our id for it, and when. */
export interface Accepted {
  to: string;
  ownId: string;
  id: string;
  at: number;
}

export interface OutsideVendor {
  url: string;
  accepted: Accepted[];
  /** Calls that are open, and the most that ever were. */
  open: number;
  mostOpen: number;
  /** Time that an answer takes. */
  latencyMs: number;
  /** When each call began, whatever became of it, and whom it was for. */
  called: { to: string; at: number }[];
  /** The trouble of a call to somebody; such a call is not accepted. */
  trouble: (to: string) => Trouble | undefined;
  /** Posts the signed statuses of what was accepted meanwhile, so many events a call and calls at once, until `stop`. */
  tell(
    address: string,
    statuses: readonly string[],
    eachCall: number,
    atOnce?: number,
  ): { told: () => number; stop: () => Promise<void> };
  stop(): Promise<void>;
}

/** How a call is not taken: an answer of the vendor's, or none. */
export type Trouble = { status: number; body: unknown } | "silence";

export const TEMPLATE = "bench_hello";

/** WhatsApp's side of a broadcast on loopback: one template that is approved, and messages, which it honours no key for. */
export async function startOutsideVendor({ latencyMs = 0 } = {}): Promise<OutsideVendor> {
  const template = {
    id: "700000000000001",
    name: TEMPLATE,
    language: "en",
    status: "APPROVED",
    category: "UTILITY",
    components: [{ type: "BODY", text: "Hello {{1}}", example: { body_text: [["Asha"]] } }],
  };
  const server = createServer((request, response) => {
    const answer = (body: unknown) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    };
    if (request.method === "GET") {
      answer({ data: [template] });
      return;
    }
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      vendor.open++;
      vendor.mostOpen = Math.max(vendor.mostOpen, vendor.open);
      const { to = "", biz_opaque_callback_data: ownId } = JSON.parse(text) as Record<string, string>;
      vendor.called.push({ to, at: performance.now() });
      const trouble = vendor.trouble(to);
      if (trouble !== undefined) {
        vendor.open--;
        if (trouble === "silence") return;
        response.statusCode = trouble.status;
        answer(trouble.body);
        return;
      }
      // Accepted before the answer: a caller that dies meanwhile does not know it.
      const id = `wamid.${vendor.accepted.length}.${to}`;
      vendor.accepted.push({ to, ownId: ownId ?? "", id, at: performance.now() });
      setTimeout(() => {
        vendor.open--;
        answer({ messaging_product: "whatsapp", contacts: [{ input: to, wa_id: to }], messages: [{ id }] });
      }, vendor.latencyMs);
    });
  });
  // Senders keep their connections.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const vendor: OutsideVendor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: [],
    called: [],
    trouble: () => undefined,
    open: 0,
    mostOpen: 0,
    latencyMs,
    tell(address, statuses, eachCall, atOnce = 1) {
      let [next, told] = [0, 0];
      const ends = new AbortController();
      const post = async () => {
        while (!ends.signal.aborted || next < vendor.accepted.length) {
          const some = vendor.accepted.slice(
            next,
            next + Math.max(1, Math.floor(eachCall / statuses.length)),
          );
          next += some.length;
          if (some.length === 0) await pause(5);
          for (const body of bodiesOf(some, statuses, eachCall)) {
            const { body: bytes, headers } = signedDelivery(body, PLAYED.graph.appSecret);
            const response = await fetch(address, { method: "POST", headers, body: bytes });
            await response.body?.cancel();
            told += eachCall === 1 ? 1 : some.length * statuses.length;
          }
        }
      };
      const posting = Promise.all(Array.from({ length: atOnce }, post));
      return {
        told: () => told,
        async stop() {
          ends.abort();
          await posting;
        },
      };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return vendor;
}

/** Deliveries of the statuses of some messages: one event each, or all of them in one. */
function bodiesOf(some: readonly Accepted[], statuses: readonly string[], eachCall: number): unknown[] {
  const each = some.flatMap((accepted) =>
    statuses.map((status) => statusDelivery(PLAYED, accepted, status) as unknown as Delivery),
  );
  if (eachCall === 1 || each.length === 0) return each;
  const [first] = each;
  const value = first?.entry[0]?.changes[0]?.value;
  if (value) value.statuses = each.flatMap((delivery) => delivery.entry[0]?.changes[0]?.value.statuses ?? []);
  return [first];
}
interface Delivery {
  entry: { changes: { value: { statuses: unknown[] } }[] }[];
}
