import { expect, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import * as analyticsApi from "#workers/contract/endpoints/analytics.ts";
import { analyticsViews } from "#workers/contract/endpoints/analytics.ts";
import { frameAddress } from "#workers/domain/analytics/frame-address.ts";

const harness = await startHarness();
const person = await makePerson(harness);

test("a bot's analytics are on the host that is set up, for its enterprise, itself and the one department", async () => {
  const { agentId } = await makeBot(person);
  for (const view of analyticsViews) {
    const { url } = await person.call(analyticsApi.analyticsFrame, { params: { id: agentId, view } });
    const { origin, pathname, searchParams } = new URL(url);
    expect([origin, pathname]).toEqual(["https://analytics.company.com", `/views/${view}`]);
    expect(Object.fromEntries(searchParams)).toEqual({
      tenant: "7",
      enterpriseId: person.enterpriseId,
      agentId,
      departmentId: "sales & care",
    });
  }
  const unknown = await person.send("GET", `/api/chatbird/api/nlp/agent/${agentId}/analytics/weather`);
  expect(unknown.status).toBe(404);
});

test("without a host they are our own pages, asked for in the same way", () => {
  const ids = { enterpriseId: "e1", agentId: "a1" };
  expect(frameAddress("sentiment", ids, {})).toBe("/analytics-frame/sentiment?enterpriseId=e1&agentId=a1");
  expect(frameAddress("conversation", ids, { departmentId: "d1" })).toBe(
    "/analytics-frame/conversation?enterpriseId=e1&agentId=a1&departmentId=d1",
  );
});
