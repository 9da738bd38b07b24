import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectionStore, listen, startSocket } from "#app/realtime/socket.ts";
import { CLOSE_INVALID_TOKEN, HEARTBEAT_MS, PING } from "#workers/contract/socket.ts";

/** Plays the browser's end of a socket; the test plays the server's. */
class FakeSocket {
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error("No socket was opened");
    return last;
  }
  sent: string[] = [];
  closed = false;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
  says(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  opens(seq: number) {
    this.onopen?.();
    this.says({ action: "onOpen", seq });
  }
}

const reload = vi.fn();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { origin: "https://console.example", reload });
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("removeEventListener", vi.fn());
  FakeSocket.all = [];
  reload.mockClear();
  stop = startSocket(() => "token");
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const progress = (seq: number) => ({
  action: "jobProgress",
  seq,
  data: {
    jobId: "j",
    kind: "agent.train",
    subject: "a",
    state: "running",
    progress: seq / 100,
    message: "",
  },
});

test("it signs in by message, and names what it has seen when it comes back", () => {
  FakeSocket.last.opens(7);
  expect(JSON.parse(FakeSocket.last.sent[0] ?? "")).toEqual({ action: "auth", token: "token" });
  FakeSocket.last.says(progress(8));
  FakeSocket.last.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(4_000);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.onopen?.();
  expect(JSON.parse(FakeSocket.last.sent[0] ?? "")).toEqual({ action: "auth", token: "token", lastSeq: 8 });
});

test("what was missed is delivered after coming back, and nothing twice", () => {
  const heard: number[] = [];
  const unlisten = listen("jobProgress", ({ progress: at }) => heard.push(at * 100));
  FakeSocket.last.opens(1);
  FakeSocket.last.says(progress(2));
  FakeSocket.last.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(4_000);
  FakeSocket.last.opens(4);
  for (const seq of [2, 3, 4, 4]) FakeSocket.last.says(progress(seq));
  expect(heard).toEqual([2, 3, 4]);
  unlisten();
});

test("it is told to fetch anew when too much was missed", () => {
  const refetch = vi.fn();
  const unlisten = listen("jobProgress", () => {}, refetch);
  FakeSocket.last.opens(1);
  FakeSocket.last.says({ action: "refetch", seq: 5_000 });
  expect(refetch).toHaveBeenCalledOnce();
  unlisten();
});

test("the first retry waits about two seconds, later ones about three", () => {
  FakeSocket.last.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1_999);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(700);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(2_999);
  expect(FakeSocket.all).toHaveLength(2);
  vi.advanceTimersByTime(1_001);
  expect(FakeSocket.all).toHaveLength(3);
});

test("two pings without an answer close the wire; an answer keeps it", () => {
  FakeSocket.last.opens(1);
  const first = FakeSocket.last;
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(first.sent.at(-1)).toBe(PING);
  first.says({ action: "pong" });
  vi.advanceTimersByTime(2 * HEARTBEAT_MS);
  expect(first.closed).toBe(false);
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(first.closed).toBe(true);
  expect(connectionStore.get()).toBe("reconnecting");
});

test("a refused token reloads the page once, and never in a circle", () => {
  FakeSocket.last.onclose?.({ code: CLOSE_INVALID_TOKEN });
  expect(reload).toHaveBeenCalledOnce();
  stop();
  stop = startSocket(() => "token");
  FakeSocket.last.onclose?.({ code: CLOSE_INVALID_TOKEN });
  expect(reload).toHaveBeenCalledOnce();
  expect(connectionStore.get()).toBe("refused");
});
