import { driveTexts } from "#texts/drive.ts";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import { simulatorFilesTexts as fileTexts } from "#texts/simulator-files.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";
import { channelTypeName } from "#workers/contract/channel-types.ts";
import { MOST_PIXELS } from "#workers/contract/endpoints/drive.ts";
import type { SimulatedMedium } from "#workers/contract/endpoints/simulator.ts";
import { mediaKinds, type MediaKind } from "#workers/contract/message-body.ts";
import { endingsText, mostBytesOf } from "#workers/contract/received-media.ts";
import { MEDIA_KEPT_MS } from "#workers/contract/simulator.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import type { Ctx } from "../ctx.ts";
import type { OpenedFile } from "../drive/file.ts";
import { safeName } from "../drive/file-name.ts";
import { atMost, readHead } from "../drive/hold.ts";
import { storeStream } from "../drive/store.ts";
import type { ListedBucket } from "../drive/tidy.ts";
import { DomainError } from "../error.ts";
import { checkedType, NotKept } from "../messaging/keep-medium.ts";
import { receivedName } from "../messaging/received-type.ts";
import { requireSimulator } from "./channel.ts";

/**
 * Files that played customers send. The simulator keeps them as a vendor does: outside the drive, under ids of its own,
 * for a day. Intake fetches a copy by the id that the event carries.
 */

interface Held {
  size: number;
  httpMetadata?: { contentType?: string };
  customMetadata?: Record<string, string>;
}

/** The methods of an R2 bucket that these files need. */
export interface MediaBucket extends ListedBucket {
  head(key: string): Promise<Held | null>;
  get(key: string): Promise<(Held & { body: ReadableStream<Uint8Array> }) | null>;
}

type Place = Pick<ChannelPlace, "enterpriseId" | "channelId">;

export const ROOT = "simulator/";
/** Objects that one call deletes. */
const AT_ONCE = 500;

const folderOf = ({ enterpriseId, channelId }: Place): string => `${ROOT}${enterpriseId}/${channelId}/`;
/** Where a file lies: no other channel's phone finds it. */
export const mediumKey = (place: Place, id: string): string => `${folderOf(place)}${id}`;

/**
 * Takes a file in for a message of this kind that will name it by its id. It is judged as intake judges what came in, and
 * stored only when all of it is there. Throws notFound, invalid or tooLarge.
 */
export async function takeMedium(
  ctx: Ctx,
  bucket: MediaBucket,
  channelId: string,
  { kind, name, stream }: { kind: MediaKind; name: string; stream: ReadableStream<Uint8Array> },
): Promise<SimulatedMedium> {
  const type = await requireSimulator(ctx, channelId);
  const can = simulatorCapabilities(type);
  if (!can.media[kind]) refuse("kind", fileTexts.notCarried(texts.kinds[kind], channelTypeName(type)));
  const most = mostBytesOf(kind, can);
  const head = await readHead(stream);
  const given = { kind, medium: { name: safeName(name) } };
  const { mime } = await checkedType(head.bytes, given, can).catch((error: unknown): never => {
    throw error instanceof NotKept ? refusalOf(error, kind, can) : error;
  });
  const counted = { bytes: 0 };
  const bytes = atMost(head.all(), most, counted, () => tooLarge(most));
  const medium = { id: ctx.newId(), kind, mime, name: receivedName(given.medium.name, kind, mime) };
  const key = mediumKey({ enterpriseId: ctx.enterpriseId, channelId }, medium.id);
  await storeStream(bucket, key, bytes, {
    httpMetadata: { contentType: mime },
    customMetadata: { kind, name: encodeURIComponent(medium.name) },
  });
  return { ...medium, bytes: counted.bytes };
}

/** A file that was taken in for this channel; undefined for one that is another's, was never there, or is not any more. */
export async function takenMedium(
  bucket: Pick<MediaBucket, "head">,
  place: Place,
  id: string,
): Promise<SimulatedMedium | undefined> {
  return mediumOf(id, await bucket.head(mediumKey(place, id)));
}

/** The bytes of a file that was taken in for this channel, for its phone. Throws notFound once they are gone. */
export async function openMedium(
  ctx: Ctx,
  bucket: Pick<MediaBucket, "get">,
  channelId: string,
  id: string,
): Promise<OpenedFile> {
  const [found] = await Promise.all([
    bucket.get(mediumKey({ enterpriseId: ctx.enterpriseId, channelId }, id)),
    requireSimulator(ctx, channelId),
  ]);
  const medium = mediumOf(id, found);
  if (!found || !medium) throw new DomainError("notFound", { message: fileTexts.mediumGone });
  return { body: found.body, name: medium.name, mediaType: medium.mime };
}

function mediumOf(id: string, found: Held | null): SimulatedMedium | undefined {
  const kind = mediaKinds.find((each) => each === found?.customMetadata?.["kind"]);
  if (!found || !kind) return undefined;
  const name = decodeURIComponent(found.customMetadata?.["name"] ?? "");
  return { id, kind, name, mime: found.httpMetadata?.contentType ?? "", bytes: found.size };
}

/** Forgets these files of a channel; null forgets all of them. */
export async function forgetMedia(
  bucket: ListedBucket,
  place: Place,
  ids: readonly string[] | null,
): Promise<void> {
  if (!ids) return deleteBelow(bucket, folderOf(place), () => true);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    await bucket.delete(ids.slice(at, at + AT_ONCE).map((id) => mediumKey(place, id)));
  }
}

/** Removes files a day after they were taken in, whatever became of their phone, channel or enterprise. */
export const tidyMedia = (bucket: ListedBucket, now: number): Promise<void> =>
  deleteBelow(bucket, ROOT, ({ uploaded }) => uploaded.getTime() <= now - MEDIA_KEPT_MS);

async function deleteBelow(
  bucket: ListedBucket,
  prefix: string,
  goes: (object: { uploaded: Date }) => boolean,
): Promise<void> {
  for (let cursor: string | undefined; ;) {
    const page = await bucket.list({ prefix, ...(cursor !== undefined && { cursor }) });
    const keys = page.objects.filter(goes).map(({ key }) => key);
    if (keys.length > 0) await bucket.delete(keys);
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}

function refuse(field: "file" | "kind", message: string): never {
  throw new DomainError("invalid", { message, errors: { [field]: message } });
}

const tooLarge = (most: number): DomainError => {
  const message = driveTexts.mediaTooLarge(formatBytes(most));
  return new DomainError("tooLarge", { message, errors: { file: message } });
};

/** The reason of intake in words that say how to mend it. */
function refusalOf({ failed }: NotKept, kind: MediaKind, can: Capabilities): DomainError {
  const message =
    failed.failure === "empty"
      ? driveTexts.empty
      : // Of a file whose bytes were not counted yet only pixels are too many.
        failed.failure === "tooLarge"
        ? driveTexts.tooManyPixels(String(MOST_PIXELS / 1_000_000))
        : fileTexts.wrongType(texts.kinds[kind], endingsText(kind, can));
  return new DomainError("invalid", { message, errors: { file: message } });
}
