import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, AdapterFlows, ChannelAccount } from "../adapter.ts";
import { type Answer, called, jsonPost } from "../call.ts";
import { list, record, text } from "../json.ts";
import { flowErrorsOf } from "../whatsapp/flow-errors.ts";
import { flowStateOf } from "../whatsapp/flow-news.ts";
import { addressAt, bearer, nodeAt } from "./format.ts";

const FIELDS = "id,status,validation_errors,preview.invalidate(false),health_status";
const ENCRYPTION = "/whatsapp_business_encryption";

/** Flows of a WhatsApp Business Account, by the Flows API of the Graph, and the key of its number. */
export const flows: AdapterFlows = {
  fileHosts: ["whatsapp.net"],
  async upload({ vendorId, name, categories, content, endpointUrl }, channel, deps) {
    const waba = channel.settings["wabaId"] ?? "";
    if (waba === "") return { outcome: "refused", reason: texts.noWaba };
    const about = { name, categories, ...(endpointUrl !== undefined && { endpoint_uri: endpointUrl }) };
    const url = vendorId === null ? nodeAt(channel, waba, "/flows") : nodeAt(channel, vendorId);
    const made = await called(deps, url, jsonPost(about, bearer(channel)));
    const refused = refusalOf(made);
    if (refused) return refused;
    const id = vendorId ?? text(record(made?.json)["id"], 200);
    if (id === undefined) return { outcome: "unclear" };
    const file = new FormData();
    file.set("name", "flow.json");
    file.set("asset_type", "FLOW_JSON");
    file.set("file", new Blob([JSON.stringify(content)], { type: "application/json" }), "flow.json");
    const sent = await called(deps, nodeAt(channel, id, "/assets"), {
      method: "POST",
      headers: bearer(channel),
      body: file,
    });
    const errors = flowErrorsOf(record(sent?.json)["validation_errors"]);
    // The flow is there, whatever becomes of its contents: its id must not be lost.
    const reason = refusalOf(sent);
    if (reason && errors.length === 0) {
      const sentence = reason.outcome === "refused" ? reason.reason : texts.unclear;
      return { outcome: "taken", vendorId: id, errors: [{ path: "", sentence, line: null }] };
    }
    return { outcome: "taken", vendorId: id, errors };
  },

  async change(what, vendorId, channel, deps) {
    const isDelete = what === "delete";
    const answer = await called(deps, nodeAt(channel, vendorId, isDelete ? "" : `/${what}`), {
      method: isDelete ? "DELETE" : "POST",
      headers: bearer(channel),
    });
    return refusalOf(answer) ?? { outcome: "taken" };
  },

  async read(vendorId, channel, deps) {
    const answer = await called(deps, nodeAt(channel, vendorId, `?fields=${FIELDS}`), {
      headers: bearer(channel),
    });
    const fields = record(answer?.json);
    const state = flowStateOf(fields["status"]);
    if (answer?.status !== 200 || !state) return undefined;
    const entities = list(record(fields["health_status"])["entities"]).map(record);
    const errors = entities.flatMap((each) => list(each["errors"]).map(record));
    return {
      state,
      previewUrl: text(record(fields["preview"])["preview_url"], 2_000) ?? "",
      errors: flowErrorsOf(fields["validation_errors"]),
      health: errors.map((each) => text(each["error_description"], 200) ?? "").find(Boolean) ?? "",
    };
  },

  async setKey(publicKey, channel, deps) {
    const answer = await called(deps, addressAt(channel, ENCRYPTION), {
      method: "POST",
      headers: { ...bearer(channel), "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ business_public_key: publicKey }).toString(),
    });
    return answer?.status === 200 && record(answer.json)["success"] === true;
  },

  async keyState(channel: ChannelAccount, deps: AdapterDeps) {
    const answer = await called(deps, addressAt(channel, ENCRYPTION), { headers: bearer(channel) });
    if (answer?.status !== 200) return undefined;
    const fields = record(answer.json);
    const key = record(list(fields["data"])[0] ?? fields);
    const status = key["business_public_key_signature_status"];
    return status === "VALID" ? "valid" : status === "MISMATCH" ? "invalid" : undefined;
  },
};

/** Undefined where the call was taken. */
function refusalOf(
  answer: Answer | undefined,
): { outcome: "refused"; reason: string } | { outcome: "unclear" } | undefined {
  const error = record(record(answer?.json)["error"]);
  if (answer && answer.status >= 400 && answer.status < 500 && Object.keys(error).length > 0) {
    const words = text(error["error_user_msg"], 500) ?? text(error["message"], 500);
    return { outcome: "refused", reason: words ?? texts.refused("WhatsApp", `HTTP ${answer.status}`) };
  }
  return answer?.status === 200 ? undefined : { outcome: "unclear" };
}
