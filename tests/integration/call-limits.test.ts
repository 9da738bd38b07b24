import { expect, test } from "vitest";
import { allEndpoints } from "#tests/support/endpoints.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { callLimitOf } from "#workers/contract/call-limits.ts";

const harness = await startHarness();

/** One of each kind, and those that cost most. */
const TRIED = [
  "listCustomers",
  "importPhrases",
  "sampleCsv",
  "rereadKnowledge",
  "predictIntent",
  "paraphrase",
  "validateBroadcast",
  "startBulk",
  "startImport",
  "trainAgent",
  "tryIntegration",
  "loginIntegration",
  "speak",
];
const AT_ONCE = 10;

test("what costs much is refused after so many calls a minute of one person, and not to others (S-55)", async () => {
  const [one, other] = [await makePerson(harness), await makePerson(harness)];
  const wrong: string[] = [];
  for (const { id, endpoint } of allEndpoints.filter((each) => TRIED.includes(each.id))) {
    const limit = callLimitOf(endpoint);
    const perMinute = limit?.perMinute ?? 0;
    const call = async (token: string, field = limit?.fields?.[0]) => {
      const path = endpoint.path.replaceAll(/:\w+/g, "none") + (field ? `?${field}=asha` : "");
      const response = await harness.fetch(`/api${path}`, {
        method: endpoint.method,
        headers: { "authentication-token": token, "content-type": "application/json" },
        ...(endpoint.method !== "GET" && { body: "{}" }),
      });
      const text = await response.text();
      if (response.status >= 500) wrong.push(`${id}: ${response.status} ${text}`);
      return response;
    };
    const refusals: Response[] = [];
    let taken = 0;
    // A minute may end in between: then it is counted anew once.
    while (refusals.length === 0 && taken <= 2 * perMinute) {
      const all = await Promise.all(Array.from({ length: AT_ONCE }, () => call(one.token)));
      refusals.push(...all.filter(({ status }) => status === 429));
      taken += all.filter(({ status }) => status !== 429).length;
    }
    if (taken < perMinute) wrong.push(`${id} is refused after ${taken} calls`);
    if (!(Number(refusals[0]?.headers.get("retry-after")) > 0)) wrong.push(`${id} is never refused`);
    if ((await call(other.token)).status === 429) wrong.push(`${id} is refused to another enterprise`);
    if (limit?.fields && (await call(one.token, "")).status === 429)
      wrong.push(`${id} is refused without words`);
  }
  expect(wrong).toEqual([]);
});
