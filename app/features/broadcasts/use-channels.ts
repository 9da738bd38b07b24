import { useQueryOf } from "#app/data/query.ts";
import { listTemplates } from "#workers/contract/endpoints/templates.ts";
import type { TemplateType } from "#workers/contract/templates/template.ts";

/** Only what its vendor has approved can be sent. */
export const APPROVED = "APPROVED";

/** The channels of a type, as the list of approved templates names them. */
export const useChannels = (type: TemplateType) =>
  useQueryOf(listTemplates, { query: { type, status: APPROVED } });
