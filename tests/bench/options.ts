/** A number given as `--name 5`, else the usual one. */
export const option = (name: string, usual: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? usual : Number(process.argv[at + 1]);
};

/** The value that this share of the times does not exceed; NaN of none. */
export const percentile = (times: readonly number[], share: number): number =>
  Float64Array.from(times).toSorted()[Math.floor(times.length * share)] ?? Number.NaN;
