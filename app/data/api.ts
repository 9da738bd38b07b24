import type { Callable, CallOf, Endpoint, ReplyOf } from "#workers/contract/endpoint.ts";
import { errorsTexts } from "#texts/errors.ts";
import { pageLanguage } from "#app/lib/language/language.ts";
import { isUnattended } from "#app/lib/hands.ts";
import { noteRequest } from "#app/lib/report-errors.ts";
import { MOVING } from "#workers/contract/moving-code.ts";
import { UNATTENDED } from "#workers/contract/unattended.ts";

const TOKEN_KEY = "authToken";

/** The token of the login session, in local storage as the specification requires. */
export const token = {
  get: (): string | null => localStorage.getItem(TOKEN_KEY),
  set: (value: string): void => localStorage.setItem(TOKEN_KEY, value),
};

/** A call that was refused or failed: the text to show, per field if the server says so. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** 0 when there was no response. */
  readonly status: number;
  readonly code: string | number | undefined;
  readonly errors: Record<string, string>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Data with which the refused caller can continue, if the server sends any. */
  readonly response: Record<string, string> | undefined;

  constructor(message: string, details: Partial<Omit<ApiError, keyof Error>> = {}) {
    super(message);
    this.status = details.status ?? 0;
    this.code = details.code;
    this.errors = details.errors ?? {};
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.response = details.response;
  }
}

/** The sentence for anything that went wrong with a call. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : errorsTexts.internal;

interface Envelope {
  status?: boolean;
  message?: string;
  code?: string | number;
  errors?: Record<string, string>;
  login_required?: boolean;
  [payload: string]: unknown;
}

/** A response: its payload, the server's sentence and the specification's code. */
export interface Answer<Payload> {
  payload: Payload;
  message: string;
  code: string | number | undefined;
}

export type Input<E> = CallOf<E> & { signal?: AbortSignal };
export type AnyEndpoint = Pick<Callable, "method" | "path" | "under">;

/** Called when the server says that nobody is signed in; the session module does the logout. */
let onLoginRequired: (() => void) | undefined;
export const whenLoginRequired = (handler: () => void): void => {
  onLoginRequired = handler;
};

/** Called after a response to somebody who is signed in and there: the session was used. */
let onUse: (() => void) | undefined;
export const whenUsed = (handler: () => void): void => {
  onUse = handler;
};

/** Changes that the server has taken from this page, for whoever asks for something again only if there were any. */
let writes = 0;
export const writesSoFar = (): number => writes;

/** Called when a change was refused as the enterprise's data is being moved. */
let onMoving: (() => void) | undefined;
export const whenMoving = (handler: () => void): void => {
  onMoving = handler;
};

function heard({ login_required, code }: Envelope, unattended = false): void {
  if (code === MOVING) onMoving?.();
  if (login_required) onLoginRequired?.();
  else if (token.get() && !unattended) onUse?.();
}

/** Called when a call could not leave this machine. */
let onOffline: (() => void) | undefined;
export const whenOffline = (handler: () => void): void => {
  onOffline = handler;
};

function addressOf(
  endpoint: AnyEndpoint,
  params: Record<string, unknown>,
  query: Record<string, unknown>,
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    // Lists and objects travel as JSON, as in a form.
    search.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  const queryString = search.toString();
  return `/api/${path}`.replace(/\/{2,}/g, "/") + (queryString && `?${queryString}`);
}

/**
 * Calls an endpoint of the contract and returns its payload with the server's sentence. Throws ApiError for every
 * refusal and failure (status 0 without a response); aborts throw as they are.
 */
export async function request<E extends AnyEndpoint>(
  endpoint: E,
  input?: Input<E>,
): Promise<Answer<ReplyOf<E>>> {
  const { params, query, body, signal } = (input ?? {}) as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
    signal?: AbortSignal;
  };
  const headers = new Headers({ accept: "application/json", "accept-language": pageLanguage() });
  const held = token.get();
  if (held) headers.set("authentication-token", held);
  if (body !== undefined) headers.set("content-type", "application/json");
  // A screen that refreshes itself must not keep a session alive for somebody who has left.
  const unattended = held !== null && isUnattended();
  if (unattended) headers.set(UNATTENDED, "1");

  let response: Response;
  let envelope: Envelope;
  try {
    response = await fetch(addressOf(endpoint, params ?? {}, query ?? {}), {
      method: endpoint.method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      ...(signal && { signal }),
    });
    noteRequest(response.headers.get("x-request-id"));
    envelope = (await response.json()) as Envelope;
  } catch (error) {
    if (signal?.aborted) throw error;
    if (!navigator.onLine) onOffline?.();
    throw new ApiError(errorsTexts.transport);
  }
  heard(envelope, unattended);
  if (!response.ok || envelope.status === false) throw errorOf(response, envelope);
  if (endpoint.method !== "GET") writes++;
  return {
    payload: envelope[endpoint.under] as ReplyOf<E>,
    message: envelope.message ?? "",
    code: envelope.code,
  };
}

/** Like `request`, for the many callers that want only the payload. */
export async function call<E extends AnyEndpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>> {
  return (await request(endpoint, input)).payload;
}

/** Fetches a file from an endpoint that sends one; the caller saves it (app/data/save-file.ts) or shows it. */
export async function download<E extends AnyEndpoint>(
  endpoint: E,
  input?: Input<E>,
  onProgress?: (bytes: number) => void,
): Promise<Blob> {
  const { params, query, signal } = (input ?? {}) as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    signal?: AbortSignal;
  };
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint, params ?? {}, query ?? {}), {
      headers: { "authentication-token": token.get() ?? "", "accept-language": pageLanguage() },
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(errorsTexts.transport);
  }
  const envelope = (response.ok ? {} : await response.json().catch(() => ({}))) as Envelope;
  heard(envelope);
  if (!response.ok) throw errorOf(response, envelope);
  try {
    return await bytesOf(response, onProgress);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(errorsTexts.transport);
  }
}

async function bytesOf(response: Response, onProgress?: (bytes: number) => void): Promise<Blob> {
  if (!onProgress || !response.body) return response.blob();
  let received = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        onProgress(received);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { headers: response.headers }).blob();
}

interface Upload<E> {
  params?: CallOf<E>["params"];
  /** The other fields of the form; lists and objects travel as JSON. */
  body?: Record<string, unknown>;
  files: readonly File[];
  /** Upload progress, 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/**
 * Uploads files to an endpoint that takes them and reports progress: fetch cannot do that, so XMLHttpRequest. The other
 * fields come before the files, so that a server that streams a file knows its purpose by then.
 */
export function upload<E extends Callable>(
  endpoint: E,
  { params, body = {}, files, onProgress, signal }: Upload<E>,
): Promise<Answer<ReplyOf<E>>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  for (const file of files) form.append(endpoint.incoming?.field ?? endpoint.upload?.field ?? "files", file);
  return transmit(endpoint, params, form, { onProgress, signal });
}

interface Bytes<E> {
  params?: CallOf<E>["params"];
  bytes: Blob;
  onProgress?: ((fraction: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends bytes as they are to an endpoint that takes a stream. */
export const sendBytes = <E extends AnyEndpoint & Pick<Endpoint, "stream">>(
  endpoint: E,
  { params, bytes, onProgress, signal }: Bytes<E>,
): Promise<Answer<ReplyOf<E>>> => transmit(endpoint, params, bytes, { onProgress, signal });

function transmit<E extends AnyEndpoint>(
  endpoint: E,
  params: CallOf<E>["params"],
  body: FormData | Blob,
  { onProgress, signal }: Pick<Bytes<E>, "onProgress" | "signal">,
): Promise<Answer<ReplyOf<E>>> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(endpoint.method, addressOf(endpoint, (params ?? {}) as Record<string, unknown>, {}));
    sending.setRequestHeader("authentication-token", token.get() ?? "");
    sending.setRequestHeader("accept-language", pageLanguage());
    sending.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    sending.addEventListener("error", () => reject(new ApiError(errorsTexts.transport)));
    sending.addEventListener("abort", () => reject(signal?.reason ?? new ApiError(errorsTexts.transport)));
    sending.addEventListener("load", () => {
      let envelope: Envelope = {};
      try {
        envelope = JSON.parse(sending.responseText) as Envelope;
      } catch {
        return reject(new ApiError(errorsTexts.transport));
      }
      heard(envelope);
      if (sending.status >= 400 || envelope.status === false) {
        const headers = new Headers();
        for (const name of ["retry-after", "x-request-id"]) {
          const value = sending.getResponseHeader(name);
          if (value) headers.set(name, value);
        }
        return reject(errorOf({ status: sending.status, headers }, envelope));
      }
      resolve({
        payload: envelope[endpoint.under] as ReplyOf<E>,
        message: envelope.message ?? "",
        code: envelope.code,
      });
    });
    signal?.addEventListener("abort", () => sending.abort(), { once: true });
    sending.send(body);
  });
}

function errorOf(response: Pick<Response, "status" | "headers">, envelope: Envelope): ApiError {
  const retryAfter = Number(response.headers.get("retry-after"));
  return new ApiError(envelope.message || errorsTexts.internal, {
    status: response.status,
    code: envelope.code,
    errors: envelope.errors ?? {},
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
    response: envelope.response as Record<string, string> | undefined,
  });
}
