/** States of a message template, by WhatsApp's words; a draft is ours alone. */
export const templateStates = ["DRAFT", "PENDING", "APPROVED", "REJECTED", "PAUSED", "DISABLED"] as const;
export type TemplateState = (typeof templateStates)[number];

/** From where it may be changed and submitted: while the vendor decides, nobody changes what it looks at. */
export const editableStates: readonly TemplateState[] = ["DRAFT", "APPROVED", "REJECTED", "PAUSED"];
export const isEditable = (state: TemplateState): boolean => editableStates.includes(state);
export const isTemplateState = (value: string): value is TemplateState =>
  (templateStates as readonly string[]).includes(value);
