import { sql } from "drizzle-orm";
import { messages, sendClasses } from "#db/tenant/messages.ts";
import { offerRules } from "#db/tenant/sending.ts";
import type { getOfferRules, OfferRules } from "#workers/contract/endpoints/sending.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { clockIn, clockOf, minuteOf } from "#workers/contract/zone-clock.ts";
import type { Ctx } from "../ctx.ts";
import { rulesRowOf, saveRulesRow } from "../rules-row.ts";
import type { Outer } from "../bare/outer.ts";

type OfferRow = typeof offerRules.$inferSelect;
type Limits = Pick<OfferRow, "quietFrom" | "quietUntil" | "timezone" | "most" | "days">;
type Columns = Limits & Pick<OfferRow, "confirmText" | "pauses">;
type Kept = ReplyOf<typeof getOfferRules>;

/** When and how often the enterprise's offers may reach one person; without a row at any hour, any number. */
export const getRules = async (ctx: Ctx): Promise<Kept> =>
  onWire(await rulesRowOf<OfferRow>(ctx, offerRules));

/** Sets the rules. Throws changedMeanwhile where somebody else has set them since. */
export async function saveRules(
  ctx: Ctx,
  { quiet, cap, confirm, pauses, revision }: OfferRules & { revision?: number | undefined },
): Promise<Kept> {
  const columns = {
    quietFrom: quiet ? (minuteOf(quiet.from) ?? null) : null,
    quietUntil: quiet ? (minuteOf(quiet.until) ?? null) : null,
    timezone: quiet?.timezone ?? "",
    most: cap?.most ?? null,
    days: cap?.days ?? 0,
    confirmText: confirm?.text ?? null,
    pauses,
  };
  return onWire(
    await saveRulesRow<OfferRow, Columns>(ctx, offerRules, {
      columns,
      revision,
      kind: "sending",
      rulesOf: rulesIn,
      also: [waking(ctx)],
    }),
  );
}

/** Frees offers held by quiet hours, to be judged by the new rules: those end on a minute, hardly any other wait does. */
const waking = ({ db, enterpriseId, now }: Ctx) =>
  db
    .update(messages)
    .set({ notBefore: 0 })
    .where(
      sql`channel_id IN (SELECT id FROM channels WHERE enterprise_id = ${enterpriseId}) AND status = 'queued' AND claimed_by IS NULL
        AND send_class = ${sendClasses.marketing} AND held = 0 AND not_before > ${now()} AND not_before % 60000 = 0`,
    );

const onWire = (row: (Columns & { revision: number }) | undefined): Kept => ({
  ...(row ? rulesIn(row) : { quiet: null, cap: null, confirm: null, pauses: [] }),
  revision: row?.revision ?? 0,
});

const rulesIn = ({
  quietFrom,
  quietUntil,
  timezone,
  most,
  days,
  confirmText,
  pauses,
}: Columns): OfferRules => ({
  quiet:
    quietFrom === null || quietUntil === null
      ? null
      : { from: clockOf(quietFrom), until: clockOf(quietUntil), timezone },
  cap: most === null ? null : { most, days },
  confirm: confirmText === null ? null : { text: confirmText },
  pauses,
});

/** The rules as a claim reads them; an enterprise that has never set any has none. */
export type Rules = Limits &
  Pick<OfferRow, "revision"> & {
    /** The id of the field of the customer master that names a customer's own zone. */
    zoneField?: string | null;
  };

/** Keys of that field, and how people read them. */
const ZONE_FIELDS = "('timezone', 'time zone', 'time_zone')";
const ZONE_FIELD = (
  enterprise: Outer,
) => `(SELECT f.id FROM customer_fields f WHERE f.enterprise_id = ${enterprise} AND f.deleted_at IS NULL
    AND (f.name_key IN ${ZONE_FIELDS} OR f.label_key IN ${ZONE_FIELDS}) ORDER BY f.name_key NOT IN ${ZONE_FIELDS}, f.id LIMIT 1)`;
export const RULES = `SELECT quiet_from AS quietFrom, quiet_until AS quietUntil, timezone, most, days, revision, ${ZONE_FIELD("?1")} AS zoneField
  FROM offer_rules WHERE id = ?1`;
/** Names rules, so that a claim under others is known. */
export const namedRules = (rules: Rules | undefined): string =>
  `${rules?.revision ?? 0} ${rules?.zoneField ?? ""}`;
/** SQL of the name of an enterprise's rules now. */
export const RULES_NAME = (enterprise: Outer): string =>
  `coalesce((SELECT revision || ' ' || coalesce(${ZONE_FIELD(enterprise)}, '') FROM offer_rules WHERE id = ${enterprise}), '0 ')`;

/** The rules as a claim needs them. */
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

/** When the quiet hours of a zone end at which a moment lies; 0 outside of them. Minutes of the day. */
export function endOfQuiet(from: number, until: number, timezone: string, now: number): number {
  const { minute } = clockIn(timezone, now);
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  if (!isQuiet) return 0;
  const left = (until - minute + 1_440) % 1_440;
  return now - (now % 60_000) + left * 60_000;
}
