/** Prints an assertion of a bench; one that is missed has the process end with 1, and what follows is looked at all the same. */
export function check(sentence: string, met: boolean): void {
  console.log(`${met ? "met" : "MISSED"}: ${sentence}`);
  if (!met) process.exitCode = 1;
}
