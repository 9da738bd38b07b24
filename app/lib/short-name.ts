/** Characters of a file's name where a place says nothing else (platform-shell.md 9). */
export const USUAL_NAME = 30;

/** A name of at most so many characters: the middle goes, and its extension stays. */
export function shortName(name: string, most = USUAL_NAME): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const ending = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? "";
  return `${letters.slice(0, Math.max(1, most - ending.length - 1)).join("")}…${ending}`;
}
