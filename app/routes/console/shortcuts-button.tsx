import { CircleHelp } from "lucide-react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { useKeyOf } from "#app/lib/single-keys.ts";
import { shellTexts } from "#texts/shell.ts";

/** Opens the list of keys, in the top bar and in the workspace's. */
export function ShortcutsButton({ onPress }: { onPress: () => void }) {
  return (
    <IconButton
      label={shellTexts.shortcutsShow}
      shortcut={useKeyOf("sheet")}
      icon={<CircleHelp aria-hidden />}
      onClick={onPress}
    />
  );
}
