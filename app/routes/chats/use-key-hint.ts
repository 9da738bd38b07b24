import type { CommandId } from "#app/lib/commands.ts";
import { useKeyOf } from "#app/lib/single-keys.ts";
import { chatsTexts as texts } from "#texts/chats.ts";

/** What a button says of its key, where it has one. */
export function useKeyHint(id: CommandId): string | undefined {
  const key = useKeyOf(id);
  return key ? texts.key(key) : undefined;
}
