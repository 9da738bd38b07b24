const DEPTH = 4;
const MOST_KEYS = 30;
const MOST_BYTES = 4_096;

/** How JSON is shaped, without any of its values: enough to say where the customer's number stands, and nobody's data. */
export function shapeOf(body: unknown): string {
  const shape = JSON.stringify(shaped(body, DEPTH), null, 2);
  return shape.length <= MOST_BYTES ? shape : JSON.stringify(shaped(body, 1), null, 2).slice(0, MOST_BYTES);
}

function shaped(value: unknown, depth: number): unknown {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return depth > 0 && value.length > 0 ? [shaped(value[0], depth - 1)] : "list";
  if (typeof value !== "object") return typeof value === "string" ? "text" : typeof value;
  if (depth === 0) return "object";
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_KEYS)
      .map(([key, each]) => [key.slice(0, 64), shaped(each, depth - 1)]),
  );
}
