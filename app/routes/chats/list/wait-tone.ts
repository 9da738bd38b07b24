/** Where the enterprise sets no time within which chats ought to be picked up. */
const USUAL_S = 120;
/** After so many times as long, a wait is far too long. */
const FAR = 5;

/** How urgent a wait looks. */
export function toneOfWait(seconds: number, target: number | null): "neutral" | "warning" | "danger" {
  const late = target ?? USUAL_S;
  return seconds >= late * FAR ? "danger" : seconds >= late ? "warning" : "neutral";
}
