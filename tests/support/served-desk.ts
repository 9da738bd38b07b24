import { setTimeout as pause } from "node:timers/promises";
import { CHAT } from "#workers/contract/chat-states.ts";
import { outsideChannel } from "./casting.ts";
import { inDatabase } from "./message-power.ts";
import type { OutsideVendor } from "./outside-vendor.ts";
import type { Person } from "./people.ts";
import type { Power } from "./power.ts";
import { writePeople } from "./served-people.ts";
import { metaDelivery } from "./vendors/meta-delivery.ts";
import { PLAYED } from "./vendors/plays.ts";
import { signedDelivery } from "./vendors/statuses.ts";

/** The messages from customers: by number, by the vendor's id of the message. */
interface Said {
  from: string;
  id: string;
  text: string;
}

/** Agents of the demo's enterprise, whose customers write through a vendor outside. */
interface Desk {
  channelId: string;
  enterpriseId: string;
  agents: readonly Person[];
  /** Delivers as the vendor does: again, until it is answered. */
  deliver(said: readonly Said[]): Promise<Response>;
  /** Does something in a chat: a console that hears nothing asks again, with the same id. */
  act(agent: Person, path: string, body: object): Promise<Response>;
}

const HANDLER = 3;
const RETRY_MS = 500;
const GIVEN_UP_MS = 10_000;
const EACH_PAGE = 100;

export const phoneOf = (customer: number): string => `9198${10_000_000 + customer}`;
export const wamidOf = (phone: string, n: number): string => `wamid.${phone}.${String(n).padStart(6, "0")}`;

/** Opens a desk: so many chats of one message each, every one with one of the agents. */
export async function openDesk(
  power: Power,
  vendor: Pick<OutsideVendor, "url">,
  { agents: count, chats, rate }: { agents: number; chats: number; rate: number },
): Promise<Desk> {
  const { channelId } = await outsideChannel(power, vendor.url, rate);
  const deliver = (said: readonly Said[]) =>
    untilAnswered(() =>
      fetch(`${power.served.url}/api/webhooks/whatsapp-cloud/${channelId}`, {
        method: "POST",
        ...deliveryOf(said),
        signal: AbortSignal.timeout(GIVEN_UP_MS),
      }),
    );
  for (let from = 0; from < chats; from += EACH_PAGE) {
    const page = Array.from({ length: Math.min(EACH_PAGE, chats - from) }, (_, at) => phoneOf(from + at));
    await deliver(page.map((phone) => ({ from: phone, id: wamidOf(phone, 1), text: "hello" })));
  }
  const THERE = "SELECT enterprise_id AS enterpriseId FROM chats WHERE channel_id = ?";
  let there = await inDatabase<{ enterpriseId: string }>(power.state, THERE, channelId);
  while (there.length < chats) {
    await pause(RETRY_MS);
    there = await inDatabase(power.state, THERE, channelId);
  }
  const enterpriseId = there[0]?.enterpriseId ?? "";
  let agents: Person[] = [];
  await power.cut(async () => {
    agents = await writePeople(power, { count, roles: [HANDLER] });
    await inDatabase(
      power.state,
      `UPDATE chats SET state = ${CHAT.ongoing}, handler = e.value, handler_name = 'Agent', waiting_since = NULL, unread = 0, revision = revision + 1
       FROM json_each(?1) e WHERE chats.channel_id = ?2 AND chats.rowid % json_array_length(?1) = e.key RETURNING 1`,
      JSON.stringify(agents.map(({ userId }) => userId)),
      channelId,
    );
  });
  return {
    channelId,
    enterpriseId,
    agents,
    deliver,
    act: (agent, path, body) =>
      untilAnswered(() => agent.send("POST", `/api/e/enterprise/chat/${path}`, body)),
  };
}

const deliveryOf = (said: readonly Said[]) =>
  signedDelivery(
    metaDelivery(PLAYED, {
      contacts: said.map(({ from }) => ({ profile: { name: `Customer ${from}` }, wa_id: from })),
      messages: said.map(({ from, id, text }) => ({
        from,
        id,
        timestamp: String(Math.floor(Date.now() / 1_000)),
        type: "text",
        text: { body: text },
      })),
    }),
    PLAYED.graph.appSecret,
  );

/** Calls until there is an answer that is not our own fault. */
async function untilAnswered(call: () => Promise<Response>): Promise<Response> {
  for (;;) {
    try {
      const response = await call();
      const text = await response.text();
      if (response.status < 500 && response.status !== 429) return new Response(text, response);
    } catch {
      // Nobody is there just now.
    }
    await pause(RETRY_MS);
  }
}
