import { offerRules } from "#db/tenant/sending.ts";
import type { getOfferRules, OfferRules } from "#workers/contract/endpoints/sending.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { clockIn, clockOf, minuteOf } from "#workers/contract/zone-clock.ts";
import type { Ctx } from "../ctx.ts";
import { rulesRowOf, saveRulesRow } from "../rules-row.ts";

type OfferRow = typeof offerRules.$inferSelect;
type Limits = Pick<OfferRow, "quietFrom" | "quietUntil" | "timezone" | "most" | "days">;
type Kept = ReplyOf<typeof getOfferRules>;

/** When and how often the enterprise's offers may reach one person; without a row at any hour, any number. */
export const getRules = async (ctx: Ctx): Promise<Kept> =>
  onWire(await rulesRowOf<OfferRow>(ctx, offerRules));

/** Sets the rules. Throws changedMeanwhile where somebody else has set them since. */
export async function saveRules(
  ctx: Ctx,
  { quiet, cap, revision }: OfferRules & { revision?: number | undefined },
): Promise<Kept> {
  const columns = {
    quietFrom: quiet ? (minuteOf(quiet.from) ?? null) : null,
    quietUntil: quiet ? (minuteOf(quiet.until) ?? null) : null,
    timezone: quiet?.timezone ?? "",
    most: cap?.most ?? null,
    days: cap?.days ?? 0,
  };
  return onWire(
    await saveRulesRow<OfferRow, Limits>(ctx, offerRules, {
      columns,
      revision,
      kind: "sending",
      rulesOf: rulesIn,
    }),
  );
}

const onWire = (row: (Limits & { revision: number }) | undefined): Kept => ({
  ...(row ? rulesIn(row) : { quiet: null, cap: null }),
  revision: row?.revision ?? 0,
});

const rulesIn = ({ quietFrom, quietUntil, timezone, most, days }: Limits): OfferRules => ({
  quiet:
    quietFrom === null || quietUntil === null
      ? null
      : { from: clockOf(quietFrom), until: clockOf(quietUntil), timezone },
  cap: most === null ? null : { most, days },
});

/** The rules as a claim reads them; an enterprise that has never set any has none. */
export type Rules = Limits & Pick<OfferRow, "revision">;
export const RULES = `SELECT quiet_from AS quietFrom, quiet_until AS quietUntil, timezone, most, days, revision FROM offer_rules WHERE id = ?1`;

/** What a claim asks of the rules. */
export interface OfferLimits {
  /** No offer leaves before; 0 outside the quiet hours. */
  quietUntil: number;
  /** So many to one person since then; null without a limit. */
  cap: { most: number; since: number } | null;
}

const DAY_MS = 86_400_000;

/** The rules at a moment. A clock that is set back or forth meanwhile is met by the claim that comes then. */
export function offerLimits(row: Rules | undefined, now: number): OfferLimits {
  if (!row) return { quietUntil: 0, cap: null };
  const { quietFrom, quietUntil, timezone, most, days } = row;
  return {
    quietUntil:
      quietFrom === null || quietUntil === null ? 0 : endOfQuiet(quietFrom, quietUntil, timezone, now),
    cap: most === null ? null : { most, since: now - days * DAY_MS },
  };
}

function endOfQuiet(from: number, until: number, timezone: string, now: number): number {
  const { minute } = clockIn(timezone, now);
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  if (!isQuiet) return 0;
  const left = (until - minute + 1_440) % 1_440;
  return now - (now % 60_000) + left * 60_000;
}
