/** A name that every file system takes. */
export function fileNameOf(name: string, otherwise: string): string {
  const plain = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, " ").replaceAll(/\s+/gu, " ");
  const short = plain
    .replace(/^[\s.]+/u, "")
    .slice(0, 80)
    .trim();
  return `${short || otherwise}.json`;
}
