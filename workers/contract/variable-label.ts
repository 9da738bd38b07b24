import { broadcastsTexts as texts } from "#texts/broadcasts.ts";

/** How a variable is named: as the template writes it, and where it is if that is not the message itself. */
export function labelOf({ name, label, type }: { name: string; label: string; type?: string }): string {
  if (type === "CODE") return texts.form.code;
  const variable = `{{${label}}}`;
  if (name.startsWith("header/")) return texts.form.inHeader(variable);
  const button = /^buttons\.(\d+)/.exec(name)?.[1];
  const card = /^cards\.(\d+)/.exec(name)?.[1];
  if (card) return texts.form.inCard(variable, Number(card) + 1);
  return button ? texts.form.inButton(variable, Number(button) + 1) : variable;
}
