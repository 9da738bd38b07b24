import { afterAll, expect, test } from "vitest";
import { startMetered } from "#tests/support/harness.ts";
import { openDirect, openLine } from "#tests/support/line.ts";
import { makePerson } from "#tests/support/people.ts";
import * as agentStatusApi from "#workers/contract/endpoints/agent-status.ts";

/**
 * A new release of the api Worker ends what hangs on the old one. The local platform cannot put one Worker in place of
 * another beside a living socket, so it is shown that a console's socket has nothing in the api Worker that could end.
 */
const harness = await startMetered();
afterAll(() => harness.stop());

const pairs = async () => Number((await harness.fetch("/api/healthz")).headers.get("x-pairs"));

test("a console's socket hangs on the hub alone, so a new release of the api Worker cuts none (1.1)", async () => {
  const person = await makePerson(harness);
  const line = await openDirect(harness, person);
  expect(await pairs()).toBe(0);
  await person.call(agentStatusApi.updateAgentStatus, { body: { agentStatus: "away" } });
  await line.hears(({ action }) => action === "agentStatusChanged");
  // One that says who it is only afterwards is held by the api Worker: this is what would be seen.
  await openLine(harness, person);
  expect(await pairs()).toBeGreaterThan(0);
});
