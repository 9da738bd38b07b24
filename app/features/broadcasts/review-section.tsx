import { Fragment } from "react";
import { formatCount, formatSeconds } from "#app/lib/format.ts";
import { formatAmount } from "#app/lib/money.ts";
import { zoneName } from "#app/lib/zone.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { templatesTexts } from "#texts/templates.ts";
import type { BroadcastEstimate } from "#workers/contract/endpoints/broadcast-sending.ts";
import type { BroadcastDraft } from "./broadcast-draft.ts";
import { useForm } from "./form-context.ts";
import { recipientWords } from "./recipient-words.ts";
import { Section } from "./section.tsx";
import { useChannels } from "./use-channels.ts";

const texts = broadcastsTexts.review;

/** A summary of everything about to be sent, just above the button that sends it. */
export function ReviewSection({
  estimate,
  asking,
}: {
  estimate: BroadcastEstimate | undefined;
  /** True while the estimate is of a form that has changed since. */
  asking: boolean;
}) {
  const { draft } = useForm();
  const { answer } = useChannels(draft.type);
  const channel = answer?.channels.find(({ id }) => id === draft.channelId)?.name;
  const unknown = asking ? texts.checking : texts.unknown;
  const rows: [name: string, value: string][] = [
    [texts.people, estimate ? roughly(estimate, texts.get(estimate.reachable)) : unknown],
    [texts.leftOut, estimate ? roughly(estimate, leftOut(estimate, draft.type)) : unknown],
    [texts.template, templateText(draft)],
    [texts.channel, channel ?? texts.open],
    [texts.time, timeText(draft)],
    [texts.duration, estimate ? durationText(estimate) : unknown],
    [texts.cost, estimate ? costText(estimate) : unknown],
  ];
  return (
    <Section title={texts.title}>
      <dl
        aria-busy={asking}
        className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-y-1.5 max-sm:[&_dd]:mb-2"
      >
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd dir="auto" className="font-medium tabular-nums [overflow-wrap:anywhere]">
              {value}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Section>
  );
}

/** Where only a part of the audience was looked at, what is said of it is an estimate. */
const roughly = ({ looked, total }: Pick<BroadcastEstimate, "looked" | "total">, text: string): string =>
  looked < total ? texts.estimated(text) : text;

/** How many of the audience do not get it, and why; an estimate of a part of the audience may be off by a few. */
export function leftOut(
  {
    total,
    reachable,
    doubles,
    invalidCount,
    blacklisted,
    optedOut,
  }: Pick<BroadcastEstimate, "total" | "reachable" | "doubles" | "invalidCount" | "blacklisted" | "optedOut">,
  channelType: number,
): string {
  const all = total - reachable;
  if (all <= 0) return texts.nobodyLeftOut;
  const { why } = texts;
  const reasons = [
    [doubles, why.doubles],
    [invalidCount, recipientWords(channelType).invalidOf],
    [blacklisted, why.blacklisted],
    [optedOut, why.optedOut],
    [all - doubles - invalidCount - blacklisted - optedOut, why.gaps],
  ] as const;
  const named = reasons.flatMap(([count, say]) => (count > 0 ? [say(count)] : []));
  return `${formatCount(all)}: ${named.join(", ")}`;
}

function templateText({ template }: BroadcastDraft): string {
  if (!template) return texts.open;
  const { name, language, category } = template;
  return `${name} (${broadcastsTexts.form.templateHint(language, templatesTexts.categories[category])})`;
}

function timeText({ isLater, start, timezone }: BroadcastDraft): string {
  return isLater ? texts.at(start || texts.open, timezone || texts.open) : texts.at(texts.now, zoneName());
}

const durationText = ({ reachable, durationSeconds }: BroadcastEstimate): string =>
  reachable === 0 ? texts.none : texts.about(formatSeconds(durationSeconds));

function costText({ reachable, cost: { totals, free, unpriced } }: BroadcastEstimate): string {
  if (reachable === 0) return texts.none;
  if (totals.length > 0)
    return texts.costs(totals.map(({ currency, amount }) => formatAmount(amount, currency)).join(" + "));
  return unpriced === 0 && free > 0 ? texts.free : texts.noCost;
}
