import { z } from "zod";
import { templateStates } from "#workers/contract/templates/states.ts";
import { categories } from "#workers/contract/templates/template.ts";

/** A template's whole state, with its revision, after its vendor has told of it. */
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
