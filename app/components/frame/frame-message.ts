/** What a framed page may say to the console, with postMessage. Any of these tells that it is there. */
export type FrameMessage =
  | { type: "ready" }
  /** Its session is over, so the console's is (C-12). */
  | { type: "session-out" }
  /** How high it would like to be, in pixels. */
  | { type: "height"; height: number }
  /** Shows the messages behind a figure: what of the report's address narrows them. */
  | { type: "messages"; search: string };

/** Reads what a frame has said; undefined when it is none of what a frame may say. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  if (typeof data !== "object" || data === null || !("type" in data)) return undefined;
  const { type } = data;
  if (type === "ready" || type === "session-out") return { type };
  if (type === "height" && "height" in data && typeof data.height === "number" && data.height > 0) {
    return { type, height: data.height };
  }
  if (type === "messages" && "search" in data && typeof data.search === "string") {
    return { type, search: data.search.slice(0, MOST_LETTERS) };
  }
  return undefined;
}

const MOST_LETTERS = 2_000;
