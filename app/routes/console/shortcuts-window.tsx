import { type ReactNode, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Kbd } from "#app/components/ui/kbd.tsx";
import { Switch } from "#app/components/ui/switch.tsx";
import { type CommandId, commandsIn, type Leading, type Place, usualKeys } from "#app/lib/commands.ts";
import { LED_TO, ledTo } from "#app/lib/led-to.ts";
import { isForbidden, switchedOff } from "#app/lib/menu.ts";
import { keysStore, putKeysBack } from "#app/lib/own-keys.ts";
import { setSingleKeys, singleKeysStore } from "#app/lib/single-keys.ts";
import { useStore } from "#app/lib/store.ts";
import { useSession } from "#app/session/session.ts";
import { useChatPlaces } from "#app/lib/workspace.ts";
import { shortcutsTexts as texts } from "#texts/shortcuts.ts";
import { KeyField } from "./key-field.tsx";

const isLeading = (id: CommandId): id is Leading => id in LED_TO;

/** All keys, where each can be given another one, and the switch for them. */
export function ShortcutsWindow({ onClose }: { onClose: () => void }) {
  const isOn = useStore(singleKeysStore, true);
  const keys = useStore(keysStore, usualKeys);
  const { isAlone } = useChatPlaces();
  const { profile, features } = useSession();
  const mayOpen = (path: string) => !isForbidden(path, profile, features) && !switchedOff(path, features);
  const [changing, setChanging] = useState<CommandId>();
  /** Gets the focus back, which its field had. */
  const [changed, setChanged] = useState<CommandId>();
  const [told, setTold] = useState("");
  const isUsual = Object.entries(usualKeys).every(([id, key]) => keys[id as CommandId] === key);
  const places = (["everywhere", "console", "lists", "chats"] as const).filter(
    (place) => place !== "console" || !isAlone,
  );
  // Without the console there is one list, that of chats.
  const commandsOf = (place: Place) =>
    (Object.keys(commandsIn[place]) as CommandId[]).filter(
      (id) => (!isAlone || id !== "tickRow") && (!isLeading(id) || ledTo(id, mayOpen) !== undefined),
    );
  const shown = new Set(places.flatMap(commandsOf));
  const done = (id: CommandId, said = "") => {
    setChanging(undefined);
    setChanged(id);
    setTold(said);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      footer={
        <Button
          disabledReason={isUsual ? texts.allUsual : undefined}
          onClick={() => {
            putKeysBack();
            setChanging(undefined);
            setTold(texts.putBackDone);
          }}
        >
          {texts.putBack}
        </Button>
      }
    >
      <Switch label={texts.switch} hint={texts.off} checked={isOn} onChange={setSingleKeys} />
      {places.map((place) => (
        <section key={place} className="mt-5 border-t border-line pt-4">
          <h3 className="mb-1.5 font-semibold">{texts.places[place]}</h3>
          <dl className="grid gap-1">
            {place === "console" && <Fixed keys={["Ctrl", "K"]}>{texts.palette}</Fixed>}
            {place === "everywhere" && <Fixed keys={["Esc"]}>{texts.escape}</Fixed>}
            {commandsOf(place).map((id) => (
              <Row key={id} text={texts.commands[id]} wraps={id === changing}>
                {id === changing ? (
                  <KeyField id={id} shown={shown} onDone={(said) => done(id, said)} />
                ) : (
                  <>
                    <Named keys={keys[id].split(" ")} />
                    <Button
                      tone="ghost"
                      size="sm"
                      aria-label={texts.changeOf(texts.commands[id])}
                      autoFocus={id === changed}
                      onClick={() => setChanging(id)}
                    >
                      {texts.change}
                    </Button>
                  </>
                )}
              </Row>
            ))}
            {place === "lists" && !isAlone && <Fixed keys={["↑", "↓"]}>{texts.arrows}</Fixed>}
            {place === "lists" && !isAlone && <Fixed keys={["Enter"]}>{texts.enter}</Fixed>}
          </dl>
        </section>
      ))}
      <p role="status" className="sr-only">
        {told}
      </p>
    </Dialog>
  );
}

/** Keys that no person can change: the library's, or those with a modifier. */
function Fixed({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <Row text={children}>
      <Named keys={keys} />
    </Row>
  );
}

function Row({ text, wraps = false, children }: { text: string; wraps?: boolean; children: ReactNode }) {
  return (
    <div className={wraps ? "grid gap-1.5 rounded-lg bg-sunken p-3" : "flex min-h-8 items-center gap-3"}>
      <dt className="min-w-0 flex-1">{text}</dt>
      <dd className="flex shrink-0 flex-wrap items-center gap-1">{children}</dd>
    </div>
  );
}

function Named({ keys }: { keys: readonly string[] }) {
  if (keys[0] === "") return <span className="text-[0.8125rem] text-muted">{texts.none}</span>;
  return keys.map((key) => <Kbd key={key}>{key}</Kbd>);
}
