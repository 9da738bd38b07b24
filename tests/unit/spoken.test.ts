import { expect, test } from "vitest";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { spoken } from "#workers/contract/spoken.ts";

test.each([
  ["Open **Accounts** in the app", "Open Accounts in the app", "Open *Accounts* in the app"],
  ["__Now__ and **then again**", "Now and then again", "*Now* and *then again*"],
  ["2 * 3 ** 4 is a sum", "2 * 3 ** 4 is a sum", "2 * 3 ** 4 is a sum"],
  ["See [our fees](https://bank.example/fees).", "See our fees (https://bank.example/fees).", undefined],
  ["[https://a.example](https://a.example)", "https://a.example", undefined],
  ["# Fees\n- one\n* two\n1. three", "Fees\n• one\n• two\n1. three", undefined],
  ["type `STOP` to end", "type STOP to end", undefined],
  ["snake__case__name", "snake__case__name", "snake__case__name"],
  ["#1 in town, 5 - 3", "#1 in town, 5 - 3", undefined],
])("%j is said as %j", (markdown, plain, onWhatsApp = plain) => {
  expect(spoken(markdown, channelTypes.sms)).toBe(plain);
  expect(spoken(markdown, channelTypes.whatsApp)).toBe(onWhatsApp);
});
