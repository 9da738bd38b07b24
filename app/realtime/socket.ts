import { createStore } from "#app/lib/store.ts";
import {
  CLOSE_INVALID_TOKEN,
  HEARTBEAT_MS,
  PING,
  type EventData,
  type EventName,
  type ServerMessage,
} from "#workers/contract/socket.ts";

export type Connection = "closed" | "connecting" | "open" | "reconnecting" | "refused";

/** Connection state for the top bar. */
export const connectionStore = createStore<Connection>("closed");

const FIRST_RETRY_MS = 2_000;
const RETRY_MS = 3_000;
const MISSED_PINGS = 2;
/** After a reload for a refused token, another one within this time would be a loop. */
const RELOAD_PAUSE_MS = 60_000;
const RELOADED_KEY = "socketReloadedAt";

type Handler = (data: never) => void;

const handlers = new Map<string, Set<Handler>>();
const refetchers = new Set<() => void>();

let readToken: (() => string | null) | undefined;
let socket: WebSocket | undefined;
let heartbeat: ReturnType<typeof setInterval> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let missed = 0;
let lastSeq: number | undefined;

/** Opens the socket and keeps it open; returns a function that closes it permanently. */
export function startSocket(getToken: () => string | null): () => void {
  readToken = getToken;
  const hurry = () => {
    if (retry !== undefined) connect();
  };
  connect();
  addEventListener("online", hurry);
  return () => {
    removeEventListener("online", hurry);
    stopSocket();
  };
}

/**
 * Closes the socket permanently. A sign-out calls it first: the server's own close would look like an expired session.
 */
export function stopSocket(): void {
  readToken = undefined;
  clearTimeout(retry);
  retry = undefined;
  drop();
  lastSeq = undefined;
  failures = 0;
  connectionStore.set("closed");
}

/** Subscribes to one kind of event; also notified when events were missed and state must be fetched again. */
export function listen<Name extends EventName>(
  action: Name,
  handler: (data: EventData<Name>) => void,
  onRefetch?: () => void,
): () => void {
  const set = handlers.get(action) ?? new Set();
  handlers.set(action, set);
  set.add(handler as Handler);
  if (onRefetch) refetchers.add(onRefetch);
  return () => {
    set.delete(handler as Handler);
    if (onRefetch) refetchers.delete(onRefetch);
  };
}

function connect(): void {
  clearTimeout(retry);
  retry = undefined;
  const token = readToken?.();
  if (!token) return;
  drop();
  connectionStore.set(failures === 0 && lastSeq === undefined ? "connecting" : "reconnecting");
  const wire = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/actions`);
  socket = wire;
  wire.onopen = () =>
    wire.send(JSON.stringify({ action: "auth", token, ...(lastSeq !== undefined && { lastSeq }) }));
  wire.onmessage = (event) => wire === socket && receive(String(event.data));
  wire.onclose = (event) => {
    if (wire !== socket) return;
    drop();
    if (event.code === CLOSE_INVALID_TOKEN) refused();
    else again();
  };
}

/** Drops the socket and ignores its further events. */
function drop(): void {
  clearInterval(heartbeat);
  const wire = socket;
  socket = undefined;
  wire?.close();
}

function again(wait = failures === 0 ? FIRST_RETRY_MS : RETRY_MS): void {
  failures++;
  connectionStore.set("reconnecting");
  // Jitter, so that clients do not all reconnect at the same moment after a restart.
  retry = setTimeout(connect, wait + Math.random() * (wait / 3));
}

/** Reloads: the guard signs out anybody without a valid session. */
function refused(): void {
  const reloadedAt = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
  if (Date.now() - reloadedAt > RELOAD_PAUSE_MS) {
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    location.reload();
    return;
  }
  again(RELOAD_PAUSE_MS);
  connectionStore.set("refused");
}

function receive(text: string): void {
  const message = read(text);
  if (!message) return;
  switch (message.action) {
    case "onOpen":
      return opened(message.seq);
    case "pong":
      missed = 0;
      return;
    case "refetch":
      lastSeq = message.seq;
      return refetch();
    case "error":
      return console.error(message.message);
    default:
      return deliver(message);
  }
}

function opened(seq: number): void {
  failures = 0;
  missed = 0;
  connectionStore.set("open");
  // Missed events follow, numbered after lastSeq. A hub that has restarted its numbering announces a smaller number.
  if (lastSeq === undefined || seq < lastSeq) lastSeq = seq;
  clearInterval(heartbeat);
  heartbeat = setInterval(beat, HEARTBEAT_MS);
}

function beat(): void {
  if (missed >= MISSED_PINGS) {
    drop();
    again();
    return;
  }
  missed++;
  socket?.send(PING);
}

function deliver({ action, seq, data }: Extract<ServerMessage, { data: unknown }>): void {
  if (lastSeq !== undefined && seq <= lastSeq) return;
  lastSeq = seq;
  for (const handler of [...(handlers.get(action) ?? [])]) handler(data as never);
}

function refetch(): void {
  for (const refetcher of [...refetchers]) refetcher();
}

function read(text: string): ServerMessage | undefined {
  try {
    return JSON.parse(text) as ServerMessage;
  } catch {
    return undefined;
  }
}
