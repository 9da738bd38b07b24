import type { InboundEvent } from "#workers/contract/inbound.ts";
import type { ChannelAccount, RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { readObject, record, shown, text } from "../json.ts";
import { timeOf } from "../time.ts";
import { callbackIn } from "./wire.ts";

/** A delivery is one message or one status. */
export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const raw = readObject(body);
  const { id, status, chat } = callbackIn(raw);
  const told = status === undefined ? (chat === undefined ? undefined : "message") : status;
  const isNamed = id !== undefined && told !== undefined && id.length <= 400;
  return [{ key: `sap365:${isNamed ? `${told}:${id}` : digestOf(raw)}`, raw }];
}

export function parse(
  raw: unknown,
  { contactId }: Pick<ChannelAccount, "type" | "contactId">,
): InboundEvent[] {
  const { id, status, word, chat, words, at } = callbackIn(record(raw));
  if (id !== undefined && status !== undefined) {
    return [
      {
        type: "status",
        vendorId: id,
        status,
        at: timeOf(at),
        ...(status === "failed" && {
          code: word,
          ...(words !== undefined && { reason: words.slice(0, 500) }),
        }),
      },
    ];
  }
  if (id !== undefined && chat !== undefined && word === "") {
    const from = { addresses: [{ kind: "user" as const, scope: text(contactId, 200) ?? "", value: chat }] };
    const body =
      words === undefined
        ? ({ kind: "unsupported", type: "none" } as const)
        : ({ kind: "text", text: words } as const);
    return [{ type: "message", vendorId: id, at: timeOf(at), from, body }];
  }
  return [
    { type: "account", what: word.slice(0, 64) || "unsupported", at: timeOf(at), text: shown(raw, 1_000) },
  ];
}
