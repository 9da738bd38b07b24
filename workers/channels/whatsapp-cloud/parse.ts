import type { ChannelAccount, RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { list, readObject, record, text } from "../json.ts";
import { parseWhatsapp } from "../whatsapp/parse.ts";
import { splitValue } from "../whatsapp/split.ts";

/** The events of a delivery, which may be of several numbers of one account. */
export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const delivery = readObject(body);
  const events = list(delivery["entry"]).flatMap((each) => {
    const entry = record(each);
    const waba = text(entry["id"], 200) ?? "";
    return list(entry["changes"]).flatMap((change) => {
      const { field, value } = record(change);
      return splitValue(record(value), waba, text(field, 100) ?? "", entry["time"]);
    });
  });
  if (events.length > 0) return events;
  return [{ key: `change:${digestOf(delivery)}`, raw: { is: "other", item: delivery } }];
}

export const parse = (raw: unknown, { contactId }: Pick<ChannelAccount, "type" | "contactId">) =>
  parseWhatsapp(raw, contactId);
