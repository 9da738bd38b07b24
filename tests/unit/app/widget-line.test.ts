import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Line } from "#app/widget/line.ts";
import { VISITOR_PING, VISITOR_PONG } from "#workers/contract/widget.ts";

/** Plays the browser's end of a socket; the test plays the server's. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error("No socket was opened");
    return last;
  }
  readyState = 0;
  sent: string[] = [];
  closed = false;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
  opens() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
}

const again = vi.fn(async () => {});
const opened = vi.fn();
let open: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("CloseEvent", Event);
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("document", { addEventListener: vi.fn() });
  FakeSocket.all = [];
  again.mockClear();
  opened.mockClear();
  open = false;
  const changed = (now: boolean) => (open = now);
  new Line({ url: () => "wss://chat.example", again, opened, heard: vi.fn(), changed }).begin();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a line that has not opened after eight seconds is given up, and another is opened", async () => {
  const first = FakeSocket.last;
  await vi.advanceTimersByTimeAsync(7_999);
  expect(first.closed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(first.closed).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(again).toHaveBeenCalledOnce();
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.opens();
  expect(opened).toHaveBeenCalledOnce();
  expect(open).toBe(true);
});

test("a line that has opened stays, as long as its pings are answered", async () => {
  const line = FakeSocket.last;
  line.opens();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(line.sent).toEqual([VISITOR_PING]);
  line.onmessage?.({ data: VISITOR_PONG });
  await vi.advanceTimersByTimeAsync(25_000);
  expect(line.closed).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(line.closed).toBe(true);
  expect(open).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("each try that fails waits twice as long as the one before, half a minute at most", async () => {
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const tries = FakeSocket.all.length;
    FakeSocket.last.onclose?.();
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(FakeSocket.all).toHaveLength(tries);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all).toHaveLength(tries + 1);
  }
});
