import { entityListTexts as texts } from "#texts/entity-list.ts";
import type { EntityValue } from "#workers/contract/endpoints/entities.ts";
import { checkPattern } from "#workers/nlu/entities/pattern.ts";
import { DomainError } from "../error.ts";

const SHOWN = 60;

/**
 * Refuses (invalid) patterns that RE2 cannot parse, on saving and not when somebody talks to the bot: the value, the
 * position and the reason, under `values.<row>.pattern.<index>`.
 */
export function refuseBadPatterns(values: readonly EntityValue[]): void {
  const errors: Record<string, string> = {};
  for (const [row, { value, type, pattern }] of values.entries()) {
    if (type !== "pattern") continue;
    for (const [at, each] of pattern.entries()) {
      const checked = checkPattern(each);
      if (checked.ok) continue;
      const shown = each.length > SHOWN ? `${each.slice(0, SHOWN)}…` : each;
      errors[`values.${row}.pattern.${at}`] = texts.badPattern(
        row + 1,
        value,
        shown,
        checked.position + 1,
        checked.reason,
      );
    }
  }
  const [first] = Object.values(errors);
  if (first) throw new DomainError("invalid", { message: first, errors });
}
