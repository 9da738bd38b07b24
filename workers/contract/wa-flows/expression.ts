/** Expressions of Flow JSON: `${form.age} >= 18 && ${data.open}`, and texts that are put together. */

export type Node =
  | { kind: "value"; value: string | number | boolean }
  | { kind: "reference"; path: string }
  | { kind: "not" | "minus"; of: Node }
  | { kind: "two"; operator: string; left: Node; right: Node }
  | { kind: "joined"; parts: Node[] };

const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["==", "!="],
  [">", ">=", "<", "<="],
  ["+", "-"],
  ["*", "/", "%"],
];
const MOST_TOKENS = 500;
const MOST_DEPTH = 40;

type Token = { node: Node } | { sign: string };

function tokensOf(source: string): Token[] | undefined {
  const tokens: Token[] = [];
  const rule =
    /\s*(?:(\$\{[^{}]*\})|'((?:[^'\\]|\\.)*)'|(\d+(?:\.\d+)?)|(true|false)\b|(==|!=|&&|\|\||>=|<=|[><+\-*/%!()]))/y;
  const text = source.trimEnd();
  while (rule.lastIndex < text.length) {
    const found = rule.exec(text);
    if (!found || tokens.length >= MOST_TOKENS) return undefined;
    const [, reference, words, number, truth, sign = ""] = found;
    if (reference !== undefined)
      tokens.push({ node: { kind: "reference", path: reference.slice(2, -1).trim() } });
    else if (words !== undefined)
      tokens.push({ node: { kind: "value", value: words.replaceAll(/\\(.)/gs, "$1") } });
    else if (number !== undefined) tokens.push({ node: { kind: "value", value: Number(number) } });
    else if (truth !== undefined) tokens.push({ node: { kind: "value", value: truth === "true" } });
    else tokens.push({ sign });
  }
  return tokens;
}

/** An expression as a tree; undefined where it is not one. */
export function parseExpression(source: string): Node | undefined {
  const tokens = tokensOf(source);
  if (!tokens || tokens.length === 0) return undefined;
  let at = 0;
  let depth = 0;
  const signAt = () => {
    const token = tokens[at];
    return token && "sign" in token ? token.sign : undefined;
  };
  const level = (index: number): Node | undefined => {
    const signs = LEVELS[index];
    if (!signs) return single();
    let left = level(index + 1);
    for (let sign = signAt(); left && sign !== undefined && signs.includes(sign); sign = signAt()) {
      at++;
      const right = level(index + 1);
      left = right && { kind: "two", operator: sign, left, right };
    }
    return left;
  };
  const single = (): Node | undefined => {
    const token = tokens[at++];
    if (!token || depth > MOST_DEPTH) return undefined;
    if ("node" in token) return token.node;
    if (token.sign === "!" || token.sign === "-") {
      depth++;
      const of = single();
      depth--;
      return of && { kind: token.sign === "!" ? "not" : "minus", of };
    }
    if (token.sign !== "(") return undefined;
    depth++;
    const within = joined();
    depth--;
    if (signAt() !== ")") return undefined;
    at++;
    return within;
  };
  const joined = (): Node | undefined => {
    const parts: Node[] = [];
    while (at < tokens.length && signAt() !== ")") {
      const part = level(0);
      if (!part) return undefined;
      parts.push(part);
    }
    const [only] = parts;
    return parts.length > 1 ? { kind: "joined", parts } : only;
  };
  const whole = joined();
  return at === tokens.length ? whole : undefined;
}

/** The source between backticks; undefined: the text stands for itself. */
export const expressionIn = (text: string): string | undefined => {
  const bare = text.trim();
  return bare.length > 1 && bare.startsWith("`") && bare.endsWith("`") ? bare.slice(1, -1) : undefined;
};

/** The one reference that a text is, such as `${data.title}`. */
export const referenceIn = (text: string): string | undefined =>
  /^\s*\$\{([^{}]*)\}\s*$/.exec(text)?.[1]?.trim();

/** Every reference in a text. */
export const referencesIn = (text: string): string[] =>
  [...text.matchAll(/\$\{([^{}]*)\}/g)].map(([, path = ""]) => path.trim());

export type Lookup = (path: string) => unknown;

const wordsOf = (value: unknown): string =>
  value === undefined || value === null
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value as string | number | boolean);
const numberOf = (value: unknown): number =>
  typeof value === "string" && value.trim() === "" ? NaN : Number(value);
const alike = (a: unknown, b: unknown): boolean =>
  a === b || (a ?? "") === (b ?? "") || (numberOf(a) === numberOf(b) && typeof a !== typeof b);

/** The current value of an expression. */
export function evaluate(node: Node, look: Lookup): unknown {
  switch (node.kind) {
    case "value":
      return node.value;
    case "reference":
      return look(node.path);
    case "not":
      return !isTrue(evaluate(node.of, look));
    case "minus":
      return -numberOf(evaluate(node.of, look));
    case "joined":
      return node.parts.map((part) => wordsOf(evaluate(part, look))).join("");
    case "two":
      return combined(node.operator, evaluate(node.left, look), () => evaluate(node.right, look));
    default:
      return node satisfies never;
  }
}

export const isTrue = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== "" &&
  value !== 0 &&
  value !== "false";

function combined(operator: string, left: unknown, right: () => unknown): unknown {
  switch (operator) {
    case "&&":
      return isTrue(left) && isTrue(right());
    case "||":
      return isTrue(left) || isTrue(right());
    case "==":
      return alike(left, right());
    case "!=":
      return !alike(left, right());
    case ">":
      return numberOf(left) > numberOf(right());
    case ">=":
      return numberOf(left) >= numberOf(right());
    case "<":
      return numberOf(left) < numberOf(right());
    case "<=":
      return numberOf(left) <= numberOf(right());
    case "+":
      return numberOf(left) + numberOf(right());
    case "-":
      return numberOf(left) - numberOf(right());
    case "*":
      return numberOf(left) * numberOf(right());
    case "/":
      return numberOf(left) / numberOf(right());
    default:
      return numberOf(left) % numberOf(right());
  }
}

/** The current value of a property: a reference's value, an expression's result, or itself. */
export function resolved(value: unknown, look: Lookup): unknown {
  if (typeof value !== "string") return value;
  const path = referenceIn(value);
  if (path !== undefined) return look(path);
  const source = expressionIn(value);
  if (source === undefined) return value;
  const node = parseExpression(source);
  return node ? evaluate(node, look) : value;
}
