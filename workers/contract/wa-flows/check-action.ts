import { waFlowCheckTexts as texts } from "#texts/wa-flow-check.ts";
import { checkParts, isDynamic, type OnScreen } from "./check-context.ts";
import { checkFileUses } from "./check-files.ts";
import { isJson, type Json, jsonOf, pointer, textOf } from "./flow-json.ts";
import { ACTIONS, type ActionName, isThere } from "./versions.ts";

const PARTS = {
  navigate: ["name", "next", "payload"],
  complete: ["name", "payload"],
  data_exchange: ["name", "payload"],
  open_url: ["name", "url"],
  update_data: ["name", "payload"],
} as const satisfies Record<ActionName, readonly string[]>;

/** Checks a press or a choice: its name, where it leads, and that the data it hands over is declared there. */
export function checkAction(
  screen: OnScreen,
  value: unknown,
  path: string,
  allowed: readonly ActionName[],
): void {
  const { problem } = screen;
  if (!isJson(value)) return problem(path, texts.action);
  const name = textOf(value["name"]);
  const known = allowed.find((each) => each === name);
  if (!known) return problem(pointer(path, "name"), texts.actionName(allowed.join(", ")));
  if (!isThere(ACTIONS[known], screen.version))
    return problem(pointer(path, "name"), texts.since(name, ACTIONS[known]));
  checkParts(screen, value, path, PARTS[known]);
  if (known === "open_url") return checkAddress(screen, value["url"], pointer(path, "url"));
  const payload = value["payload"];
  // A whole payload may be handed over, such as ${form}.
  if (payload !== undefined && !isJson(payload)) return problem(pointer(path, "payload"), texts.payload);
  checkFileUses(screen, known, payload, pointer(path, "payload"));
  if (known === "navigate") checkNavigate(screen, value, path);
  if (known === "update_data") checkDeclared(screen, payload, pointer(path, "payload"), screen.id, false);
  if (known === "data_exchange" && !screen.hasEndpoint) problem(pointer(path, "name"), texts.endpoint);
  if (known === "complete" && !screen.isTerminal) problem(pointer(path, "name"), texts.completeEarly);
}

function checkAddress({ problem }: OnScreen, url: unknown, path: string): void {
  if (isDynamic(url)) return;
  if (typeof url !== "string" || !/^https?:\/\/[^\s/]+/i.test(url) || url.length > 2_048)
    problem(path, texts.url);
}

function checkNavigate(screen: OnScreen, action: Json, path: string): void {
  const next = jsonOf(action["next"]);
  const to = textOf(next["name"]);
  const at = pointer(path, "next", "name");
  if (to === "" || (next["type"] ?? "screen") !== "screen")
    return screen.problem(pointer(path, "next"), texts.actionNext);
  if (!screen.screens.has(to)) return screen.problem(at, texts.noScreen(to));
  if (to === screen.id) return screen.problem(at, texts.nextSelf);
  checkDeclared(screen, action["payload"], pointer(path, "payload"), to, true);
}

/** Data that is handed over must be declared by the screen that takes it, and none of it may be missing. */
function checkDeclared(
  { screens, problem }: OnScreen,
  payload: unknown,
  path: string,
  to: string,
  isWhole: boolean,
): void {
  const declared = screens.get(to)?.data ?? new Set<string>();
  const given = jsonOf(payload);
  for (const name of Object.keys(given))
    if (!declared.has(name)) problem(pointer(path, name), texts.payloadUnknown(name, to));
  if (!isWhole) return;
  for (const name of declared) if (!Object.hasOwn(given, name)) problem(path, texts.payloadMissing(name, to));
}
