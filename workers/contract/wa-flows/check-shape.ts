import { waFlowCheckTexts as texts } from "#texts/wa-flow-check.ts";
import type { OnScreen } from "./check-context.ts";
import { checkPickers } from "./check-files.ts";
import { branchesOf, type Found, jsonOf, listOf, pointer, textOf } from "./flow-json.ts";
import { MOST_A_SCREEN, flowJsonLimits } from "./versions.ts";
import { componentOf } from "./components.ts";

/** How components stand together on a screen: counts, names, footers, what may be in what. */
export function checkShape(screen: OnScreen, found: readonly Found[], path: string): void {
  const { problem } = screen;
  const over = found[flowJsonLimits.components];
  if (over) problem(pointer(path, "layout", "children"), texts.manyComponents(flowJsonLimits.components));
  checkNames(screen, found);
  checkCounts(screen, found);
  checkFooters(screen, found);
  if (screen.isTerminal && !found.some(({ type }) => type === "Footer")) problem(path, texts.terminalFooter);
  for (const { type, path: at, branch } of found)
    if (type === "Form" && (branch !== "" || !/\/layout\/children\/\d+$/.test(at)))
      problem(at, texts.formPlace);
  checkIfs(screen, found);
  checkLists(screen, found);
}

/** A name twice on a screen: which of the two would the answer be? */
function checkNames({ problem }: OnScreen, found: readonly Found[]): void {
  const seen = new Set<string>();
  for (const { component, type, path } of found) {
    const name = textOf(component["name"]);
    if (name === "" || !componentOf(type)?.properties["name"]) continue;
    if (seen.has(name)) problem(pointer(path, "name"), texts.nameTwice(name));
    seen.add(name);
  }
}

function checkCounts(screen: OnScreen, found: readonly Found[]): void {
  for (const [type, most] of Object.entries(MOST_A_SCREEN)) {
    if (type === "Footer") continue;
    const over = found.filter((each) => each.type === type)[most];
    if (over) screen.problem(over.path, texts.many(type, most));
  }
  checkPickers(screen, found);
}

/** One Footer right on the screen, or one in each branch of one If or Switch. */
function checkFooters({ problem }: OnScreen, found: readonly Found[]): void {
  const footers = found.filter(({ type }) => type === "Footer");
  const seen = new Set<string>();
  const holder = (branch: string) => branch.replace(/\/(?:then|else|cases\/[^/]*)$/, "");
  for (const { branch, path } of footers) {
    if (seen.has(branch) || [...seen].some((other) => holder(other) !== holder(branch)))
      problem(path, texts.footerTwice);
    else if (/\/(?:then|else|cases)\/.*\/(?:then|else|cases\/[^/]*)$/.test(branch))
      problem(path, texts.footerDeep);
    seen.add(branch);
  }
  for (const each of found) {
    if (each.type !== "If" && each.type !== "Switch") continue;
    const branches = branchesOf(each.component, each.path);
    const having = branches.filter(({ list }) => list.some((one) => jsonOf(one)["type"] === "Footer"));
    const expected = each.type === "If" ? 2 : branches.length;
    if (having.length > 0 && having.length < expected) problem(each.path, texts.footerBranches);
  }
}

function checkIfs({ problem }: OnScreen, found: readonly Found[]): void {
  const deep = found.find(
    ({ type, path }) =>
      (type === "If" || type === "Switch") &&
      (path.match(/\/(?:then|else|cases)\//g) ?? []).length >= flowJsonLimits.ifs,
  );
  if (deep) problem(deep.path, texts.ifs(flowJsonLimits.ifs));
}

function checkLists({ problem }: OnScreen, found: readonly Found[]): void {
  const lists = found.filter(({ type }) => type === "NavigationList");
  const other = found.find(({ type }) => type !== "NavigationList");
  if (lists[0] && other) problem(lists[0].path, texts.listAlone);
  for (const { component, path } of lists) {
    const entries = listOf(component["list-items"]).map(jsonOf);
    const own = component["on-click-action"] !== undefined;
    const each = entries.filter((entry) => entry["on-click-action"] !== undefined).length;
    if (
      own
        ? each > 0
        : each < entries.length || (entries.length === 0 && Array.isArray(component["list-items"]))
    )
      problem(path, texts.listAction);
  }
}
