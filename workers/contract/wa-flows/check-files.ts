import { waFlowFileTexts as texts } from "#texts/wa-flow-files.ts";
import type { OnScreen } from "./check-context.ts";
import { referenceIn, referencesIn } from "./expression.ts";
import { countsOf, type FilePicker, isPicker } from "./files.ts";
import { type Found, isJson, type Json, jsonOf, pointer, textOf } from "./flow-json.ts";
import { type ActionName, flowFileLimits } from "./versions.ts";

/** The picker whose files a reference means; undefined for one of anything else. */
function pickerOf({ here, screens }: OnScreen, reference: string): FilePicker | undefined {
  const [, id, name = ""] = /^(?:screen\.([^.]+)\.)?form\.([^.[]+)/s.exec(reference) ?? ([] as undefined[]);
  return (id === undefined ? here : screens.get(id))?.files.get(name);
}

/** Files go to an endpoint or with the answer, each list as one value; never on to another screen. */
export function checkFileUses(screen: OnScreen, action: ActionName, payload: unknown, path: string): void {
  const sent = new Map<string, number>();
  const walk = (value: unknown, at: string, isTop: boolean) => {
    if (Array.isArray(value)) value.forEach((each, place) => walk(each, pointer(at, place), false));
    else if (isJson(value))
      for (const [part, each] of Object.entries(value)) walk(each, pointer(at, part), at === path);
    if (typeof value !== "string") return;
    for (const reference of referencesIn(value)) {
      const picker = pickerOf(screen, reference);
      if (!picker) continue;
      if (action === "navigate") screen.problem(at, texts.navigate(picker.type));
      else if (action === "update_data" || !isTop || referenceIn(value) !== reference)
        screen.problem(at, texts.topLevel(picker.type));
      else sent.set(reference, picker.most);
    }
  };
  walk(payload, path, false);
  const most = [...sent.values()].reduce((sum, each) => sum + each, 0);
  if (action === "complete" && most > flowFileLimits.anAnswer)
    screen.problem(path, texts.manyAnswered(flowFileLimits.anAnswer, most), "warning");
}

/** A screen has one picker, whatever the branch. */
export function checkPickers({ problem }: OnScreen, found: readonly Found[]): void {
  const pickers = found.filter(({ type }) => isPicker(type));
  const [first, second] = pickers;
  if (!first || !second) return;
  const isSame = pickers.every(({ type }) => type === first.type);
  problem(second.path, isSame ? texts.one(first.type) : texts.oneOfBoth);
}

/** A picker's least and most, and that a Form does not begin with files. */
export function checkPicker({ problem }: OnScreen, component: Json, type: string, path: string): void {
  const { least, most } = countsOf(type);
  const [from, to] = [component[least] ?? 0, component[most] ?? flowFileLimits.aCall].map(Number);
  if ((from ?? 0) > (to ?? 0))
    problem(pointer(path, least), texts.minMost(least, most, type, textOf(component["name"])));
}

export function checkInitValues(screen: OnScreen, component: Json, path: string): void {
  for (const name of Object.keys(jsonOf(component["init-values"]))) {
    const picker = screen.here.files.get(name);
    const at = pointer(path, "init-values", name);
    if (picker) screen.problem(at, texts.initValue(at, picker.type));
  }
}
