import { actionsOf, componentsOf, isJson, jsonOf, listOf, pointer, screensOf, textOf } from "./flow-json.ts";

export interface Route {
  to: string;
  /** Where it is written. */
  path: string;
}
export type Routes = ReadonlyMap<string, readonly Route[]>;

/** Which screens follow which: by the routing model, without one by what can be pressed. */
export function routesOf(content: unknown): Routes {
  const model = jsonOf(content)["routing_model"];
  if (isJson(model) && Object.keys(model).length > 0)
    return new Map(
      Object.entries(model).map(([from, targets]) => [
        from,
        listOf(targets).map((to, at) => ({ to: textOf(to), path: pointer("/routing_model", from, at) })),
      ]),
    );
  return pressedRoutes(content);
}

function pressedRoutes(content: unknown): Routes {
  const routes = new Map<string, Route[]>();
  for (const [at, screen] of screensOf(content).entries()) {
    const ways: Route[] = [];
    for (const found of componentsOf(screen, pointer("/screens", at)))
      for (const { action, path } of actionsOf(found)) {
        const to = textOf(jsonOf(action["next"])["name"]);
        if (action["name"] === "navigate" && to !== "" && !ways.some((each) => each.to === to))
          ways.push({ to, path: pointer(path, "next", "name") });
      }
    routes.set(textOf(screen["id"]), ways);
  }
  return routes;
}

/** The screen that people see first. */
export function firstScreen(content: unknown): string {
  const entered = new Set([...routesOf(content).values()].flatMap((ways) => ways.map(({ to }) => to)));
  const ids = screensOf(content).map(({ id }) => textOf(id));
  return ids.find((id) => !entered.has(id)) ?? ids[0] ?? "";
}
