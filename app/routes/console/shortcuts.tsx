import { Fragment } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Kbd } from "#app/components/ui/kbd.tsx";
import { Switch } from "#app/components/ui/switch.tsx";
import { chatShortcutsTexts as chats } from "#texts/chat-shortcuts.ts";
import { shellTexts as shell } from "#texts/shell.ts";
import { useStore } from "#app/lib/store.ts";
import { setSingleKeys, singleKeysStore } from "#app/lib/single-keys.ts";

const list: readonly [keys: readonly string[], text: string][] = [
  [["Ctrl", "K"], shell.shortcutList.palette],
  [["?"], shell.shortcutList.sheet],
  [["["], shell.shortcutList.menu],
  [["g", "d"], shell.shortcutList.dashboard],
  [["g", "b"], shell.shortcutList.skills],
  [["Esc"], shell.shortcutList.escape],
];
/** On the screen of chats. */
const inChats: typeof list = [
  [["j"], chats.nextChat],
  [["k"], chats.chatBefore],
  [["p"], chats.pickUp],
  [["r"], chats.reply],
  [["n"], chats.note],
  [["t"], chats.transfer],
  [["i"], chats.invite],
  [["a"], chats.assign],
  [["s"], chats.layAside],
  [["e"], chats.closeChat],
];

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const singleKeys = useStore(singleKeysStore, true);
  return (
    <Dialog open onClose={onClose} title={shell.shortcuts}>
      <Keys list={list} />
      <h3 className="mt-5 mb-2.5 font-semibold">{chats.title}</h3>
      <Keys list={inChats} />
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

function Keys({ list: shown }: { list: typeof list }) {
  return (
    <dl className="grid gap-2.5">
      {shown.map(([keys, text]) => (
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
  );
}
