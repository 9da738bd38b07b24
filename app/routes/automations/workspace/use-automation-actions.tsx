import { Archive, ArchiveRestore, CopyPlus, Download, FolderPen, ScrollText, Trash2 } from "lucide-react";
import { call, download } from "#app/data/api.ts";
import { saveFile } from "#app/data/save-file.ts";
import { focusTitle } from "#app/kit/focus-title.ts";
import { useMove } from "#app/kit/use-move.ts";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useShareEntry } from "#app/features/shelf/use-share-entry.tsx";
import { useCan, useSession } from "#app/session/session.ts";
import { automationLoggerTexts as loggerTexts } from "#texts/automation-logger.ts";
import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import { uiTexts } from "#texts/ui.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { automationFileDoors } from "#workers/contract/endpoints/automation-files.ts";
import { automationDoors, type AutomationEntry } from "#workers/contract/endpoints/automations.ts";
import type { Editing } from "./automation-dialog.tsx";
import { nameFor, rightsOf, shownAnew } from "./door.ts";
import { fileNameOf } from "./file-name.ts";

/** Actions on an automation, as entries of its menu. */
export function useAutomationActions(
  kind: AutomationKind,
  onEdit: (editing: Editing) => void,
  onLog: (of: AutomationEntry) => void,
): { actionsOf: (automation: AutomationEntry) => MenuEntry[]; failure: string } {
  const api = automationDoors[kind];
  const right = rightsOf[kind];
  const can = useCan();
  const { features } = useSession();
  const confirm = useConfirm();
  const toast = useToast();
  const { failure, move } = useMove(() => shownAnew(kind));

  const archive = async ({ id, name, folder, revision }: AutomationEntry, archived: boolean) => {
    let changed: AutomationEntry | undefined;
    await move(async () => {
      changed = await call(api.change, { params: { id }, body: { name, folder, revision, archived } });
    });
    if (!changed) return;
    const taken = changed;
    // Offered when the list is shown anew: while a move goes on, another one would be ignored.
    toast.success(archived ? texts.archived(name) : texts.takenBack(name), {
      action: { label: texts.undo, run: () => void archive(taken, !archived) },
    });
    focusTitle();
  };
  const remove = async ({ id, name }: AutomationEntry) => {
    const done = await confirm({
      title: texts[kind].deleteTitle(name),
      text: features.trash ? texts[kind].deleteToTrash : texts[kind].deleteText,
      confirmLabel: uiTexts.delete,
      run: () => call(api.remove, { params: { id } }),
    });
    if (!done) return;
    await shownAnew(kind);
    // The focused button leaves with its row.
    focusTitle();
  };
  const duplicate = async (of: AutomationEntry) =>
    onEdit({ mode: "copy", of, name: await nameFor(kind, texts.copyOf(of.name)) });
  const save = ({ id, name }: AutomationEntry) =>
    move(async () => {
      const file = await download(automationFileDoors[kind].export, { query: { id } });
      saveFile(file, fileNameOf(name, kind));
    });

  const [mayMake, mayEdit, mayDelete] = [
    can(`${right}.CREATE`),
    can(`${right}.EDIT`),
    can(`${right}.DELETE`),
  ];
  const shareEntry = useShareEntry(kind, mayMake);
  const actionsOf = (automation: AutomationEntry): MenuEntry[] => {
    const isArchived = automation.state === "archived";
    return [
      ...(mayEdit
        ? [
            {
              label: texts.edit,
              icon: <FolderPen aria-hidden />,
              onSelect: () => onEdit({ mode: "edit", of: automation }),
            },
          ]
        : []),
      ...(mayMake
        ? [
            {
              label: texts.duplicate,
              icon: <CopyPlus aria-hidden />,
              onSelect: () => void duplicate(automation),
            },
          ]
        : []),
      // An encap has a part of its own for it.
      ...(kind === "journey"
        ? [{ label: loggerTexts.action, icon: <ScrollText aria-hidden />, onSelect: () => onLog(automation) }]
        : []),
      ...shareEntry(automation),
      { label: texts.export, icon: <Download aria-hidden />, onSelect: () => void save(automation) },
      ...(mayEdit
        ? [
            {
              label: isArchived ? texts.takeBack : texts.archive,
              icon: isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />,
              onSelect: () => void archive(automation, !isArchived),
            },
          ]
        : []),
      ...(mayDelete
        ? [
            {
              label: uiTexts.delete,
              icon: <Trash2 aria-hidden />,
              tone: "danger" as const,
              onSelect: () => void remove(automation),
            },
          ]
        : []),
    ];
  };
  return { actionsOf, failure };
}
