import { type ActionName, flowFileLimits, type FlowVersion } from "./versions.ts";

/** Properties that components have, many of them alike. */

export type PropertyKind =
  | "text"
  /** One text, or one a paragraph. */
  | "texts"
  | "number"
  | "boolean"
  | "choice"
  | "name"
  /** A date as yyyy-mm-dd. */
  | "date"
  | "strings"
  | "options"
  | "items"
  | "images"
  | "picture"
  | "action"
  | "condition"
  | "reference"
  | "value"
  | "record"
  | "components"
  | "cases";

export interface FlowProperty {
  kind: PropertyKind;
  required?: true;
  since?: FlowVersion;
  /** Characters of a text; entries of a list. */
  most?: number;
  least?: number;
  choices?: readonly string[];
  actions?: readonly ActionName[];
  /** One for each end of a range of days is as good. */
  ends?: true;
}

export const text = (most: number, more: Partial<FlowProperty> = {}): FlowProperty => ({
  kind: "text",
  most,
  ...more,
});
export const needed = { required: true } as const;
export const visible: FlowProperty = { kind: "boolean" };
export const flag: FlowProperty = { kind: "boolean" };
export const number: FlowProperty = { kind: "number" };
export const name: FlowProperty = { kind: "name", most: 80, ...needed };
export const weight: FlowProperty = { kind: "choice", choices: ["bold", "italic", "bold_italic", "normal"] };
export const mediaSize: FlowProperty = { kind: "choice", choices: ["regular", "large"] };
export const labelVariant: FlowProperty = { kind: "choice", choices: ["large"], since: "7.0" };
export const scaleType: FlowProperty = { kind: "choice", choices: ["cover", "contain"] };
export const selects: FlowProperty = { kind: "action", actions: ["data_exchange", "update_data"] };
export const unselects: FlowProperty = { kind: "action", actions: ["update_data"], since: "6.0" };
export const words = (most: number): Record<string, FlowProperty> => ({
  text: { kind: "texts", most, ...needed },
  markdown: flag,
  "font-weight": weight,
  strikethrough: flag,
  visible,
});
export const asked = { name, required: flag, enabled: flag, visible } satisfies Record<string, FlowProperty>;
export const several = {
  ...asked,
  "min-selected-items": { kind: "number", least: 0, most: 20 },
  "max-selected-items": { kind: "number", least: 1, most: 20 },
  "init-value": { kind: "value" },
  "on-select-action": selects,
} satisfies Record<string, FlowProperty>;
export const uploads = {
  name,
  label: text(80, needed),
  description: text(300),
  "max-file-size-kb": { kind: "number", least: 1, most: flowFileLimits.bytes / 1_024 },
  enabled: flag,
  visible,
  // Errors of single files are an object, which only an endpoint can know: it names their ids.
  "error-message": { kind: "text" },
} satisfies Record<string, FlowProperty>;
export const options = (least: number, most: number): FlowProperty => ({
  kind: "options",
  least,
  most,
  ...needed,
});
export const days = {
  "min-date": { kind: "date" },
  "max-date": { kind: "date" },
  "unavailable-dates": { kind: "strings" },
  "helper-text": text(80, { ends: true }),
  "error-message": { kind: "value" },
  "init-value": { kind: "value" },
  "on-select-action": { kind: "action", actions: ["data_exchange"] },
} satisfies Record<string, FlowProperty>;
