import { z } from "zod";
import { templateStates } from "#workers/contract/templates/states.ts";
import { categories } from "#workers/contract/templates/template.ts";

/** What a vendor has told of a template: its whole state, with the revision that it has now. */
export const templateChanged = z.object({
  id: z.string(),
  status: z.enum(templateStates),
  category: z.enum(categories),
  quality: z.string(),
  reason: z.string(),
  vendorId: z.string().nullable(),
  revision: z.int(),
});
export type TemplateChanged = z.infer<typeof templateChanged>;
