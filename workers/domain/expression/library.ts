import { Environment } from "@marcbachmann/cel-js";
import type { NameType } from "#workers/contract/expression.ts";
import { childrenOf, type Node } from "./ast.ts";
import { like } from "./like.ts";
import type { Known } from "./names.ts";

export const MOST_NODES = 300;
export const MOST_DEPTH = 24;

const CEL_TYPES: Record<NameType, string> = {
  text: "string",
  number: "double",
  boolean: "bool",
  date: "google.protobuf.Timestamp",
  list: "list",
  map: "map",
  any: "dyn",
};

/** Fields of a group are fields of the library's own type; a group may have groups. */
interface Schema {
  [name: string]: string | Schema;
}

const base = withConversions(
  withArithmetic(
    new Environment({
      homogeneousAggregateLiterals: false,
      limits: { maxAstNodes: MOST_NODES, maxDepth: MOST_DEPTH },
    }),
  ),
);

/** Numbers of customers are doubles and literals are ints; CEL adds neither to the other, people do. */
function withArithmetic(environment: Environment): Environment {
  const pairs = [
    ["double", "int"],
    ["int", "double"],
  ] as const;
  const operations: Record<string, (a: number, b: number) => number> = {
    "+": (a, b) => a + b,
    "-": (a, b) => a - b,
    "*": (a, b) => a * b,
    "/": (a, b) => a / b,
    "%": (a, b) => a % b,
  };
  const add = (left: string, sign: string, right: string): void => {
    environment.registerOperator(
      `${left} ${sign} ${right}: double`,
      (a: number | bigint, b: number | bigint) => operations[sign]?.(Number(a), Number(b)),
    );
  };
  for (const sign of Object.keys(operations)) for (const [left, right] of pairs) add(left, sign, right);
  add("double", "%", "double");
  environment.registerOperator("int == double: bool", (a: bigint, b: number) => Number(a) === b);
  environment.registerFunction("string.like(string): bool", like, { async: false });
  return environment;
}

/** Conversions of the specification that the library lacks. */
function withConversions(environment: Environment): Environment {
  const [date, duration] = ["google.protobuf.Timestamp", "google.protobuf.Duration"];
  const add = (signature: string, convert: (value: never) => unknown): void => {
    environment.registerFunction(signature, convert, { async: false });
  };
  add(`string(${date}): string`, (value: Date) => value.toISOString().replace(/\.000Z$/, "Z"));
  add(`string(${duration}): string`, String);
  add(`int(${date}): int`, (value: Date) => BigInt(Math.floor(value.getTime() / 1000)));
  add(`timestamp(${date}): ${date}`, (value: Date) => value);
  add(`duration(${duration}): ${duration}`, (value: unknown) => value);
  return environment;
}

/**
 * Makes lists on the right of `in` lists of anything, so that `contact.age in [18, 21]` can be asked, though an age is a
 * double and the literals are ints. So are empty ones, whose elements the library takes for every type at once.
 */
export function loosen(root: Node): void {
  const nodes = [root];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    const children = childrenOf(node);
    nodes.push(...children);
    if (children.length === 0 && (node.op === "list" || node.op === "map")) checkAs(node, node.op);
    const right = node.op === "in" ? children[1] : undefined;
    if (right?.op === "list") checkAs(right, "list");
  }
}

function checkAs(node: Node, type: string): void {
  const { check } = node.meta;
  node.meta.check = (checker, ast, context) => {
    check(checker, ast, context);
    return checker.getType(type);
  };
}

const environments = new WeakMap<Known, Environment>();

/** The library with the names that may be used, made once for a set of names. */
export function environmentOf(known: Known): Environment {
  const made = environments.get(known) ?? register(base.clone(), schemaOf(known));
  environments.set(known, made);
  return made;
}

function register(environment: Environment, schema: Schema): Environment {
  for (const [name, type] of Object.entries(schema)) {
    if (!/^[a-z_]\w*$/i.test(name) || environment.hasVariable(name)) continue;
    try {
      environment.registerVariable(name, typeof type === "string" ? { type } : { schema: type });
    } catch {
      // A reserved word stays unknown: the check says so to whoever uses it.
    }
  }
  return environment;
}

/** Without a prototype, so that a field may be called `__proto__`. */
const emptySchema = (): Schema => Object.create(null) as Schema;

function schemaOf(known: Known): Schema {
  const schema = emptySchema();
  for (const [name, type] of known) {
    const path = name.split(".");
    let group = schema;
    for (const key of path.slice(0, -1)) {
      const inner = group[key];
      group = typeof inner === "object" ? inner : (group[key] = emptySchema());
    }
    group[path.at(-1) ?? ""] = CEL_TYPES[type];
  }
  return schema;
}
