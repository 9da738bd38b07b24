import { INTENTS_PAGE } from "#workers/contract/endpoints/intents.ts";

/** The open story and intent of a bot, as kept in the URL. */
export interface ListState {
  story?: string | undefined;
  /** An intent's id, "new", "none" (closed on purpose), or undefined for the first. */
  intent?: string | undefined;
  /** In a small window, shows the editor instead of the list. */
  open: boolean;
  q: string;
  shown: number;
}

export const listStateOf = (search: URLSearchParams): ListState => ({
  story: search.get("story") ?? undefined,
  intent: search.get("intent") ?? undefined,
  open: search.has("open"),
  q: (search.get("q") ?? "").slice(0, 200),
  shown: Math.min(Math.max(Number(search.get("shown")) || INTENTS_PAGE, INTENTS_PAGE), 5_000),
});

export function searchOf({ story, intent, open, q, shown }: Partial<ListState>): URLSearchParams {
  const search = new URLSearchParams();
  if (story) search.set("story", story);
  if (intent) search.set("intent", intent);
  if (open) search.set("open", "1");
  if (q) search.set("q", q);
  if (shown && shown > INTENTS_PAGE) search.set("shown", String(shown));
  return search;
}
