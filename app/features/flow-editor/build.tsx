import { CirclePlus, LayoutList, Settings } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { DraftInspector, useFocusGoal } from "#app/features/draft-editor/draft-inspector.tsx";
import { DraftProblems } from "#app/features/draft-editor/draft-problems.tsx";
import { ChooseDialog } from "#app/features/graph-editor/choose-dialog.tsx";
import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";
import {
  componentsOf,
  listOf,
  partsOf,
  pointer,
  screensOf,
  textOf,
} from "#workers/contract/wa-flows/flow-json.ts";
import { isFlowVersion, isThere, NEWEST_FLOW_VERSION } from "#workers/contract/wa-flows/versions.ts";
import { componentOf, type ComponentType, componentTypes } from "#workers/contract/wa-flows/components.ts";
import { ComponentInspector } from "./component-inspector.tsx";
import { ComponentList, nearest } from "./component-list.tsx";
import {
  addScreen,
  changeAt,
  insertComponent,
  moveComponent,
  newComponent,
  nextPlace,
  placeOf,
  titleOf,
  valueAt,
} from "./edits.ts";
import { ScreenInspector } from "./screen-inspector.tsx";
import { ScreensStrip } from "./screens-strip.tsx";
import type { FlowControl } from "./use-flow.ts";

/** Screens above; below the open one's components, and what belongs to the open component or the screen. */
export function Build({
  control,
  screenAt,
  readOnly,
  onScreen,
}: {
  control: FlowControl;
  screenAt: number;
  readOnly: boolean;
  onScreen: (at: number, id: string) => void;
}) {
  const { content } = control.value;
  const screen = screensOf(content)[screenAt];
  const found = screen ? componentsOf(screen, pointer("/screens", screenAt)) : [];
  const [open, setOpen] = useState<string>();
  /** The list that the next component goes into; empty: where the open one is. */
  const [adding, setAdding] = useState<string>();
  const { inspector, setGoal } = useFocusGoal();
  const shown = found.find(({ path }) => path === open);

  const go = (at: number) => {
    setOpen(undefined);
    onScreen(at, textOf(screensOf(control.value.content)[at]?.["id"]));
  };
  const lead = (path: string | undefined) => {
    setOpen(path);
    setGoal(path === undefined ? "flow-screen-title" : "flow-first-field");
  };
  const add = (type: ComponentType) => {
    const place =
      adding === undefined || adding === ""
        ? nextPlace(content, screenAt, open)
        : { list: adding, at: listOf(valueAt(content, adding)).length };
    const added = insertComponent(content, place.list, place.at, newComponent(content, type));
    control.edit(() => added.content);
    setOpen(added.path);
    setAdding(undefined);
    // The dialog gives the focus back to its button first.
    setTimeout(() => setGoal("flow-first-field"));
  };
  const remove = (path: string) => {
    control.edit((now) => changeAt(now, path, () => undefined));
    setOpen(undefined);
  };
  const leadToProblem = (path: string) => {
    const [part, at] = partsOf(path);
    if (part !== "screens" || at === undefined) return lead(undefined);
    const place = Number(at);
    const there = screensOf(content)[place];
    if (place !== screenAt) onScreen(place, textOf(there?.["id"]));
    lead(there && nearest(componentsOf(there, pointer("/screens", place)), path)?.path);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreensStrip
        content={content}
        problems={control.problems}
        open={screenAt}
        readOnly={readOnly}
        onOpen={go}
        onAdd={() => {
          const added = addScreen(content, "");
          control.edit(() => added.content);
          setOpen(undefined);
          onScreen(added.at, textOf(screensOf(added.content)[added.at]?.["id"]));
          setTimeout(() => setGoal("flow-screen-title"));
        }}
      />
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
        <section aria-label={texts.components} className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap gap-2">
            {!readOnly && screen && (
              <Button tone="primary" icon={<CirclePlus aria-hidden />} onClick={() => setAdding("")}>
                {texts.add}
              </Button>
            )}
            <Button icon={<Settings aria-hidden />} aria-pressed={!shown} onClick={() => lead(undefined)}>
              {texts.screenSettings}
            </Button>
          </div>
          {found.length === 0 ? (
            <EmptyState icon={<LayoutList />} title={texts.none}>
              {texts.noneText}
            </EmptyState>
          ) : (
            <ComponentList
              found={found}
              lengthOf={(list) => listOf(valueAt(content, list)).length}
              problems={control.problems}
              open={open}
              readOnly={readOnly}
              onOpen={lead}
              onMove={(path, to) => {
                const moved = moveComponent(content, path, to);
                control.edit(() => moved.content);
                if (open !== undefined) setOpen(open === path ? moved.path : undefined);
              }}
              onRemove={remove}
            />
          )}
          <DraftProblems
            problems={control.problems.map(({ path, sentence, severity }) => ({
              key: `${path} ${sentence}`,
              sentence: severity === "warning" ? texts.warning(sentence) : sentence,
              place: path,
              onLead: () => leadToProblem(path),
            }))}
          />
        </section>
        <DraftInspector
          inspector={inspector}
          label={shown ? texts.inspector : texts.screenSettings}
          title={shown ? titleOf(shown) : texts.screenSettings}
          readOnly={readOnly}
        >
          {shown ? (
            <ComponentInspector
              key={shown.path}
              control={control}
              found={shown}
              onAddTo={setAdding}
              onCopy={() => {
                const { list, at } = placeOf(shown.path);
                const copy = {
                  ...structuredClone(shown.component),
                  ...(shown.component["name"] !== undefined && {
                    name: newComponent(content, shown.type as ComponentType)["name"],
                  }),
                };
                const copied = insertComponent(content, list, at + 1, copy);
                control.edit(() => copied.content);
                setOpen(copied.path);
              }}
              onRemove={() => remove(shown.path)}
            />
          ) : (
            screen && <ScreenInspector control={control} at={screenAt} onGo={go} />
          )}
        </DraftInspector>
      </div>
      {adding !== undefined && (
        <Palette version={content["version"]} onClose={() => setAdding(undefined)} onChoose={add} />
      )}
    </div>
  );
}

/** The components of the flow's version, by what they are for. */
function Palette({
  version,
  onClose,
  onChoose,
}: {
  version: unknown;
  onClose: () => void;
  onChoose: (type: ComponentType) => void;
}) {
  const known = isFlowVersion(version) ? version : NEWEST_FLOW_VERSION;
  return (
    <ChooseDialog
      title={texts.addTitle}
      search={texts.addSearch}
      none={texts.addNone}
      choices={componentTypes.flatMap((type) => {
        const { since, group } = componentOf(type) ?? {};
        return group && isThere(since, known)
          ? [{ key: type, label: texts.types[type], hint: type, group: texts.groups[group] }]
          : [];
      })}
      onClose={onClose}
      onChoose={(type) => onChoose(type as ComponentType)}
    />
  );
}
