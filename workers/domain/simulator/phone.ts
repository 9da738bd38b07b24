import { simulatorFilesTexts as texts } from "#texts/simulator-files.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";
import type {
  PersonAddress,
  Phone,
  SimulatedMedium,
  simulatedSay as sayContract,
} from "#workers/contract/endpoints/simulator.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { Address } from "#workers/contract/inbound.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { PhoneEntry, SimulatorCalls, Trouble } from "#workers/contract/simulator.ts";
import { iso, type Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { requireSimulator } from "./channel.ts";
import { type MediaBucket, takenMedium } from "./media.ts";
import { addressOf, addressOnWire } from "./person.ts";

export interface SimulatorDeps {
  /** Where the enterprise's rows lie. */
  database: string;
  simulatorOf: (channelId: string) => SimulatorCalls;
  bucket: Pick<MediaBucket, "head">;
}

export async function readPhone(
  ctx: Ctx,
  { simulatorOf }: SimulatorDeps,
  id: string,
  person: PersonAddress,
): Promise<Phone> {
  const address = addressOf(id, person);
  await requireSimulator(ctx, id);
  return onWire(address, await simulatorOf(id).entries(address.value));
}

/** A played customer says something, as the channel's vendor would tell it. */
export async function say(
  ctx: Ctx,
  deps: SimulatorDeps,
  id: string,
  { body, ...said }: InputOf<typeof sayContract>["body"],
): Promise<Phone> {
  const [taken] = await Promise.all([takenFor(ctx, deps, id, body), requireSimulator(ctx, id)]);
  return sayBody(ctx, deps, id, { ...said, body: bodyOf(body, taken) });
}

/** The same with a body in the vendor's form, on a channel that is known to be the simulator's. */
export async function sayBody(
  ctx: Ctx,
  deps: SimulatorDeps,
  id: string,
  {
    person,
    body,
    quoted,
    doubled,
    vendorId = `sim.in.${ctx.newId()}`,
  }: Pick<InputOf<typeof sayContract>["body"], "person" | "quoted" | "doubled"> & {
    body: MessageBody;
    /** The same again is said once. */
    vendorId?: string;
  },
): Promise<Phone> {
  const address = addressOf(id, person);
  const entries = await deps.simulatorOf(id).say(
    placeOf(ctx, deps, id),
    {
      type: "message",
      vendorId,
      at: ctx.now(),
      from: { addresses: [address], name: person.name },
      body,
      ...(quoted !== undefined && { quoted: vendorIdOf(quoted) }),
    },
    { doubled },
  );
  return onWire(address, entries);
}

type SayBody = InputOf<typeof sayContract>["body"]["body"];

const takenFor = async (
  { enterpriseId }: Ctx,
  { bucket }: SimulatorDeps,
  channelId: string,
  body: SayBody,
): Promise<SimulatedMedium | undefined> =>
  "medium" in body && body.medium.id !== undefined
    ? takenMedium(bucket, { enterpriseId, channelId }, body.medium.id)
    : undefined;

/** Puts words in the form of a vendor, who names files and messages by ids of its own. */
function bodyOf(body: SayBody, taken: SimulatedMedium | undefined): MessageBody {
  if (body.kind === "reaction") return { ...body, to: vendorIdOf(body.to) };
  if (!("medium" in body)) return body;
  const { id, url } = body.medium;
  if (id === undefined) return { ...body, medium: { url } };
  if (taken?.kind !== body.kind) {
    const message = texts.mediumGone;
    throw new DomainError("invalid", { message, errors: { "body.medium.id": message } });
  }
  const { mime, name, bytes } = taken;
  return { ...body, medium: { vendorId: id, mime, name, bytes } };
}

export async function readEverything(
  ctx: Ctx,
  deps: SimulatorDeps,
  id: string,
  person: PersonAddress,
): Promise<Phone> {
  const address = addressOf(id, person);
  await requireSimulator(ctx, id);
  return onWire(address, await deps.simulatorOf(id).read(placeOf(ctx, deps, id), address.value));
}

export async function readTrouble(ctx: Ctx, { simulatorOf }: SimulatorDeps, id: string): Promise<Trouble> {
  await requireSimulator(ctx, id);
  return simulatorOf(id).trouble();
}

export async function setTrouble(
  ctx: Ctx,
  { simulatorOf }: SimulatorDeps,
  id: string,
  next: Trouble,
): Promise<Trouble> {
  await requireSimulator(ctx, id);
  return simulatorOf(id).setTrouble(next);
}

/** A customer's entry has the vendor's id for its own; ours become the vendor's with a word before them. */
const vendorIdOf = (entryId: string): string => (entryId.startsWith("sim.in.") ? entryId : `sim.${entryId}`);
const entryIdOf = (vendorId: string): string =>
  vendorId.startsWith("sim.in.") ? vendorId : vendorId.replace(/^sim\./, "");

const placeOf = ({ enterpriseId }: Ctx, { database }: SimulatorDeps, channelId: string): ChannelPlace => ({
  database,
  enterpriseId,
  channelId,
});

const onWire = (address: Address, entries: readonly PhoneEntry[]): Phone => ({
  person: addressOnWire(address),
  entries: entries.map((entry) => ({
    ...entry,
    messageId: entry.way === "out" ? entry.id : null,
    body: entry.body.kind === "reaction" ? { ...entry.body, to: entryIdOf(entry.body.to) } : entry.body,
    quoted: entry.quoted === null ? null : entryIdOf(entry.quoted),
    at: iso(entry.at),
  })),
});
