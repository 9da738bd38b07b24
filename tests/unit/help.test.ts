import { expect, test } from "vitest";
import { fitting } from "#app/routes/console/help/fitting.ts";
import type { HelpItem } from "#workers/contract/endpoints/help.ts";
import { listHelp } from "#workers/domain/help/list.ts";
import { CommunityError } from "#workers/providers/community/community.ts";

const MINUTE = 60_000;
const entry = (title: string, summary = ""): HelpItem => ({
  title,
  summary,
  url: "https://a.company.com/",
  kind: "article",
});

test("help is read anew after five minutes, and the last known is shown for a day while the site is away", async () => {
  let at = 1_000_000;
  let answer: () => HelpItem[] = () => [entry("one")];
  const address = "https://community.company.com/unit";
  const read = () => {
    const community = { address, now: () => at, read: () => Promise.resolve().then(() => answer()) };
    return listHelp(community).then((items) => items.map(({ title }) => title));
  };
  expect(await read()).toEqual(["one"]);
  answer = () => [entry("two")];
  at += 4 * MINUTE;
  expect(await read()).toEqual(["one"]);
  at += 2 * MINUTE;
  expect(await read()).toEqual(["two"]);
  answer = () => {
    throw new CommunityError("away");
  };
  at += 23 * 60 * MINUTE;
  expect(await read()).toEqual(["two"]);
  at += 61 * MINUTE;
  await expect(read()).rejects.toMatchObject({ code: "helpUnreachable" });
});

test("without a configured site there is no help, and nobody is asked", async () => {
  const read = () => Promise.reject(new Error("asked"));
  expect(await listHelp({ address: undefined, read, now: Date.now })).toEqual([]);
});

test("the search finds entries that have every word, in title or summary, in any case", () => {
  const items = [entry("Import customers", "From a CSV file"), entry("Train a bot", "Import phrases")];
  expect(fitting(items, " IMPORT  csv").map(({ title }) => title)).toEqual(["Import customers"]);
  expect(fitting(items, "import")).toHaveLength(2);
  expect(fitting(items, "")).toHaveLength(2);
  expect(fitting(items, "nothing")).toEqual([]);
});
