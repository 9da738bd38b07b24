import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, AdapterTemplates, ChannelAccount } from "../adapter.ts";
import { type Answer, called, jsonPost } from "../call.ts";
import { list, record, text } from "../json.ts";
import type { Submitted } from "../templates.ts";
import {
  categoryOf,
  type Handles,
  listedTemplate,
  stateOf,
  templateOnWire,
} from "../whatsapp/template-wire.ts";
import type { Template } from "#workers/contract/templates/template.ts";
import { bearer, nodeAt } from "./format.ts";

/** Pages of a hundred that one sync reads at most. */
const MOST_PAGES = 50;

const accountOf = ({ settings }: ChannelAccount): string => settings["wabaId"] ?? "";

/** Templates of a WhatsApp Business Account: message_templates of the Graph API. */
export const templates: AdapterTemplates = {
  async submit({ vendorId, ...template }, channel, deps) {
    if (accountOf(channel) === "") return { outcome: "refused", reason: texts.noWaba };
    const handles = await handlesOf(template, channel, deps);
    if ("refused" in handles) return { outcome: "refused", reason: handles.refused };
    const { name, language, ...changed } = templateOnWire(template, handles);
    const url =
      vendorId === null
        ? nodeAt(channel, accountOf(channel), "/message_templates")
        : nodeAt(channel, vendorId);
    const body = vendorId === null ? { name, language, ...changed } : changed;
    return submitted(await called(deps, url, jsonPost(body, bearer(channel))), vendorId);
  },

  async list(channel, deps) {
    const fields = "id,name,language,status,category,components,rejected_reason,quality_score";
    const found = [];
    let after = "";
    for (let page = 0; page < MOST_PAGES; page++) {
      const query = `?fields=${fields}&limit=100${after && `&after=${encodeURIComponent(after)}`}`;
      const answer = await called(deps, nodeAt(channel, accountOf(channel), `/message_templates${query}`), {
        headers: bearer(channel),
      });
      const answered = record(answer?.json);
      if (answer?.status !== 200 || !Array.isArray(answered["data"])) return undefined;
      found.push(...list(answered["data"]).flatMap((each) => listedTemplate(each) ?? []));
      const { next, cursors } = record(answered["paging"]);
      after = next === undefined ? "" : (text(record(cursors)["after"], 1_000) ?? "");
      if (after === "") break;
    }
    return found;
  },

  async remove({ name, vendorId }, channel, deps) {
    // With the id only this language goes, else the name in all of them.
    const query = `?name=${encodeURIComponent(name)}${vendorId === null ? "" : `&hsm_id=${encodeURIComponent(vendorId)}`}`;
    const url = nodeAt(channel, accountOf(channel), `/message_templates${query}`);
    const answer = await called(deps, url, { method: "DELETE", headers: bearer(channel) });
    return answer?.status === 200 || answer?.status === 404;
  },
};

/** A change is answered with `success` alone. */
function submitted(answer: Answer | undefined, changed: string | null): Submitted {
  const fields = record(answer?.json);
  const error = record(fields["error"]);
  if (answer && answer.status >= 400 && answer.status < 500 && Object.keys(error).length > 0) {
    const words = text(error["error_user_msg"], 500) ?? text(error["message"], 500);
    return { outcome: "refused", reason: words ?? texts.refused("WhatsApp", `HTTP ${answer.status}`) };
  }
  const vendorId = text(fields["id"], 200) ?? (fields["success"] === true ? changed : null);
  if (answer?.status !== 200 || vendorId === null) return { outcome: "unclear", reason: texts.unclear };
  const status = stateOf(fields["status"]) ?? "PENDING";
  return { outcome: "taken", vendorId, status, category: categoryOf(fields["category"]) };
}

/** Uploads the samples of its media, which Meta asks for by handles of the app's own uploads. */
async function handlesOf(
  { components }: Template,
  channel: ChannelAccount,
  deps: AdapterDeps,
): Promise<Handles | { refused: string }> {
  const media = [components.header, ...components.cards.map(({ header }) => header)].flatMap((header) =>
    header && header.format !== "TEXT" && header.medium?.fileId ? [header.medium] : [],
  );
  const app = channel.settings["appId"] ?? "";
  if (media.length > 0 && app === "") return { refused: texts.noApp };
  const handles = new Map<string, string>();
  for (const medium of media) {
    const { fileId = "", mime = "", name = "sample" } = medium;
    if (handles.has(fileId)) continue;
    try {
      const file = await deps.fetch(await deps.mediaUrl(medium), {});
      if (!file.ok) return { refused: texts.sampleLost };
      const bytes = await file.arrayBuffer();
      const query = `?file_length=${bytes.byteLength}&file_type=${encodeURIComponent(mime)}&file_name=${encodeURIComponent(name)}`;
      const begun = await called(deps, nodeAt(channel, app, `/uploads${query}`), {
        method: "POST",
        headers: bearer(channel),
      });
      const session = text(record(begun?.json)["id"], 1_000);
      if (session === undefined) return { refused: texts.sampleLost };
      const sent = await called(deps, `${nodeAt(channel, "")}${session}`, {
        method: "POST",
        headers: { authorization: `OAuth ${channel.secrets["accessToken"] ?? ""}`, file_offset: "0" },
        body: bytes,
      });
      const handle = text(record(sent?.json)["h"], 4_000);
      if (handle === undefined) return { refused: texts.sampleLost };
      handles.set(fileId, handle);
    } catch {
      return { refused: texts.sampleLost };
    }
  }
  return handles;
}
