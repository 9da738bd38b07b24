import { MOST_SAMPLES } from "#workers/contract/broadcast.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import {
  type BroadcastEstimate,
  ESTIMATED_PAGE,
  type listEstimatedPeople,
} from "#workers/contract/endpoints/broadcast-sending.ts";
import { smsParts } from "#workers/contract/sms-parts.ts";
import { masked } from "#workers/contract/mask.ts";
import { countMatching } from "../customers/list.ts";
import type { Ctx } from "../ctx.ts";
import { Counted, type Figures, Named, sumOf } from "./counted.ts";
import {
  type At,
  BEGINNING,
  fileBeginning,
  isInFile,
  type Person,
  peopleOf,
  type Walk,
} from "../audience/people.ts";
import type { Files } from "../imports/files.ts";
import { type DataFile, openedFile } from "../audience/data-file.ts";
import { durationOf, termsOf } from "./reach-limit.ts";
import { askedOf, columnsIn, problemsIn } from "./request.ts";
import { costOf } from "../rates/cost.ts";
import { sumOfKinds, Tally } from "../rates/tally.ts";
import { bodyFor, contactOf, Values } from "../audience/values.ts";

/** Of the people of a larger audience, and of the rows of its file, the first so many are looked at. */
const LOOKED_AT = 5_000;
const PAGE = 1_000;

/** Estimates whom a request would reach, how long that takes and how it reads, before anything is sent. */
export async function estimateBroadcast(
  ctx: Ctx,
  request: BroadcastRequest,
  files: Pick<Files, "get">,
  seesCustomers: boolean,
  named = new Named(),
): Promise<BroadcastEstimate> {
  const [asked, terms] = await Promise.all([askedOf(ctx, request), termsOf(ctx, request.channelId)]);
  const columns = columnsIn(request, asked);
  const { file } = request.audience;
  const dataFile = file ? { files, ...openedFile(file, asked.dataFile) } : undefined;
  const { template, channelType, rate, fields } = asked;
  const values = new Values(template, channelType, request.columnMapping);
  const show = seesCustomers ? (text: string) => text : masked;
  const purpose = template.category === "MARKETING" ? "marketing" : "service";
  const seen = new Set<string>();
  const newPart = (): Part => ({
    counted: new Counted(),
    tally: new Tally(channelType, template.category.toLowerCase(), ctx.now()),
  });
  const [people, rows] = [newPart(), newPart()];
  const samples: BroadcastEstimate["samples"] = [];
  let rendered = "";
  const walk: Walk = { request, channelType, fields, dataFile, purpose, windowsOn: request.channelId };
  for await (const person of firstPeople(ctx, walk, { people, rows })) {
    const { counted, tally } = person.isRow ? rows : people;
    const kind = kindOf(person, tally);
    counted.add(person.typed, kind);
    named.add(kind, show(person.address ?? person.typed));
  }
  const ofPeople = await figuresOfPeople(ctx, request, people.counted);
  const ofRows = figuresOfRows(rows.counted, dataFile);
  const all = sumOf(ofPeople, ofRows);
  const { reachable } = all;
  // The people looked at in either part represent all of it: their countries, windows and lengths.
  const shared = [
    { tally: people.tally, share: ofPeople.reachable / Math.max(1, people.tally.people) },
    { tally: rows.tally, share: ofRows.reachable / Math.max(1, rows.tally.people) },
  ];
  const inWindow = shared.reduce((sum, { tally, share }) => sum + Math.round(tally.inWindow * share), 0);
  const kinds = sumOfKinds(shared.map(({ tally, share }) => tally.kinds(share)));
  const { invalid, total, reachable: reached, ...leftOut } = named.lists;
  return {
    total: all.total,
    looked: people.counted.looked + rows.counted.looked,
    reachable,
    doubles: all.doubles,
    invalid,
    invalidCount: all.invalid,
    blacklisted: all.blacklisted,
    optedOut: all.optedOut,
    missing: all.missing,
    leftOut,
    people: { total, reachable: reached },
    ...durationOf({ reachable, outside: Math.max(0, reachable - inWindow), rate }, terms.limit),
    inWindow,
    channelId: request.channelId,
    cost: costOf(terms.prices, channelType, kinds),
    parts: channelType === channelTypes.sms ? Math.max(1, smsParts(rendered).parts) : 1,
    samples,
    problems: problemsIn(request.columnMapping, asked, columns),
  };

  function kindOf(person: Person, tally: Tally) {
    if (person.address === undefined) return "invalid";
    if (seen.has(person.address)) return "doubles";
    seen.add(person.address);
    if (person.isUnreachable) return "invalid";
    const { sample, text } = sampleOf(person);
    if (samples.length < MOST_SAMPLES) samples.push(sample);
    if (person.isBlacklisted) return "blacklisted";
    if (person.hasRefused) return "optedOut";
    if (sample.missing.length > 0) return "missing";
    tally.add(person.address, person.windowUntil, text);
    return "reachable";
  }

  function sampleOf(person: Person): { sample: BroadcastEstimate["samples"][number]; text: string } {
    const { own, missing } = values.of(contactOf(person, fields));
    const body = bodyFor({ template, request, channelType }, own);
    rendered ||= body.rendered;
    const to = show(person.address ?? "");
    return { sample: { to, name: person.name, rendered: show(body.rendered), missing }, text: body.rendered };
  }
}

/** Lists the people of one count of an estimate: those who were looked at, a page of them. */
export async function estimatedPeople(
  ctx: Ctx,
  { kind, from, ...request }: InputOf<typeof listEstimatedPeople>["body"],
  files: Pick<Files, "get">,
  seesCustomers: boolean,
): Promise<ReplyOf<typeof listEstimatedPeople>> {
  // One more says whether there are more.
  const named = new Named(from, ESTIMATED_PAGE + 1);
  await estimateBroadcast(ctx, request, files, seesCustomers, named);
  const people = named.lists[kind];
  return { people: people.slice(0, ESTIMATED_PAGE), more: people.length > ESTIMATED_PAGE };
}

interface Part {
  counted: Counted;
  tally: Tally;
}
type Parts = Record<"people" | "rows", Part>;

/** The first people of an audience, and the first rows of its file, whoever stands before those. */
async function* firstPeople(
  ctx: Ctx,
  walk: Walk,
  { people, rows }: Parts,
): AsyncGenerator<Person & { isRow: boolean }> {
  for (let at: At | null = BEGINNING; at !== null;) {
    const isRow = isInFile(at);
    if ((isRow ? rows : people).counted.looked >= LOOKED_AT) {
      at = isRow ? null : fileBeginning(walk);
      continue;
    }
    const page: Awaited<ReturnType<typeof peopleOf>> = await peopleOf(ctx, walk, at, PAGE);
    for (const person of page.people) yield { ...person, isRow };
    at = page.next;
  }
}

async function figuresOfPeople(ctx: Ctx, { phoneNumber, audience }: Walk["request"], people: Counted) {
  if (people.looked < LOOKED_AT) return people.figures(people.looked);
  const { filter, customerIds } = audience;
  const matching = filter ? await countMatching(ctx, filter) : 0;
  return people.figures(Math.max(people.looked, phoneNumber.length + customerIds.length + matching));
}

function figuresOfRows(rows: Counted, dataFile: DataFile | undefined): Figures {
  if (rows.looked < LOOKED_AT) return rows.figures(rows.looked);
  const { rows: total = 0, distinctIn = [] } = dataFile?.file.format ?? {};
  const known = distinctIn.find(({ column }) => column === dataFile?.column)?.count;
  return rows.figures(Math.max(rows.looked, total), known);
}
