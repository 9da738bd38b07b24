import { waFlowCheckTexts as texts } from "#texts/wa-flow-check.ts";
import type { Checking } from "./check-context.ts";
import { routesOf, type Routes } from "./routes.ts";
import { isJson, type Json, pointer, textOf } from "./flow-json.ts";
import { flowJsonLimits } from "./versions.ts";

/** From a first screen every other one is reached, nothing goes back, and each way ends. */
export function checkRouting(checking: Checking, content: Json, screens: readonly Json[]): void {
  const { problem } = checking;
  const model = content["routing_model"];
  if (model !== undefined && !isJson(model)) return problem("/routing_model", texts.routing);
  const ids = screens.map(({ id }) => textOf(id));
  const isGiven = isJson(model) && Object.keys(model).length > 0;
  if (isGiven) {
    if (!checkModel(checking, model, ids)) return;
  } else if (checking.hasEndpoint && ids.length > 1) return problem("/routing_model", texts.routingMissing);
  const routes = routesOf(content);
  if (isGiven) checkPresses(checking, content, screens, routes);
  checkWays(checking, screens, routes, isGiven);
}

/** The model itself: it knows each screen and only screens; false: its ways can't be walked. */
function checkModel({ problem }: Checking, model: Json, ids: readonly string[]): boolean {
  let isWhole = true;
  for (const [from, targets] of Object.entries(model)) {
    const path = pointer("/routing_model", from);
    if (!ids.includes(from)) problem(path, texts.routeUnknown(from));
    if (!Array.isArray(targets) || targets.some((to) => typeof to !== "string")) {
      problem(path, texts.routing);
      isWhole = false;
      continue;
    }
    if (targets.length > flowJsonLimits.routes) problem(path, texts.routeMany(flowJsonLimits.routes));
    for (const [at, to] of targets.entries()) {
      if (to === from) problem(pointer(path, at), texts.routeSelf);
      else if (!ids.includes(to as string)) problem(pointer(path, at), texts.routeUnknown(to as string));
    }
  }
  for (const id of ids) if (!Object.hasOwn(model, id)) problem("/routing_model", texts.routeNone(id));
  return isWhole;
}

/** A press leads only where the model says. */
function checkPresses({ problem }: Checking, content: Json, screens: readonly Json[], model: Routes): void {
  const pressed = routesOf({ ...content, routing_model: undefined });
  for (const [at, { id }] of screens.entries()) {
    const from = textOf(id);
    for (const { to, path } of pressed.get(from) ?? [])
      if (!model.get(from)?.some((each) => each.to === to))
        problem(path || pointer("", "screens", at), texts.routeNot(from, to));
  }
}

function checkWays(checking: Checking, screens: readonly Json[], routes: Routes, isGiven: boolean): void {
  const { problem } = checking;
  const ids = screens.map(({ id }) => textOf(id));
  const placeOf = (id: string) =>
    isGiven ? pointer("/routing_model", id) : pointer("", "screens", ids.indexOf(id));
  const entered = new Set([...routes.values()].flatMap((ways) => ways.map(({ to }) => to)));
  const entry = ids.find((id) => !entered.has(id));
  if (entry === undefined) problem(isGiven ? "/routing_model" : "/screens", texts.noEntry);
  const seen = new Set<string>();
  for (const { from, to, path } of backEdges(routes, ids, entry ?? ids[0] ?? "", seen))
    problem(path, texts.routeBack(from, to));
  for (const [at, screen] of screens.entries()) {
    const id = textOf(screen["id"]);
    if (id === "") continue;
    if (!seen.has(id)) problem(placeOf(id), texts.unreachable(id));
    else if (screen["terminal"] !== true && (routes.get(id) ?? []).length === 0)
      problem(pointer("", "screens", at), texts.deadEnd(id));
  }
}

/** Walks without recursion; an edge to a screen on the way is one back. */
function backEdges(routes: Routes, ids: readonly string[], entry: string, seen: Set<string>) {
  const back: { from: string; to: string; path: string }[] = [];
  const onWay = new Set<string>();
  const stack: { id: string; next: number }[] = [];
  const enter = (id: string) => {
    seen.add(id);
    onWay.add(id);
    stack.push({ id, next: 0 });
  };
  if (ids.includes(entry)) enter(entry);
  while (stack.length > 0) {
    const top = stack.at(-1);
    if (!top) break;
    const way = routes.get(top.id)?.[top.next++];
    if (!way) {
      onWay.delete(top.id);
      stack.pop();
    } else if (way.to === top.id) continue;
    else if (onWay.has(way.to)) back.push({ from: top.id, to: way.to, path: way.path });
    else if (!seen.has(way.to) && ids.includes(way.to)) enter(way.to);
  }
  return back;
}
