import { automationReadersTexts as texts } from "#texts/automation-readers.ts";
import type { FileReference } from "#workers/contract/automation/automation-file.ts";
import { authTypes, headerName } from "#workers/contract/auth-types.ts";
import type { GraphSketch } from "./graph-sketch.ts";

interface Call {
  url: string;
  method: string | undefined;
  body: string | undefined;
  headers: readonly (readonly [name: string, value: string])[];
  query: readonly (readonly [name: string, value: string])[];
  /** A text of theirs as one of ours. */
  text: (source: string) => string;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
/** Names of headers that hold keys: those are secrets, which no file of ours carries. */
const SECRET = /auth|key|token|secret|cookie|password|signature/i;
const ADDRESS = /^(https?:\/\/[^/?#]+)([^?#]*)(?:\?([^#]*))?/i;

/** The call of an HTTP step, by a configuration that is named after the address's host and has to be chosen. */
export function callOf(
  sketch: GraphSketch,
  where: string,
  references: FileReference[],
  { url, method = "GET", body, headers, query, text }: Call,
): object {
  const [, origin = url.slice(0, 100), path = "", search = ""] = ADDRESS.exec(url) ?? [];
  const host =
    origin
      .replace(/^https?:\/\//i, "")
      .replace(/^[^@]*@/, "")
      .slice(0, 64) || "web";
  const configId = host;
  if (!references.some((each) => each.kind === "integration" && each.id === configId)) {
    references.push({ kind: "integration", id: configId, name: host });
  }
  sketch.note(texts.call(where, host));
  const isKnown = METHODS.has(method);
  if (!isKnown) sketch.note(texts.method(where, method.slice(0, 20)));
  const inAddress = search
    .split("&")
    .filter((each) => each !== "")
    .map((each): readonly [string, string] => {
      const at = each.indexOf("=");
      return at < 0 ? [each, ""] : [each.slice(0, at), decoded(each.slice(at + 1))];
    });
  const isOpen = (name: string): boolean => {
    if (!SECRET.test(name)) return true;
    sketch.note(texts.header(where, name.slice(0, 60)));
    return false;
  };
  return {
    authType: authTypes.webhook,
    configId,
    method: isKnown ? method : "GET",
    path: sketch.text(where, text(path)),
    query: [...inAddress, ...query]
      .filter(([name]) => name !== "" && isOpen(name))
      .slice(0, 50)
      .map(([name, value]) => ({ name, value: sketch.text(where, text(value)) })),
    headers: headers
      .filter(([name]) => {
        if (name === "" || /^content-type$/i.test(name) || !isOpen(name)) return false;
        if (headerName.safeParse(name).success) return true;
        sketch.note(texts.header(where, name.slice(0, 60)));
        return false;
      })
      .slice(0, 20)
      .map(([name, value]) => ({ name, value: sketch.text(where, text(value)) })),
    ...(body !== undefined && body.trim() !== "" && { body: sketch.text(where, text(body)) }),
  };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}
