import type { MediaKind, Medium } from "#workers/contract/message-body.ts";

/** A file by its address, or by the id under which it lies at Airtel. */
export function attachmentOf(kind: MediaKind, { url, vendorId, name }: Medium, caption?: string) {
  if (url === undefined && vendorId === undefined) return undefined;
  return {
    type: kind.toUpperCase(),
    ...(url === undefined ? { id: vendorId } : { url }),
    ...(name !== undefined && { fileName: name }),
    ...(caption && { caption }),
  };
}
