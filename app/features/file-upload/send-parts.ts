import { ApiError, call, sendBytes } from "#app/data/api.ts";
import { beginUpload, sendPart } from "#workers/contract/endpoints/imports.ts";

/** Seconds to wait before each retry of a part. After the last one the user has to retry. */
const WAITS_S = [1, 3, 8];

/** Progress of an upload; kept, so that it can be resumed later. */
export interface UploadProgress {
  path: string;
  partBytes: number;
  parts: number;
  done: number;
}

interface Watching {
  signal: AbortSignal;
  onProgress: (share: number) => void;
  /** Called with the seconds until a part is retried, and with undefined when the upload continues. */
  onWaiting: (seconds: number | undefined) => void;
  onSent: (sent: UploadProgress) => void;
}

/** Uploads a file in parts, or its missing ones. A lost part is sent again: sending a part is idempotent. */
export async function sendParts(
  file: File,
  sent: UploadProgress | undefined,
  { signal, onProgress, onWaiting, onSent }: Watching,
): Promise<UploadProgress> {
  let now = sent ?? { ...(await begin(file, signal)), done: 0 };
  onSent(now);
  while (now.done < now.parts) {
    const from = now.done * now.partBytes;
    const bytes = file.slice(from, from + now.partBytes);
    const params = { id: now.path, part: now.done + 1 };
    await persistently(
      () =>
        sendBytes(sendPart, {
          params,
          bytes,
          signal,
          onProgress: (share) => onProgress((from + share * bytes.size) / file.size),
        }),
      signal,
      onWaiting,
    );
    now = { ...now, done: now.done + 1 };
    onSent(now);
  }
  return now;
}

const begin = (file: File, signal: AbortSignal) =>
  call(beginUpload, { body: { name: file.name, bytes: file.size, type: file.type }, signal });

/** Retries after connection and server errors, but not after a rejection. */
async function persistently(
  send: () => Promise<unknown>,
  signal: AbortSignal,
  onWaiting: Watching["onWaiting"],
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await send();
      return;
    } catch (error) {
      const wait = WAITS_S[attempt];
      if (signal.aborted || wait === undefined || !isPassing(error)) throw error;
      const seconds = (error instanceof ApiError && error.retryAfterSeconds) || wait;
      onWaiting(seconds);
      await pause(seconds * 1_000, signal);
      onWaiting(undefined);
    }
  }
}

export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
