import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, Tested } from "../adapter.ts";
import { called } from "../call.ts";
import { record, text } from "../json.ts";
import { bearer, pageAt } from "./format.ts";
import { pageOutcome } from "./outcome.ts";

/** Reads the name of a page or account, which proves the token and the id. */
export async function testPage(
  channel: ChannelAccount,
  deps: AdapterDeps,
  { vendor, usual, field }: { vendor: string; usual: string; field: string },
): Promise<Tested> {
  const answer = await called(deps, pageAt(channel, usual, `?fields=id,${field}`), {
    headers: bearer(channel),
  });
  if (!answer) return { ok: false, text: texts.testFailed(vendor) };
  const fields = record(answer.json);
  if (answer.status === 200 && text(fields["id"], 200) !== undefined)
    return { ok: true, text: texts.tested(text(fields[field], 200) ?? texts.noName) };
  return { ok: false, text: pageOutcome(vendor, answer).reason ?? texts.unclear };
}
