const UNITS = [
  ["GB", 1_000_000_000],
  ["MB", 1_000_000],
  ["kB", 1_000],
] as const;

/** Bytes as "3.4 MB", in the console and in the server's messages. */
export function formatBytes(bytes: number): string {
  const found = UNITS.find(([, size]) => bytes >= size);
  if (!found) return `${bytes} B`;
  const [unit, size] = found;
  return `${(bytes / size).toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}`;
}
