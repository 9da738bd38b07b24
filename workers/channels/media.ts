import type { Medium, MessageBody } from "#workers/contract/message-body.ts";

/** A copy of the body in which every file of the drive has an address that the vendor can fetch. */
export const linked = async (
  body: MessageBody,
  mediaUrl: (medium: Medium) => Promise<string>,
): Promise<MessageBody> => (await copy(body, mediaUrl)) as MessageBody;

async function copy(value: unknown, mediaUrl: (medium: Medium) => Promise<string>): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((each) => copy(each, mediaUrl)));
  if (typeof value !== "object" || value === null) return value;
  const pairs = Object.entries(value).map(async ([key, each]: [string, unknown]) => {
    // A form's values are a person's own words, so only what the contract calls a medium is one.
    if (key !== "medium" || typeof each !== "object" || each === null)
      return [key, await copy(each, mediaUrl)];
    const medium = each as Medium;
    return [key, medium.fileId === undefined ? medium : { ...medium, url: await mediaUrl(medium) }];
  });
  return Object.fromEntries((await Promise.all(pairs)) as [string, unknown][]);
}

/** Names a file to the vendor: by an address, else by its own id, which may have run out meanwhile. */
export const sourceOf = ({ url, vendorId }: Medium): { url: string } | { id: string } | undefined =>
  url !== undefined ? { url } : vendorId !== undefined ? { id: vendorId } : undefined;
