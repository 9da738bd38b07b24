import type { Adapter } from "../adapter.ts";
import { sendBy } from "../call.ts";
import { instagramCapabilities } from "../meta-pages/capabilities.ts";
import { pageOutcome } from "../meta-pages/outcome.ts";
import { testPage } from "../meta-pages/test.ts";
import { BASE_URL, format } from "./format.ts";

const NAME = "Instagram";

export const send = sendBy(
  () => instagramCapabilities,
  format,
  (answer) => pageOutcome(NAME, answer),
);

/** Asks for the account's own name. It sends nothing. */
export const test: Adapter["test"] = (channel, deps) =>
  testPage(channel, deps, { vendor: NAME, usual: BASE_URL, field: "username" });
