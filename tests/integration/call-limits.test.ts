import { expect, test } from "vitest";
import { allEndpoints } from "#tests/support/endpoints.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";

const harness = await startHarness();

test("what costs much is refused after so many calls a minute of one person, and not to others (S-55)", async () => {
  const [one, other] = [await makePerson(harness), await makePerson(harness)];
  const limited = allEndpoints.filter(({ endpoint }) => endpoint.perMinute !== undefined);
  expect(limited.map(({ id }) => id).toSorted()).toEqual([
    "paraphrase",
    "sendBroadcast",
    "startBulk",
    "startImport",
    "trainAgent",
  ]);
  const wrong: string[] = [];
  for (const { id, endpoint } of limited) {
    const call = (token: string) =>
      harness.fetch(`/api${endpoint.path.replaceAll(/:\w+/g, "none")}`, {
        method: endpoint.method,
        headers: { "authentication-token": token, "content-type": "application/json" },
        ...(endpoint.method !== "GET" && { body: "{}" }),
      });
    let calls = 0;
    let refused: Response | undefined;
    // A minute may end in between: then it is counted anew once.
    for (; !refused && calls < 2 * (endpoint.perMinute ?? 0) + 2; calls++) {
      const response = await call(one.token);
      await response.body?.cancel();
      if (response.status === 429) refused = response;
      else if (response.status >= 500) wrong.push(`${id}: ${response.status}`);
    }
    if (calls <= (endpoint.perMinute ?? 0)) wrong.push(`${id} is refused after ${calls} calls`);
    if (!(Number(refused?.headers.get("retry-after")) > 0)) wrong.push(`${id} is never refused`);
    const free = await call(other.token);
    await free.body?.cancel();
    if (free.status === 429) wrong.push(`${id} is refused to another enterprise`);
  }
  expect(wrong).toEqual([]);
});
