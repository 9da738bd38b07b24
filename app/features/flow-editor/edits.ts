import {
  componentsOf,
  type Found,
  isJson,
  type Json,
  jsonOf,
  listOf,
  partsOf,
  pointer,
  screensOf,
  textOf,
} from "#workers/contract/wa-flows/flow-json.ts";
import { countsOf } from "#workers/contract/wa-flows/files.ts";
import { type FlowProperty } from "#workers/contract/wa-flows/properties.ts";
import { componentOf, type ComponentType } from "#workers/contract/wa-flows/components.ts";
import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";

/** Changes of a Flow JSON; each gives a new one and leaves the old as it was. */

/** The value at a pointer. */
export const valueAt = (content: Json, path: string): unknown =>
  partsOf(path).reduce<unknown>(
    (value, part) => (Array.isArray(value) ? value[Number(part)] : jsonOf(value)[part]),
    content,
  );

/** Changes what is at a pointer; undefined takes it out. */
export function changeAt(content: Json, path: string, change: (value: unknown) => unknown): Json {
  const into = (value: unknown, parts: readonly string[]): unknown => {
    const [part, ...rest] = parts;
    if (part === undefined) return change(value);
    if (Array.isArray(value)) {
      const next = into(value[Number(part)], rest);
      return next === undefined ? value.toSpliced(Number(part), 1) : value.with(Number(part), next);
    }
    const { [part]: old, ...others } = jsonOf(value);
    const next = into(old, rest);
    if (next === undefined) return others;
    // A part stays in its place.
    return old === undefined ? { ...others, [part]: next } : { ...jsonOf(value), [part]: next };
  };
  return jsonOf(into(content, partsOf(path)));
}

const listAt = (content: Json, path: string): unknown[] => listOf(valueAt(content, path));

/** The list that holds a component, and its place there. */
export function placeOf(path: string): { list: string; at: number } {
  const end = path.lastIndexOf("/");
  return { list: path.slice(0, end), at: Number(path.slice(end + 1)) };
}

export function moveComponent(content: Json, path: string, to: number): { content: Json; path: string } {
  const { list, at } = placeOf(path);
  const all = listAt(content, list);
  const place = Math.min(Math.max(to, 0), all.length - 1);
  if (place === at) return { content, path };
  const moved = all.toSpliced(at, 1).toSpliced(place, 0, all[at]);
  return { content: changeAt(content, list, () => moved), path: pointer(list, place) };
}

export function insertComponent(content: Json, list: string, at: number, component: Json) {
  const all = listAt(content, list);
  const place = Math.min(Math.max(at, 0), all.length);
  return {
    content: changeAt(content, list, () => all.toSpliced(place, 0, component)),
    path: pointer(list, place),
  };
}

/** Where the next component of a screen goes: after the open one, never below the Footer. */
export function nextPlace(content: Json, screenAt: number, open: string | undefined) {
  const list = pointer("/screens", screenAt, "layout", "children");
  const all = listAt(content, list);
  const end = all.findIndex((each) => jsonOf(each)["type"] === "Footer");
  const last = { list, at: end < 0 ? all.length : end };
  if (open === undefined) return last;
  const place = placeOf(open);
  return jsonOf(valueAt(content, open))["type"] === "Footer" ? place : { list: place.list, at: place.at + 1 };
}

const letters = (at: number): string =>
  (at >= 26 ? letters(Math.floor(at / 26) - 1) : "") + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[at % 26];

function freshName(content: Json, base: string): string {
  const taken = new Set(
    screensOf(content).flatMap((screen) =>
      componentsOf(screen, "").map(({ component }) => component["name"]),
    ),
  );
  for (let at = 1; ; at++) if (!taken.has(`${base}_${at}`)) return `${base}_${at}`;
}

const twoChoices = (): Json[] => [
  { id: "a", title: "A" },
  { id: "b", title: "B" },
];

/** A component as it is added: with all that it needs. */
export function newComponent(content: Json, type: ComponentType): Json {
  const properties: Record<string, FlowProperty> = componentOf(type)?.properties ?? {};
  const label = texts.types[type];
  const own: Json = { type };
  if (properties["name"])
    own["name"] = freshName(content, type.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase());
  if (properties["label"]?.required) own["label"] = label;
  if (properties["text"]) own["text"] = label;
  if (properties["data-source"]) own["data-source"] = twoChoices();
  switch (type) {
    case "PhotoPicker":
    case "DocumentPicker":
      return { ...own, [countsOf(type).most]: 1 };
    case "Footer":
      return { ...own, "on-click-action": { name: "complete", payload: {} } };
    case "EmbeddedLink":
      return { ...own, "on-click-action": { name: "open_url", url: "https://" } };
    case "NavigationList":
      return {
        ...own,
        "list-items": [{ id: "a", "main-content": { title: "A" } }],
        "on-click-action": { name: "navigate", next: { type: "screen", name: "" }, payload: {} },
      };
    case "Image":
      return { ...own, src: "" };
    case "ImageCarousel":
      return { ...own, images: [{ src: "", "alt-text": "" }] };
    case "If":
      // oxlint-disable-next-line unicorn/no-thenable -- Meta calls the branch so.
      return { ...own, condition: "", then: [], else: [] };
    case "Switch":
      return { ...own, value: "", cases: {} };
    case "Form":
      return { ...own, children: [] };
    default:
      return own;
  }
}

/** A component's words as its row has them. */
export function titleOf({ component, type }: Pick<Found, "component" | "type">): string {
  const known = componentOf(type) ? texts.types[type as ComponentType] : type;
  const words =
    component["label"] ??
    component["text"] ??
    component["condition"] ??
    component["value"] ??
    component["alt-text"];
  const said = Array.isArray(words) ? textOf(words[0]) : textOf(words);
  return said.trim() || known;
}

/** Every text of a value, changed. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (!isJson(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([part, each]) => [part, mapTexts(each, change)]));
}

/** Names an answer anew, and wherever it is asked for. */
export function renameAnswer(content: Json, path: string, to: string): Json {
  const component = jsonOf(valueAt(content, path));
  const from = textOf(component["name"]);
  const at = Number(partsOf(path)[1]);
  const id = textOf(screensOf(content)[at]?.["id"]);
  const named = changeAt(content, pointer(path, "name"), () => to);
  const screens = screensOf(named).map((screen, place) =>
    mapTexts(screen, (text) => {
      const other = text.replaceAll(`\${screen.${id}.form.${from}}`, `\${screen.${id}.form.${to}}`);
      return place === at ? other.replaceAll(`\${form.${from}}`, `\${form.${to}}`) : other;
    }),
  );
  return { ...named, screens };
}

/** The model with its screens changed; a flow without one has none afterwards. */
function withRoutes(content: Json, change: (model: Json) => Json): Json {
  const model = content["routing_model"];
  return isJson(model) ? { ...content, routing_model: change(model) } : content;
}

export function addScreen(content: Json, title: string): { content: Json; at: number } {
  const screens = screensOf(content);
  const taken = new Set(screens.map(({ id }) => id));
  let id = "SCREEN_A";
  for (let at = 1; taken.has(id); at++) id = `SCREEN_${letters(at)}`;
  const screen: Json = {
    id,
    title,
    terminal: true,
    data: {},
    layout: {
      type: "SingleColumnLayout",
      children: [newComponent(content, "TextBody"), newComponent(content, "Footer")],
    },
  };
  const grown = { ...content, screens: [...screens, screen] };
  return { content: withRoutes(grown, (model) => ({ ...model, [id]: [] })), at: screens.length };
}

export function renameScreen(content: Json, at: number, to: string): Json {
  const from = textOf(screensOf(content)[at]?.["id"]);
  const screens = screensOf(content).map((screen, place) => {
    const own = jsonOf(mapTexts(screen, (text) => text.replaceAll(`\${screen.${from}.`, `\${screen.${to}.`)));
    return { ...renamedNext(own, from, to), ...(place === at && { id: to }) };
  });
  return withRoutes({ ...content, screens }, (model) =>
    Object.fromEntries(
      Object.entries(model).map(([id, targets]) => [
        id === from ? to : id,
        listOf(targets).map((each) => (each === from ? to : each)),
      ]),
    ),
  );
}

function renamedNext(value: unknown, from: string, to: string): Json {
  const walk = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(walk);
    if (!isJson(each)) return each;
    const next = each["next"];
    const own = isJson(next) && next["name"] === from ? { ...each, next: { ...next, name: to } } : each;
    return Object.fromEntries(
      Object.entries(own).map(([part, inner]) => [part, part === "next" ? inner : walk(inner)]),
    );
  };
  return jsonOf(walk(value));
}

export function moveScreen(content: Json, at: number, to: number): Json {
  const screens = screensOf(content);
  const screen = screens[at];
  if (!screen || to < 0 || to >= screens.length) return content;
  return { ...content, screens: screens.toSpliced(at, 1).toSpliced(to, 0, screen) };
}

export function removeScreen(content: Json, at: number): Json {
  const id = textOf(screensOf(content)[at]?.["id"]);
  return withRoutes({ ...content, screens: screensOf(content).toSpliced(at, 1) }, (model) =>
    Object.fromEntries(
      Object.entries(model).flatMap(([from, targets]) =>
        from === id ? [] : [[from, listOf(targets).filter((each) => each !== id)]],
      ),
    ),
  );
}
