import { type ReactNode, useState } from "react";
import { lazily } from "#app/components/ui/lazily.tsx";
import type { FieldFilter } from "#workers/contract/field-filter.ts";
import type { Tagging } from "#workers/contract/endpoints/customer-taggings.ts";
import { customersChanged } from "#app/features/customers/changed.ts";
import { type TaggingKind, taggingKinds } from "#app/features/customers/tagging-kinds.ts";
import type { ChosenTagging } from "#app/features/customers/tagging-picker.tsx";
import type { Mapping } from "./tagging-choice-dialog.tsx";

const TaggingNameDialog = lazily(
  () => import("../taggings/tagging-name-dialog.tsx"),
  (module) => module.TaggingNameDialog,
);
const TaggingChoiceDialog = lazily(
  () => import("./tagging-choice-dialog.tsx"),
  (module) => module.TaggingChoiceDialog,
);
const ConditionDialog = lazily(
  () => import("./condition-dialog.tsx"),
  (module) => module.ConditionDialog,
);

/** The popup over the list. There is only one at a time, so opening one closes the others. */
type Popup =
  | { is: "name"; kind: TaggingKind; tagging?: Tagging }
  | { is: "choice"; kind: TaggingKind; remove: boolean; count: number; shown: readonly ChosenTagging[] }
  | { is: "condition" }
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
  create: (kind: TaggingKind) => void;
  rename: (kind: TaggingKind, tagging: Tagging) => void;
  choose: (kind: TaggingKind, remove: boolean) => void;
  /** Asks for a condition on an own field. */
  narrow: () => void;
  close: () => void;
  /** All dialogs, to be rendered once on the screen. */
  dialogs: ReactNode;
}

export function usePopups({
  count,
  shown,
  onMap,
  conditions,
  onCondition,
}: {
  /** The number of selected customers. */
  count: number;
  /** The groups that the selected customers can be moved out of. */
  shown: readonly ChosenTagging[];
  onMap: (mapping: Mapping) => Promise<void>;
  /** Conditions on own fields that the list has. */
  conditions: readonly FieldFilter[];
  onCondition: (condition: FieldFilter) => void;
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
    rename: (kind, tagging) => open({ is: "name", kind, tagging }),
    choose: (kind, remove) =>
      open({
        is: "choice",
        kind,
        remove,
        count,
        shown: kind === taggingKinds.group && !remove ? shown : [],
      }),
    narrow: () => open({ is: "condition" }),
    close,
    dialogs: (
      <>
        <TaggingNameDialog
          key={`name ${name ? round : ""}`}
          kind={name?.kind ?? taggingKinds.group}
          tagging={name?.tagging}
          open={isOpen && name !== undefined}
          onClose={close}
          onSaved={() => {
            close();
            void customersChanged();
          }}
        />
        <TaggingChoiceDialog
          key={`choice ${choice ? round : ""}`}
          kind={choice?.kind ?? taggingKinds.group}
          remove={choice?.remove ?? false}
          count={choice?.count ?? 0}
          // The groups are fixed when the dialog opens; their names may arrive later.
          shown={(choice?.shown ?? []).map((tagging) => shown.find(({ id }) => id === tagging.id) ?? tagging)}
          open={isOpen && choice !== undefined}
          onClose={close}
          onSave={async (mapping) => {
            await onMap(mapping);
            close();
          }}
        />
        {popup?.is === "condition" && (
          <ConditionDialog
            key={`condition ${round}`}
            conditions={conditions}
            open={isOpen}
            onClose={close}
            onSave={(condition) => {
              close();
              onCondition(condition);
            }}
          />
        )}
      </>
    ),
  };
}
