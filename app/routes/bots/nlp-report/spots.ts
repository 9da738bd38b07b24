import type { ReportMessage } from "#workers/contract/endpoints/reports.ts";

/** The same words in any case are one row. */
export const keyOf = ({ userMessage }: ReportMessage): string => userMessage.trim().toLowerCase();

interface Spot {
  message: ReportMessage;
  count: number;
}

/** Messages that the bot lately did not understand, or only just, most frequent first, and not yet reviewed. */
export function spotsOf(messages: readonly ReportMessage[], fixed: ReadonlySet<string>): Spot[] {
  const spots = new Map<string, Spot>();
  for (const message of messages) {
    const key = keyOf(message);
    if (message.reviewed || key === "" || fixed.has(key)) continue;
    const known = spots.get(key);
    if (known) known.count++;
    else spots.set(key, { message, count: 1 });
  }
  return [...spots.values()].toSorted((a, b) => b.count - a.count);
}
