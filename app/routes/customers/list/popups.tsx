import { type ReactNode, useState } from "react";
import type { Mark } from "#workers/contract/endpoints/customer-marks.ts";
import { type MarkKind, markKinds } from "../marks/mark-kinds.ts";
import type { ChosenMark } from "../marks/mark-picker.tsx";
import { MarkNameDialog } from "../marks/mark-name-dialog.tsx";
import { MarkChoiceDialog, type Mapping } from "./mark-choice-dialog.tsx";

/** The popup over the list. There is only one at a time, so opening one closes the others. */
type Popup =
  | { is: "name"; kind: MarkKind; mark?: Mark }
  | { is: "choice"; kind: MarkKind; remove: boolean; count: number; shown: readonly ChosenMark[] }
  | { is: "panels" };

interface State {
  popup: Popup | undefined;
  isOpen: boolean;
  round: number;
}

export interface Popups {
  /** True while the drawer with the groups and labels is open, in small windows. */
  panels: boolean;
  showPanels: () => void;
  create: (kind: MarkKind) => void;
  rename: (kind: MarkKind, mark: Mark) => void;
  choose: (kind: MarkKind, remove: boolean) => void;
  close: () => void;
  /** All dialogs, to be rendered once on the screen. */
  dialogs: ReactNode;
}

export function usePopups({
  count,
  shown,
  onMarkSaved,
  onMap,
}: {
  /** The number of selected customers. */
  count: number;
  /** The groups that the selected customers can be moved out of. */
  shown: readonly ChosenMark[];
  onMarkSaved: (mark: Mark, said: string) => void;
  onMap: (mapping: Mapping) => Promise<void>;
}): Popups {
  // The last popup is kept while it fades out. Each opening starts with an empty form, keyed by `round`.
  const [{ popup, isOpen, round }, set] = useState<State>({ popup: undefined, isOpen: false, round: 0 });
  const open = (next: Popup) => set((now) => ({ popup: next, isOpen: true, round: now.round + 1 }));
  const close = () => set((now) => ({ ...now, isOpen: false }));
  const name = popup?.is === "name" ? popup : undefined;
  const choice = popup?.is === "choice" ? popup : undefined;
  return {
    panels: isOpen && popup?.is === "panels",
    showPanels: () => open({ is: "panels" }),
    create: (kind) => open({ is: "name", kind }),
    rename: (kind, mark) => open({ is: "name", kind, mark }),
    choose: (kind, remove) =>
      open({
        is: "choice",
        kind,
        remove,
        count,
        shown: kind === markKinds.group && !remove ? shown : [],
      }),
    close,
    dialogs: (
      <>
        <MarkNameDialog
          key={`name ${name ? round : ""}`}
          kind={name?.kind ?? markKinds.group}
          mark={name?.mark}
          open={isOpen && name !== undefined}
          onClose={close}
          onSaved={(mark, said) => {
            close();
            onMarkSaved(mark, said);
          }}
        />
        <MarkChoiceDialog
          key={`choice ${choice ? round : ""}`}
          kind={choice?.kind ?? markKinds.group}
          remove={choice?.remove ?? false}
          count={choice?.count ?? 0}
          // The groups are fixed when the dialog opens; their names may arrive later.
          shown={(choice?.shown ?? []).map((mark) => shown.find(({ id }) => id === mark.id) ?? mark)}
          open={isOpen && choice !== undefined}
          onClose={close}
          onSave={async (mapping) => {
            await onMap(mapping);
            close();
          }}
        />
      </>
    ),
  };
}
