import type { TemplateNews } from "#workers/contract/inbound.ts";
import { type Json, text } from "../json.ts";
import { categoryOf, reasonOf, stateOf } from "./template-wire.ts";

/** Reads a template's news in a change of the account; undefined for one that is of something else. */
export function templateNewsOf(field: string, value: Json): TemplateNews | undefined {
  const name = text(value["message_template_name"], 512);
  // Its events write en-US where its calls write en_US.
  const language = text(value["message_template_language"], 16)?.replace("-", "_");
  if (name === undefined || language === undefined) return undefined;
  const vendorId = text(value["message_template_id"], 200);
  const of = { name, language, ...(vendorId !== undefined && { vendorId }) };
  switch (field) {
    case "message_template_status_update": {
      const status = stateOf(value["event"]);
      return status && { ...of, status, reason: reasonOf(value["reason"]) };
    }
    case "message_template_quality_update": {
      const quality = text(value["new_quality_score"], 20);
      return quality === undefined ? undefined : { ...of, quality };
    }
    case "template_category_update": {
      const category = categoryOf(value["new_category"]);
      return category && { ...of, category };
    }
    default:
      return undefined;
  }
}
