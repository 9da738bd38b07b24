import { useEffect } from "react";
import { X } from "lucide-react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { useStore } from "#app/lib/store.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { uiTexts } from "#texts/ui.ts";
import { forgetMissed, missedStore } from "./missed-meanwhile.ts";

const SHOWN_MS = 10_000;

/** Says how many messages came while there was no connection, over the chats, so that nothing moves under a hand. */
export function CameBack() {
  const count = useStore(missedStore, 0);
  useEffect(() => {
    if (count === 0) return undefined;
    const going = setTimeout(forgetMissed, SHOWN_MS);
    return () => clearTimeout(going);
  }, [count]);
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
      {count > 0 && (
        <p className="pointer-events-auto flex items-center gap-1 rounded-full border border-line bg-raised py-0.5 ps-3 pe-1 shadow-pop">
          {texts.cameMeanwhile(count)}
          <IconButton size="sm" label={uiTexts.close} icon={<X aria-hidden />} onClick={forgetMissed} />
        </p>
      )}
    </div>
  );
}
