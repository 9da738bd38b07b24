import { expect, test } from "vitest";
import { beginLinks } from "#app/routes/publish/link-words.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

const started = {
  state: INSTANCE.started,
  channel: { id: "c", name: "Shop", type: channelTypes.whatsApp },
  keywords: ["offer & more"],
  triggers: [
    { kind: "keyword" as const, words: ["price", "offer & more"], mode: "exact" as const },
    { kind: "link" as const, token: "poster-12" },
    { kind: "imported" as const },
  ],
};

test("each word and each link by which a journey begins has a link of its own, once", () => {
  expect(beginLinks(started, "+91 98765 43210")).toEqual([
    { word: "offer & more", url: "https://wa.me/919876543210?text=offer%20%26%20more" },
    { word: "price", url: "https://wa.me/919876543210?text=price" },
    { word: "poster-12", url: "https://wa.me/919876543210?text=poster-12" },
  ]);
});

test("there is none while it is not started, on other channels, or without a number", () => {
  expect(beginLinks({ ...started, state: INSTANCE.paused }, "+919876543210")).toEqual([]);
  const elsewhere = { id: "c", name: "Chat", type: channelTypes.web };
  expect(beginLinks({ ...started, channel: elsewhere }, "+919876543210")).toEqual([]);
  expect(beginLinks(started, "").map(({ url }) => url)).toEqual([undefined, undefined, undefined]);
});
