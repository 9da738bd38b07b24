import { MOST_SAMPLES } from "#workers/contract/broadcast.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { BroadcastEstimate, BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import { smsParts } from "#workers/contract/sms-parts.ts";
import { masked } from "../customers/mask.ts";
import { countMatching } from "../customers/list.ts";
import type { Ctx } from "../ctx.ts";
import { type At, BEGINNING, type Person, peopleOf } from "./people.ts";
import { askedOf, problemsIn } from "./request.ts";
import { bodyFor, contactOf, Values } from "./values.ts";

/** Of a larger audience the first so many are looked at, and the rest is taken to be like them. */
const LOOKED_AT = 5_000;
const PAGE = 1_000;
const MOST_INVALID = 100;

/** Whom a request would reach, how long that takes and how it reads, before anything is sent. */
export async function estimateBroadcast(
  ctx: Ctx,
  request: BroadcastRequest,
  seesCustomers: boolean,
): Promise<BroadcastEstimate> {
  const asked = await askedOf(ctx, request);
  const { template, channelType, rate, fields } = asked;
  const values = new Values(template.components, request.columnMapping);
  const show = seesCustomers ? (text: string) => text : masked;
  const purpose = template.category === "MARKETING" ? "marketing" : "service";
  const seen = new Set<string>();
  const invalid: string[] = [];
  const samples: BroadcastEstimate["samples"] = [];
  let [looked, invalidCount, gaps, optedOut] = [0, 0, 0, 0];
  let rendered = "";
  for (let at: At | null = BEGINNING; at !== null && looked < LOOKED_AT;) {
    const page: Awaited<ReturnType<typeof peopleOf>> = await peopleOf(
      ctx,
      { request, channelType, fields, purpose },
      at,
      PAGE,
    );
    for (const person of page.people) {
      looked++;
      if (person.address === undefined) {
        invalidCount++;
        if (invalid.length < MOST_INVALID) invalid.push(show(person.typed));
        continue;
      }
      if (seen.has(person.address)) continue;
      seen.add(person.address);
      const sample = sampleOf(person);
      if (person.hasRefused) optedOut++;
      else if (sample.missing.length > 0) gaps++;
      if (samples.length < MOST_SAMPLES) samples.push(sample);
    }
    at = page.next;
  }
  const { filter, customerIds } = request.audience;
  const matching = filter ? await countMatching(ctx, filter) : 0;
  const total = Math.max(looked, request.phoneNumber.length + customerIds.length + matching);
  const share = looked === 0 ? 1 : total / looked;
  const reachable = Math.max(0, Math.round((seen.size - optedOut - gaps) * share));
  return {
    total,
    reachable,
    doubles: Math.round((looked - invalidCount - seen.size) * share),
    invalid,
    invalidCount: Math.round(invalidCount * share),
    optedOut: Math.round(optedOut * share),
    durationSeconds: Math.ceil(reachable / Math.max(rate, 1)),
    parts: channelType === channelTypes.sms ? Math.max(1, smsParts(rendered).parts) : 1,
    samples,
    problems: problemsIn(request.columnMapping, asked),
  };

  function sampleOf(person: Person): BroadcastEstimate["samples"][number] {
    const { own, missing } = values.of(contactOf(person, fields));
    const body = bodyFor({ template, request, channelType }, own);
    rendered ||= body.rendered;
    return { to: show(person.address ?? ""), name: person.name, rendered: show(body.rendered), missing };
  }
}
