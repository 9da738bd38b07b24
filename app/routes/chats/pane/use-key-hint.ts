import type { CommandId } from "#app/lib/commands.ts";
import { useKeyOf } from "#app/lib/single-keys.ts";
import { chatsTexts as texts } from "#texts/chats.ts";

/** The hint at a button's key, where it has one. */
export function useKeyHint(id: CommandId): string | undefined {
  const key = useKeyOf(id);
  return key ? texts.key(key) : undefined;
}
