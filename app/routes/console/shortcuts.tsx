import { Fragment } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Kbd } from "#app/components/ui/kbd.tsx";
import { Switch } from "#app/components/ui/switch.tsx";
import { shellTexts as shell } from "#texts/shell.ts";
import { useStore } from "#app/lib/store.ts";
import { setSingleKeys, singleKeysStore } from "./use-hotkeys.ts";

const list: readonly [keys: readonly string[], text: string][] = [
  [["Ctrl", "K"], shell.shortcutList.palette],
  [["?"], shell.shortcutList.sheet],
  [["["], shell.shortcutList.menu],
  [["g", "d"], shell.shortcutList.dashboard],
  [["g", "b"], shell.shortcutList.skills],
  [["Esc"], shell.shortcutList.escape],
];

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const singleKeys = useStore(singleKeysStore, true);
  return (
    <Dialog open onClose={onClose} title={shell.shortcuts}>
      <dl className="grid gap-2.5">
        {list.map(([keys, text]) => (
          <div key={text} className="flex items-center justify-between gap-4">
            <dt>{text}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Fragment key={key}>
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-t border-line pt-4">
        <Switch
          label={shell.shortcutsSwitch}
          hint={shell.shortcutsOff}
          checked={singleKeys}
          onChange={setSingleKeys}
        />
      </div>
    </Dialog>
  );
}
