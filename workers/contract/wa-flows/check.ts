import { waFlowCheckTexts as texts } from "#texts/wa-flow-check.ts";
import { checkComponent } from "./check-component.ts";
import {
  checkFlag,
  checkParts,
  type Checking,
  type Declared,
  declaredBy,
  type OnScreen,
  problemsKept,
} from "./check-context.ts";
import { checkRouting } from "./check-routing.ts";
import { checkShape } from "./check-shape.ts";
import {
  type Found,
  childrenOf,
  componentsOf,
  isJson,
  type Json,
  jsonOf,
  pointer,
  screensOf,
  textOf,
  unfit,
  type WaFlowProblem,
} from "./flow-json.ts";
import {
  DATA_API_VERSIONS,
  FLOW_VERSIONS,
  isFlowVersion,
  isThere,
  MOST_A_FLOW,
  NEWEST_FLOW_VERSION,
  flowJsonLimits,
} from "./versions.ts";

const PARTS = ["version", "data_api_version", "routing_model", "screens", "name", "data_channel_uri"];
const SCREEN_PARTS = ["id", "title", "data", "terminal", "success", "refresh_on_back", "sensitive", "layout"];

/** The problems of a flow, by Meta's rules of its version; whatever comes in, it answers. */
export function checkWaFlow(content: unknown): { problems: WaFlowProblem[] } {
  const only = (sentence: string) => ({
    problems: [{ path: "", sentence, severity: "error" as const }],
  });
  const why = unfit(content);
  if (why) return only(texts[why]);
  if (!isJson(content)) return only(texts.notObject);
  const { problems, problem, isFull } = problemsKept();
  const screens = screensOf(content);
  const { version } = content;
  if (!isFlowVersion(version)) problem("/version", texts.version(FLOW_VERSIONS.join(", ")));
  const dataApi = content["data_api_version"];
  if (dataApi !== undefined && !(DATA_API_VERSIONS as readonly unknown[]).includes(dataApi))
    problem("/data_api_version", texts.dataApi);
  const checking: Checking = {
    version: isFlowVersion(version) ? version : NEWEST_FLOW_VERSION,
    hasEndpoint: dataApi !== undefined,
    screens: declaredOf(screens),
    problem,
    isFull,
  };
  checkParts(checking, content, "", PARTS);
  if (!Array.isArray(content["screens"]) || screens.length === 0) problem("/screens", texts.noScreens);
  else checkScreens(checking, content, screens);
  return { problems };
}

function declaredOf(screens: readonly Json[]): Map<string, Declared> {
  const declared = new Map<string, Declared>();
  for (const screen of screens) {
    const id = textOf(screen["id"]);
    if (!declared.has(id)) declared.set(id, declaredBy(screen));
  }
  return declared;
}

function checkScreens(checking: Checking, content: Json, screens: readonly Json[]): void {
  const { problem } = checking;
  if (screens.length > flowJsonLimits.screens) problem("/screens", texts.manyScreens(flowJsonLimits.screens));
  const seen = new Set<string>();
  const carousels: Found[] = [];
  for (const [at, screen] of screens.entries()) {
    const path = pointer("/screens", at);
    if (checking.isFull()) return;
    if (!isJson((content["screens"] as unknown[])[at])) {
      problem(path, texts.screen);
      continue;
    }
    checkId(checking, screen["id"], path, seen);
    const found = checkScreen(checking, screen, path);
    carousels.push(...found.filter(({ type }) => type === "ImageCarousel"));
  }
  const extra = carousels[MOST_A_FLOW.ImageCarousel];
  if (extra) problem(extra.path, texts.manyInFlow("ImageCarousel", MOST_A_FLOW.ImageCarousel));
  if (!screens.some(({ terminal }) => terminal === true)) problem("/screens", texts.noTerminal);
  checkRouting(checking, content, screens);
}

function checkId({ problem }: Checking, id: unknown, path: string, seen: Set<string>): void {
  const at = pointer(path, "id");
  if (typeof id !== "string" || !/^[A-Za-z_]+$/.test(id) || id.length > flowJsonLimits.id)
    return problem(at, texts.screenId);
  if (id === "SUCCESS") problem(at, texts.reserved);
  if (seen.has(id)) problem(at, texts.screenTwice(id));
  seen.add(id);
}

function checkScreen(checking: Checking, screen: Json, path: string): Found[] {
  const { problem } = checking;
  const on: OnScreen = {
    ...checking,
    id: textOf(screen["id"]),
    isTerminal: screen["terminal"] === true,
    here: declaredBy(screen),
  };
  checkParts(checking, screen, path, SCREEN_PARTS);
  const { title } = screen;
  if (title !== undefined && typeof title !== "string") problem(pointer(path, "title"), texts.titleNot);
  else if (textOf(title).length > flowJsonLimits.title)
    problem(pointer(path, "title"), texts.long(flowJsonLimits.title));
  for (const part of ["terminal", "success", "refresh_on_back"] as const)
    checkFlag(checking, screen[part], pointer(path, part));
  if (screen["success"] !== undefined && !on.isTerminal)
    problem(pointer(path, "success"), texts.successAlone);
  if (screen["refresh_on_back"] === true && !checking.hasEndpoint)
    problem(pointer(path, "refresh_on_back"), texts.refreshAlone);
  checkSensitive(on, screen["sensitive"], pointer(path, "sensitive"));
  checkData(checking, screen["data"], pointer(path, "data"));
  const layout = jsonOf(screen["layout"]);
  if (layout["type"] !== "SingleColumnLayout" || !Array.isArray(layout["children"])) {
    problem(pointer(path, "layout"), texts.layout);
    return [];
  }
  checkParts(checking, layout, pointer(path, "layout"), ["type", "children"]);
  if (childrenOf(screen).length === 0) problem(pointer(path, "layout", "children"), texts.noComponents);
  const found = componentsOf(screen, path);
  checkShape(on, found, path);
  for (const each of found) {
    if (checking.isFull()) break;
    checkComponent(on, each);
  }
  return found;
}

function checkSensitive({ problem, here, version }: OnScreen, value: unknown, path: string): void {
  if (value === undefined) return;
  if (!isThere("5.1", version)) return problem(path, texts.since("sensitive", "5.1"));
  if (!Array.isArray(value)) return problem(path, texts.listOfNames);
  for (const [at, name] of value.entries())
    if (typeof name !== "string" || !here.answers.has(name))
      problem(pointer(path, at), texts.sensitive(typeof name === "string" ? name : ""));
}

const TYPES = ["string", "number", "boolean", "object", "array"];

const isOfType = (value: unknown, type: string): boolean =>
  type === "array" ? Array.isArray(value) : type === "object" ? isJson(value) : typeof value === type;

/** Data that a screen takes: each with a type and an example of it. */
function checkData(checking: Checking, data: unknown, path: string): void {
  const { problem } = checking;
  if (data === undefined) return;
  if (!isJson(data)) return problem(path, texts.data);
  for (const [name, declared] of Object.entries(data)) {
    const at = pointer(path, name);
    if (checking.isFull()) return;
    if (!isJson(declared)) {
      problem(at, texts.data);
      continue;
    }
    const type = textOf(declared["type"]);
    if (!TYPES.includes(type)) problem(pointer(at, "type"), texts.dataType);
    else if (type === "array" && !isJson(declared["items"])) problem(at, texts.dataItems);
    if (declared["__example__"] === undefined) problem(at, texts.dataExample);
    else if (TYPES.includes(type) && !isOfType(declared["__example__"], type))
      problem(pointer(at, "__example__"), texts.dataExampleType(type));
  }
}
