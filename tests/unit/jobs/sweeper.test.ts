import { afterEach, expect, test, vi } from "vitest";

const parts = vi.hoisted(() => ({
  takeOverdue: vi.fn(() => Promise.resolve([])),
  runTasks: vi.fn(() => Promise.resolve()),
  handOver: vi.fn(() => Promise.resolve()),
  wakeChannels: vi.fn(() => Promise.resolve()),
  armClock: vi.fn(() => Promise.resolve()),
  armCourier: vi.fn(() => Promise.resolve()),
  fillWords: vi.fn((_env: unknown, _database: string) => Promise.resolve()),
}));
vi.mock("cloudflare:workers", () => ({
  DurableObject: class {
    readonly ctx: unknown;
    readonly env: unknown;
    constructor(ctx: unknown, env: unknown) {
      this.ctx = ctx;
      this.env = env;
    }
  },
}));
vi.mock("#workers/domain/jobs/overdue.ts", () => ({ OVERDUE_PAGE: 100, takeOverdue: parts.takeOverdue }));
vi.mock("#workers/jobs/run-tasks.ts", () => ({ runTasks: parts.runTasks }));
vi.mock("#workers/jobs/hand-over.ts", () => ({ handOver: parts.handOver }));
vi.mock("#workers/jobs/clock.ts", () => ({ armClock: parts.armClock }));
vi.mock("#workers/jobs/courier.ts", () => ({ armCourier: parts.armCourier }));
vi.mock("#workers/jobs/fill-words.ts", () => ({ fillWords: parts.fillWords }));
vi.mock("#workers/jobs/wake-channels.ts", () => ({ wakeChannels: parts.wakeChannels }));

const { Sweeper } = await import("#workers/jobs/sweep.ts");

afterEach(() => vi.unstubAllGlobals());

/** Ends what never comes. */
const SLOW = { timeout: 20_000 };

test("a part of the sweep that is slow holds up no other, and is not begun a second time beside itself", async () => {
  vi.stubGlobal("scheduler", { wait: () => Promise.resolve() });
  const mails = Promise.withResolvers<void>();
  parts.runTasks.mockReturnValueOnce(mails.promise);
  const storage = { setAlarm: vi.fn(() => Promise.resolve()) };
  const sweeper = new Sweeper({ storage } as never, { TENANT_1: {}, TENANT_2: {} } as never);
  for (let alarm = 1; alarm <= 3; alarm++) {
    await sweeper.alarm();
    expect(storage.setAlarm).toHaveBeenCalledTimes(alarm);
    await vi.waitFor(() => expect(parts.handOver).toHaveBeenCalledTimes(2 * alarm), SLOW);
    expect(parts.takeOverdue).toHaveBeenCalledTimes(2 * alarm);
    expect(parts.runTasks).toHaveBeenCalledTimes(1);
  }
  mails.resolve();
  await mails.promise;
  await vi.waitFor(async () => {
    await sweeper.alarm();
    expect(parts.runTasks.mock.calls.length).toBeGreaterThan(1);
  }, SLOW);
});

test("a part of the sweep that fails is logged, and the next alarm begins it again", async () => {
  vi.stubGlobal("scheduler", { wait: () => new Promise(() => {}) });
  const log = vi.spyOn(console, "log").mockReturnValue();
  parts.handOver.mockClear();
  parts.handOver.mockRejectedValueOnce(new Error("no hub"));
  const storage = { setAlarm: () => Promise.resolve() };
  const sweeper = new Sweeper({ storage } as never, { TENANT_1: {}, TENANT_2: {} } as never);
  await sweeper.alarm();
  await sweeper.alarm();
  expect(parts.handOver).toHaveBeenCalledTimes(4);
  expect(log).toHaveBeenCalledTimes(1);
  expect(log).toHaveBeenCalledWith(expect.stringContaining("no hub"));
});

test("a part that never ends is said to, and begun again after two minutes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("scheduler", { wait: () => Promise.resolve() });
  const log = vi.spyOn(console, "log").mockReturnValue();
  log.mockClear();
  parts.runTasks.mockClear();
  parts.runTasks.mockReturnValueOnce(new Promise(() => {}));
  const storage = { setAlarm: () => Promise.resolve() };
  const sweeper = new Sweeper({ storage } as never, { TENANT_1: {}, TENANT_2: {} } as never);
  await sweeper.alarm();
  vi.advanceTimersByTime(119_000);
  await sweeper.alarm();
  expect(parts.runTasks).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  await sweeper.alarm();
  expect(parts.runTasks).toHaveBeenCalledTimes(2);
  expect(log).toHaveBeenCalledWith(expect.stringContaining("has not ended"));
  vi.useRealTimers();
});

test("a database that hangs holds up no other: of that one alone nothing is begun a second time", async () => {
  vi.stubGlobal("scheduler", { wait: () => Promise.resolve() });
  parts.fillWords.mockClear();
  parts.fillWords.mockReturnValueOnce(new Promise(() => {}));
  const sweeper = new Sweeper(
    { storage: { setAlarm: () => Promise.resolve() } } as never,
    { TENANT_1: {}, TENANT_2: {} } as never,
  );
  await sweeper.alarm();
  await vi.waitFor(async () => {
    await sweeper.alarm();
    expect(
      parts.fillWords.mock.calls.map(([, database]) => database).filter((each) => each === "TENANT_2").length,
    ).toBeGreaterThan(2);
  }, SLOW);
  expect(parts.fillWords.mock.calls.filter(([, database]) => database === "TENANT_1")).toHaveLength(1);
});
