/** Messages that a framed page may send to the console with postMessage. Any of these shows that it has loaded. */
export type FrameMessage =
  | { type: "ready" }
  /** Its session is over, so the console's is (C-12). */
  | { type: "session-out" }
  /** Requested height in pixels. */
  | { type: "height"; height: number }
  /** Shows the messages behind a figure: query parameters that narrow the report. */
  | { type: "messages"; search: string };

/** Parses a frame's message; undefined if it is none of the allowed ones. */
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
