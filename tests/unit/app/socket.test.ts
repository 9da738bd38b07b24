import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "#app/data/api.ts";
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
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
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
    this.says({ action: "onOpen", seq });
  }
}

const reload = vi.fn();
let stop: () => void;
let asked = 0;

beforeEach(async () => {
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
  asked = 0;
  await start();
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function start(getTicket = async () => `ticket-${++asked}`, since = Date.now() - 800): Promise<void> {
  stop = startSocket(getTicket, since);
  await vi.advanceTimersByTimeAsync(0);
}

/** Loses the wire and comes back. */
async function comeBack(seq: number): Promise<void> {
  FakeSocket.last.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(7_000);
  FakeSocket.last.opens(seq);
}

const changed = (seq: number) => ({ action: "rightsChanged", seq, data: { roles: [seq], uId: "" } });

test("it asks for a ticket each time, and names what it has seen when it comes back", async () => {
  expect(FakeSocket.last.url).toBe("wss://console.example/api/actions?ticket=ticket-1&ageMs=5800");
  FakeSocket.last.opens(7);
  expect(FakeSocket.last.sent).toEqual([]);
  FakeSocket.last.says(changed(8));
  await comeBack(8);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.last.url).toBe("wss://console.example/api/actions?ticket=ticket-2&lastSeq=8");
});

test("what came since it asked for what it shows is delivered when it first opens, however late that is", async () => {
  const heard: number[] = [];
  const unlisten = listen("rightsChanged", ({ roles }) => heard.push(...roles));
  FakeSocket.last.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(7_000);
  const age = Number(new URL(FakeSocket.last.url).searchParams.get("ageMs"));
  expect(age).toBeGreaterThanOrEqual(5_800 + 2_000);
  FakeSocket.last.opens(3);
  for (const seq of [4, 5, 5]) FakeSocket.last.says(changed(seq));
  expect(heard).toEqual([4, 5]);
  unlisten();
});

test("what was missed is delivered after coming back, and nothing twice", async () => {
  const heard: number[] = [];
  const unlisten = listen("rightsChanged", ({ roles }) => heard.push(...roles));
  FakeSocket.last.opens(1);
  FakeSocket.last.says(changed(2));
  await comeBack(4);
  for (const seq of [2, 3, 4, 4]) FakeSocket.last.says(changed(seq));
  expect(heard).toEqual([2, 3, 4]);
  unlisten();
});

test("passing events are delivered without a number; one who comes back fetches what they are about", async () => {
  const heard: number[] = [];
  const [refetchPassing, refetchKept] = [vi.fn(), vi.fn()];
  const unlisten = [
    listen("jobProgress", ({ progress }) => heard.push(progress), refetchPassing),
    listen("rightsChanged", () => {}, refetchKept),
  ];
  FakeSocket.last.opens(9);
  for (const progress of [0.5, 0.5]) FakeSocket.last.says({ action: "jobProgress", data: { progress } });
  expect(heard).toEqual([0.5, 0.5]);
  expect(refetchPassing).not.toHaveBeenCalled();
  await comeBack(9);
  expect(refetchPassing).toHaveBeenCalledOnce();
  expect(refetchKept).not.toHaveBeenCalled();
  for (const leave of unlisten) leave();
});

test("it is told to fetch anew when too much was missed", () => {
  const refetch = vi.fn();
  const unlisten = listen("rightsChanged", () => {}, refetch);
  FakeSocket.last.opens(1);
  FakeSocket.last.says({ action: "refetch", seq: 5_000 });
  expect(refetch).toHaveBeenCalledOnce();
  unlisten();
});

test("the first retry waits two seconds and is spread over five more, later ones wait about three", async () => {
  const random = vi.spyOn(Math, "random").mockReturnValue(0.999);
  FakeSocket.last.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(6_900);
  expect(FakeSocket.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(2_999);
  expect(FakeSocket.all).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(FakeSocket.all).toHaveLength(3);
  random.mockRestore();
});

test("a ticket that could not be fetched is asked for again; one refused to an ended session is as a close with 4001", async () => {
  stop();
  await start(async () => {
    throw new ApiError("no network");
  });
  expect(connectionStore.get()).toBe("reconnecting");
  expect(reload).not.toHaveBeenCalled();
  stop();
  await start(async () => {
    throw new ApiError("signed out", { status: 403 });
  });
  expect(reload).toHaveBeenCalledOnce();
});

test("a ticket that comes after the socket was stopped opens nothing", async () => {
  stop();
  const before = FakeSocket.all.length;
  let answer = (_: string) => {};
  stop = startSocket(() => new Promise((resolve) => (answer = resolve)), Date.now());
  stop();
  answer("late");
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.all).toHaveLength(before);
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

test("a socket that has not opened after ten seconds is given up, and another is opened; one that has opened stays", async () => {
  const first = FakeSocket.last;
  await vi.advanceTimersByTimeAsync(9_999);
  expect(first.closed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(first.closed).toBe(true);
  expect(connectionStore.get()).toBe("reconnecting");
  await vi.advanceTimersByTimeAsync(7_000);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.opens(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeSocket.last.closed).toBe(false);
  expect(connectionStore.get()).toBe("open");
});

test("a refused token reloads the page once, and never in a circle", async () => {
  FakeSocket.last.onclose?.({ code: CLOSE_INVALID_TOKEN });
  expect(reload).toHaveBeenCalledOnce();
  stop();
  await start();
  FakeSocket.last.onclose?.({ code: CLOSE_INVALID_TOKEN });
  expect(reload).toHaveBeenCalledOnce();
  expect(connectionStore.get()).toBe("refused");
});
