import { MOST_SAMPLES } from "#workers/contract/broadcast.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { BroadcastEstimate, BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import { smsParts } from "#workers/contract/sms-parts.ts";
import { masked } from "../customers/mask.ts";
import { countMatching } from "../customers/list.ts";
import type { Ctx } from "../ctx.ts";
import { type At, BEGINNING, type Person, peopleOf } from "./people.ts";
import type { Files } from "../imports/files.ts";
import { openedFile } from "./data-file.ts";
import { durationOf, termsOf } from "./reach-limit.ts";
import { askedOf, columnsIn, problemsIn } from "./request.ts";
import { costOf } from "../rates/cost.ts";
import { Tally } from "../rates/tally.ts";
import { bodyFor, contactOf, Values } from "./values.ts";

/** Of a larger audience the first so many are looked at, and the rest is taken to be like them. */
const LOOKED_AT = 5_000;
const PAGE = 1_000;
const MOST_INVALID = 100;

/** Estimates whom a request would reach, how long that takes and how it reads, before anything is sent. */
export async function estimateBroadcast(
  ctx: Ctx,
  request: BroadcastRequest,
  files: Pick<Files, "get">,
  seesCustomers: boolean,
): Promise<BroadcastEstimate> {
  const [asked, terms] = await Promise.all([askedOf(ctx, request), termsOf(ctx, request.channelId)]);
  const ofRows = columnsIn(request, asked);
  const { file } = request.audience;
  const dataFile = file ? { files, ...openedFile(file, asked.dataFile) } : undefined;
  const { template, channelType, rate, fields } = asked;
  const values = new Values(template, channelType, request.columnMapping);
  const show = seesCustomers ? (text: string) => text : masked;
  const category = template.category.toLowerCase();
  const tally = new Tally(channelType, category, ctx.now());
  const purpose = template.category === "MARKETING" ? "marketing" : "service";
  const seen = new Set<string>();
  const invalid: string[] = [];
  const samples: BroadcastEstimate["samples"] = [];
  let [looked, invalidCount, gaps, optedOut] = [0, 0, 0, 0];
  let rendered = "";
  for (let at: At | null = BEGINNING; at !== null && looked < LOOKED_AT;) {
    const page: Awaited<ReturnType<typeof peopleOf>> = await peopleOf(
      ctx,
      { request, channelType, fields, dataFile, purpose, windowsOn: request.channelId },
      at,
      PAGE,
    );
    for (const person of page.people) {
      looked++;
      if (person.address === undefined || person.isUnreachable) {
        invalidCount++;
        if (invalid.length < MOST_INVALID) invalid.push(show(person.typed));
        continue;
      }
      if (seen.has(person.address)) continue;
      seen.add(person.address);
      const { sample, text } = sampleOf(person);
      if (person.hasRefused) optedOut++;
      else if (sample.missing.length > 0) gaps++;
      else tally.add(person.address, person.windowUntil, text);
      if (samples.length < MOST_SAMPLES) samples.push(sample);
    }
    at = page.next;
  }
  const { filter, customerIds } = request.audience;
  const matching = filter ? await countMatching(ctx, filter) : 0;
  const total = Math.max(
    looked,
    request.phoneNumber.length + customerIds.length + matching + (dataFile?.file.format.rows ?? 0),
  );
  const share = looked === 0 ? 1 : total / looked;
  const inWindow = Math.round(tally.inWindow * share);
  const reachable = Math.max(0, Math.round((seen.size - optedOut - gaps) * share));
  return {
    total,
    reachable,
    doubles: Math.round((looked - invalidCount - seen.size) * share),
    invalid,
    invalidCount: Math.round(invalidCount * share),
    optedOut: Math.round(optedOut * share),
    ...durationOf({ reachable, outside: Math.max(0, reachable - inWindow), rate }, terms.limit),
    inWindow,
    channelId: request.channelId,
    cost: costOf(terms.prices, channelType, tally.kinds(share)),
    parts: channelType === channelTypes.sms ? Math.max(1, smsParts(rendered).parts) : 1,
    samples,
    problems: problemsIn(request.columnMapping, asked, ofRows),
  };

  function sampleOf(person: Person): { sample: BroadcastEstimate["samples"][number]; text: string } {
    const { own, missing } = values.of(contactOf(person, fields));
    const body = bodyFor({ template, request, channelType }, own);
    rendered ||= body.rendered;
    const to = show(person.address ?? "");
    return { sample: { to, name: person.name, rendered: show(body.rendered), missing }, text: body.rendered };
  }
}
