import { createStore } from "#app/lib/store.ts";
import { ApiError } from "#app/data/api.ts";
import { isLeaving } from "#app/session/leaving.ts";
import {
  CLOSE_INVALID_TOKEN,
  HEARTBEAT_MS,
  keptEventNames,
  PING,
  type ClientMessage,
  type EventData,
  type EventName,
  type ServerMessage,
} from "#workers/contract/socket.ts";

export type Connection = "closed" | "connecting" | "open" | "reconnecting" | "refused";

/** Connection state for the top bar. */
export const connectionStore = createStore<Connection>("closed");

const FIRST_RETRY_MS = 2_000;
const RETRY_MS = 3_000;
/** After a restart of the server everybody comes back: their first retries are spread over this time. */
const SPREAD_MS = 5_000;
/** A socket that is not open by then never will be: proxies swallow what asks for one. */
const OPEN_MS = 10_000;
const MISSED_PINGS = 2;
/** An event is dated when its writer began; others can read the change a little later. */
const DATED_EARLIER_MS = 5_000;
/** After a reload for a refused token, another one within this time would be a loop. */
const RELOAD_PAUSE_MS = 60_000;
const RELOADED_KEY = "socketReloadedAt";

type Handler = (data: never, seq: number) => void;

const handlers = new Map<string, Set<Handler>>();
const refetchers = new Map<string, Set<() => void>>();

let askTicket: (() => Promise<string>) | undefined;
let askedAt = 0;
let attempt = 0;
let socket: WebSocket | undefined;
let opening: ReturnType<typeof setTimeout> | undefined;
let heartbeat: ReturnType<typeof setInterval> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let missed = 0;
let lastSeq: number | undefined;
/** Events up to this one happened before the socket was open again. */
let missedUntil = 0;

/** Whether an event was missed when it happened, and is told now that there is a connection again. */
export const isCaughtUp = (seq: number): boolean => seq > 0 && seq <= missedUntil;

/** The hub's name for the open socket, by which a call lets it hear of a topic. */
export const socketIdStore = createStore<string | undefined>(undefined);

/**
 * Keeps a socket open; returns a function that closes it permanently. Each opening asks for a ticket, so that the address
 * holds no token. It first tells events since `since` (ms since 1970), when the first data was asked for.
 */
export function startSocket(getTicket: () => Promise<string>, since: number): () => void {
  askTicket = getTicket;
  askedAt = since;
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
  askTicket = undefined;
  attempt++;
  clearTimeout(retry);
  retry = undefined;
  drop();
  lastSeq = undefined;
  failures = 0;
  connectionStore.set("closed");
}

/**
 * Subscribes to one kind of event, each with its number (0: a passing one, which has none). `onRefetch` is called when some were missed and state must be fetched again: passing
 * ones are missed by every interruption, kept ones only by a long one.
 */
export function listen<Name extends EventName>(
  action: Name,
  handler: (data: EventData<Name>, seq: number) => void,
  onRefetch?: () => void,
): () => void {
  const leave = enter(handlers, action, handler as Handler);
  const leaveRefetch = onRefetch && enter(refetchers, action, onRefetch);
  return () => {
    leave();
    leaveRefetch?.();
  };
}

/** Says something on the socket, if it is open: what is said now means nothing later. */
export function say(message: ClientMessage): void {
  if (socketIdStore.get() !== undefined) socket?.send(JSON.stringify(message));
}

function enter<Value>(map: Map<string, Set<Value>>, key: string, value: Value): () => void {
  const set = map.get(key) ?? new Set();
  map.set(key, set.add(value));
  return () => void set.delete(value);
}

function connect(): void {
  clearTimeout(retry);
  retry = undefined;
  if (!askTicket) return;
  drop();
  connectionStore.set(failures === 0 && lastSeq === undefined ? "connecting" : "reconnecting");
  const mine = ++attempt;
  askTicket().then(
    (ticket) => mine === attempt && open(ticket),
    (error: unknown) => {
      if (mine !== attempt) return;
      if (error instanceof ApiError && error.status === 403) refused();
      else again();
    },
  );
}

function open(ticket: string): void {
  const query = new URLSearchParams({
    ticket,
    ...(lastSeq === undefined
      ? { ageMs: String(Math.max(0, Date.now() - askedAt) + DATED_EARLIER_MS) }
      : { lastSeq: String(lastSeq) }),
  });
  const wire = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/actions?${query}`);
  socket = wire;
  opening = setTimeout(giveUp, OPEN_MS);
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
  clearTimeout(opening);
  clearInterval(heartbeat);
  const wire = socket;
  socket = undefined;
  socketIdStore.set(undefined);
  wire?.close();
}

function again(wait = failures === 0 ? FIRST_RETRY_MS : RETRY_MS): void {
  const spread = failures === 0 ? SPREAD_MS : wait / 3;
  failures++;
  connectionStore.set("reconnecting");
  retry = setTimeout(connect, wait + Math.random() * spread);
}

/** Reloads: the guard signs out anybody without a valid session. */
function refused(): void {
  if (isLeaving()) return;
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
      socketIdStore.set(message.socketId);
      return opened(message.seq);
    case "pong":
      missed = 0;
      return;
    case "refetch":
      lastSeq = message.seq;
      return refetch();
    case "done":
      // The console acts by HTTP.
      return;
    case "error":
      return console.error(message.message);
    default:
      return deliver(message);
  }
}

function opened(seq: number): void {
  const cameBack = lastSeq !== undefined;
  if (cameBack) missedUntil = seq;
  failures = 0;
  missed = 0;
  clearTimeout(opening);
  connectionStore.set("open");
  // Missed events follow, numbered after lastSeq. A hub that has restarted its numbering announces a smaller number.
  if (lastSeq === undefined || seq < lastSeq) lastSeq = seq;
  clearInterval(heartbeat);
  heartbeat = setInterval(beat, HEARTBEAT_MS);
  if (cameBack) refetch((action) => !keptEventNames.some((name) => name === action));
}

function beat(): void {
  if (missed >= MISSED_PINGS) return giveUp();
  missed++;
  socket?.send(PING);
}

function giveUp(): void {
  drop();
  again();
}

function deliver(message: Extract<ServerMessage, { data: unknown }>): void {
  const seq = "seq" in message ? message.seq : 0;
  if (seq > 0) {
    if (lastSeq !== undefined && seq <= lastSeq) return;
    lastSeq = seq;
  }
  for (const handler of [...(handlers.get(message.action) ?? [])]) handler(message.data as never, seq);
}

function refetch(concerns: (action: string) => boolean = () => true): void {
  const due = [...refetchers].filter(([action]) => concerns(action)).flatMap(([, each]) => [...each]);
  for (const refetcher of due) refetcher();
}

function read(text: string): ServerMessage | undefined {
  try {
    return JSON.parse(text) as ServerMessage;
  } catch {
    return undefined;
  }
}
