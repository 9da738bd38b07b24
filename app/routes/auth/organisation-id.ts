/** An id as an enterprise's is: nothing that could lead elsewhere. */
const ID = /^[\w-]{1,64}$/;

/**
 * The organisation's id out of what somebody has typed or pasted: the id itself, or the address where their people begin.
 * Only the id is taken of an address: where it leads stays ours.
 */
export function organisationIdOf(text: string): string | undefined {
  const typed = text.trim();
  const found = /^(?:https?:\/\/[^/\s]+)?\/([^/\s]+)\/redirect\/?(?:[?#].*)?$/i.exec(typed)?.[1] ?? typed;
  return ID.test(found) ? found : undefined;
}
