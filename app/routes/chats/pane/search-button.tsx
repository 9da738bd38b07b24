import { TextSearch } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { useKeyOf, useSingleKeys } from "#app/lib/single-keys.ts";
import { chatSearchTexts as texts } from "#texts/chat-search.ts";
import { useKeyHint } from "./use-key-hint.ts";

export const MessageSearch = lazily(
  () => import("./message-search.tsx"),
  (module) => module.MessageSearch,
);

/** A button that opens the search over all chats; a small one where there is little room. */
export function SearchButton({ small = false }: { small?: boolean }) {
  const [open, setOpen] = useState(false);
  const icon = <TextSearch aria-hidden />;
  const key = useKeyOf("search");
  const title = useKeyHint("search");
  useSingleKeys({ search: () => setOpen(true) });
  return (
    <>
      {small ? (
        <IconButton label={texts.open} shortcut={key} icon={icon} onClick={() => setOpen(true)} />
      ) : (
        <Button title={title} icon={icon} onClick={() => setOpen(true)}>
          {texts.open}
        </Button>
      )}
      <MessageSearch open={open} onClose={() => setOpen(false)} />
    </>
  );
}
