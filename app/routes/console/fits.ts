/** Tells whether each word of the search occurs somewhere in the text. */
export function fits(text: string, search: string): boolean {
  const folded = text.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
