import type { TemplateState } from "#workers/contract/templates/states.ts";
import type { Category, Components } from "#workers/contract/templates/template.ts";

/** A template as its vendor has it. */
export interface VendorTemplate {
  vendorId: string;
  name: string;
  language: string;
  status: TemplateState;
  category: Category;
  reason: string;
  quality: string;
  /** Undefined where the vendor shows parts that ours have no place for. */
  components: Components | undefined;
}

/** The flow that a template's button opens, as its vendor knows it; without a screen our endpoint says the first. */
export interface SubmittedFlow {
  vendorId: string;
  screen?: string;
}

/** `unclear`: nobody knows whether the vendor has it now. */
export type Submitted =
  | { outcome: "taken"; vendorId: string; status: TemplateState; category?: Category | undefined }
  | { outcome: "refused" | "unclear"; reason: string };
