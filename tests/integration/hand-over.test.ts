import { afterEach, expect, test, vi } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { writerOf } from "#tests/support/live-events.ts";
import { handOverFrom } from "#workers/jobs/hand-over.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";

/** Events of dead writers, where the hub of one enterprise can't be reached. */
const harness = await startHarness();
afterEach(() => void vi.restoreAllMocks());

/** The Workers' bindings, but for the hub of one enterprise. */
const withHub = (of: Person, hub: object) =>
  ({
    ...harness.env,
    HUB: {
      idFromName: (name: string) => name,
      get: (name: string) => (name === of.enterpriseId ? hub : hubOf(harness.env, name)),
    },
  }) as unknown as JobsEnv;
const realEnv = harness.env as unknown as JobsEnv;

test.each([
  ["that fails", { newest: () => Promise.reject(new Error("unreachable")) }],
  ["that never answers", { newest: () => new Promise(() => {}) }],
])(
  "a hub %s keeps nothing from the others, and has what it missed once it can be reached",
  async (_, hub) => {
    vi.spyOn(console, "log").mockReturnValue();
    const [broken, other] = [await makePerson(harness), await makePerson(harness)];
    const [its, theirs] = [writerOf(harness, broken), writerOf(harness, other)];
    const begin = Number(
      await harness.env.TENANT_1.prepare("SELECT coalesce(max(seq), 0) FROM live_events").first<number>(
        "coalesce(max(seq), 0)",
      ),
    );
    const [missed] = await its.keep(1);
    const [first] = await theirs.keep(1);
    const env = withHub(broken, hub);
    const one = await handOverFrom(env, "TENANT_1", { upTo: begin, late: {} });
    expect(one.late).toEqual({ [broken.enterpriseId]: missed?.seq });
    expect(one.upTo).toBeGreaterThanOrEqual(first?.seq ?? Infinity);
    expect(await theirs.hub.newest()).toBe(first?.seq);
    // Later events are read from where the sweep had come to, whatever is behind.
    const [second] = await theirs.keep(2);
    const two = await handOverFrom(env, "TENANT_1", one);
    expect(await theirs.hub.newest()).toBe(second?.seq);
    expect(two.late).toEqual(one.late);
    expect(await handOverFrom(realEnv, "TENANT_1", two)).toMatchObject({ late: {} });
    expect(await its.hub.newest()).toBe(missed?.seq);
  },
);
