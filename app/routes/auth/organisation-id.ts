/** The format of an enterprise's id; it admits nothing that could lead elsewhere. */
const ID = /^[\w-]{1,64}$/;

/**
 * Extracts the organisation's id from the input: the id itself, or the address of the organisation's sign-in page.
 * Only the id is taken from an address, so that we decide where it leads.
 */
export function organisationIdOf(text: string): string | undefined {
  const typed = text.trim();
  const found = /^(?:https?:\/\/[^/\s]+)?\/([^/\s]+)\/redirect\/?(?:[?#].*)?$/i.exec(typed)?.[1] ?? typed;
  return ID.test(found) ? found : undefined;
}
