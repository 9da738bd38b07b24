import { type ReactNode, useState } from "react";
import type { Mark } from "#workers/contract/endpoints/customers.ts";
import { type MarkKind, markKinds } from "../marks/mark-kinds.ts";
import type { ChosenMark } from "../marks/mark-picker.tsx";
import { MarkNameDialog } from "../marks/mark-name-dialog.tsx";
import { MarkChoiceDialog, type Mapping } from "./mark-choice-dialog.tsx";

/** What is popped up over the list. There is one place for it, so opening one closes the others. */
type Popup =
  | { is: "name"; kind: MarkKind; mark?: Mark }
  | { is: "choice"; kind: MarkKind; remove: boolean }
  | { is: "panels" };

export interface Popups {
  /** The drawer with the groups and labels, in small windows. */
  panels: boolean;
  showPanels: () => void;
  create: (kind: MarkKind) => void;
  rename: (kind: MarkKind, mark: Mark) => void;
  choose: (kind: MarkKind, remove: boolean) => void;
  close: () => void;
  /** All that can pop up; to be shown once on the screen. */
  dialogs: ReactNode;
}

export function usePopups({
  count,
  shown,
  onMarkSaved,
  onMap,
}: {
  /** How many customers are chosen. */
  count: number;
  /** The groups that the chosen customers can be moved out of. */
  shown: readonly ChosenMark[];
  onMarkSaved: (mark: Mark, said: string, created: boolean) => void;
  onMap: (mapping: Mapping) => Promise<void>;
}): Popups {
  const [popup, setPopup] = useState<Popup>();
  // Each opening begins with an empty form.
  const [round, setRound] = useState(0);
  const open = (next: Popup) => {
    setPopup(next);
    setRound((now) => now + 1);
  };
  const close = () => setPopup(undefined);
  const name = popup?.is === "name" ? popup : undefined;
  const choice = popup?.is === "choice" ? popup : undefined;
  return {
    panels: popup?.is === "panels",
    showPanels: () => open({ is: "panels" }),
    create: (kind) => open({ is: "name", kind }),
    rename: (kind, mark) => open({ is: "name", kind, mark }),
    choose: (kind, remove) => open({ is: "choice", kind, remove }),
    close,
    dialogs: (
      <>
        <MarkNameDialog
          key={`name ${name ? round : ""}`}
          kind={name?.kind ?? markKinds.group}
          mark={name?.mark}
          open={name !== undefined}
          onClose={close}
          onSaved={(mark, said) => {
            close();
            onMarkSaved(mark, said, name?.mark === undefined);
          }}
        />
        <MarkChoiceDialog
          key={`choice ${choice ? round : ""}`}
          kind={choice?.kind ?? markKinds.group}
          remove={choice?.remove ?? false}
          count={count}
          shown={choice?.kind === markKinds.group && !choice.remove ? shown : []}
          open={choice !== undefined}
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
