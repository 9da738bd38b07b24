import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { put, useQueryOf } from "#app/data/query.ts";
import { partsOf } from "#app/routes/campaigns/report/parts-of.ts";
import { shownAnew } from "#app/routes/campaigns/shown-anew.ts";
import { campaignUrls } from "#workers/contract/endpoints/campaigns.ts";

test("a figure of the report leads to parts that add up to it, and nowhere if none do", () => {
  expect(partsOf("failed", { failed: 3, expired: 0 })).toBe("failed");
  expect(partsOf("failed", { failed: 0, expired: 2 })).toBe("expired");
  expect(partsOf("failed", { failed: 3, expired: 2 })).toBeUndefined();
  expect(partsOf("delivered", { failed: 3, expired: 2 })).toBe("delivered");
  expect(partsOf("total", { failed: 0, expired: 0 })).toBeUndefined();
});

test("the links of a campaign are asked for anew with its figures", async () => {
  const input = { params: { id: "links" }, query: { activityId: "" } };
  put(campaignUrls, input, { urls: [] });
  function Asks() {
    return useQueryOf(campaignUrls, input).asking ? "asks" : "rests";
  }
  expect(renderToStaticMarkup(<Asks />)).toBe("rests");
  await shownAnew();
  expect(renderToStaticMarkup(<Asks />)).toBe("asks");
});
