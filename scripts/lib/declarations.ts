import { parseSync } from "vite";

/** A module split up by name, with the code that declares each name on its own. */
export interface Declarations {
  exported: string[];
  /** The code of a module that declares this one name, and exports it whether or not the whole does. */
  codeOf: (name: string) => string;
}

interface Options {
  /** Import path of the part that declares a name of this same module. */
  partOf: (name: string) => string;
  /** Calls whose argument keeps only the named properties. */
  trimmed: Record<string, readonly string[]>;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Import statement of each imported name, on its own. */
type Imports = Map<string, string>;

/**
 * Splits a TypeScript module into one for each constant and function, so that a bundler may place them separately.
 * Undefined where that would change its meaning: where it holds more than those, imports and types.
 */
export function takeApart(code: string, { partOf, trimmed }: Options): Declarations | undefined {
  const { program } = parseSync("module.ts", code, { lang: "ts" });
  const imports: Imports = new Map();
  const declared = new Map<string, Declared>();
  const exported: string[] = [];

  for (const statement of program.body as unknown as Node[]) {
    if (statement.type === "ImportDeclaration") {
      addImports(imports, statement);
      continue;
    }
    const isExport = statement.type === "ExportNamedDeclaration";
    const declaration = isExport ? (statement.declaration as Node | null) : statement;
    if (declaration === null) return undefined;
    if (declaration.type === "TSTypeAliasDeclaration" || declaration.type === "TSInterfaceDeclaration")
      continue;
    const names = namesOf(declaration);
    if (names === undefined) return undefined;
    for (const [name, each] of names) {
      declared.set(name, each);
      if (isExport) exported.push(name);
    }
  }

  return {
    exported,
    codeOf(name) {
      const found = declared.get(name);
      if (found === undefined) throw new Error(`Nothing declares ${name}.`);
      const { used, removed } = survey(found.node, trimmed);
      used.delete(name);
      const needed = [...used].flatMap((each) => {
        if (declared.has(each)) return [`import { ${each} } from ${JSON.stringify(partOf(each))};`];
        return imports.get(each) ?? [];
      });
      return [...needed, `export ${found.before}${without(code, found.node, removed)}${found.after}`].join(
        "\n",
      );
    },
  };
}

function addImports(imports: Imports, statement: Node): void {
  if (statement.importKind === "type") return;
  const from = JSON.stringify((statement.source as { value: string }).value);
  for (const specifier of statement.specifiers as Node[]) {
    if (specifier.importKind === "type") continue;
    const local = (specifier.local as { name: string }).name;
    const imported = (specifier.imported as { name: string } | undefined)?.name;
    const clause =
      specifier.type === "ImportNamespaceSpecifier"
        ? `* as ${local}`
        : `{ ${imported ?? "default"} as ${local} }`;
    imports.set(local, `import ${clause} from ${from};`);
  }
}

/** The node that defines a name, and what its own declaration has around it. */
interface Declared {
  node: Node;
  before: string;
  after: string;
}

/** Names of a declaration, each with what defines it; undefined if it cannot be declared on its own. */
function namesOf(declaration: Node): [string, Declared][] | undefined {
  if (declaration.type === "FunctionDeclaration") {
    return [[nameOf(declaration.id), { node: declaration, before: "", after: "" }]];
  }
  if (declaration.type !== "VariableDeclaration" || declaration.kind !== "const") return undefined;
  const names: [string, Declared][] = [];
  for (const declarator of declaration.declarations as (Node & { id: Node; init: Node })[]) {
    const { id, init } = declarator;
    if (id.type === "Identifier") {
      names.push([nameOf(id), { node: declarator, before: "const ", after: "" }]);
      continue;
    }
    // `const { a: b } = c` is `const b = c.a`, unless looking at c does something or a is optional.
    if (id.type !== "ObjectPattern" || init.type !== "Identifier") return undefined;
    for (const { type, computed, key, value } of id.properties as (Node & { key: Node; value: Node })[]) {
      if (type !== "Property" || computed || value.type !== "Identifier") return undefined;
      names.push([
        nameOf(value),
        { node: init, before: `const ${nameOf(value)} = `, after: `.${nameOf(key)}` },
      ]);
    }
  }
  return names;
}

const nameOf = (identifier: unknown): string => (identifier as { name: string }).name;

interface Survey {
  /** Names that may be meant from outside; a local one of the same name among them does no harm. */
  used: Set<string>;
  removed: Node[];
}

function survey(root: Node, trimmed: Options["trimmed"]): Survey {
  const found: Survey = { used: new Set(), removed: [] };
  const visit = (node: Node): void => {
    if (isTypeOnly(node)) return;
    if (node.type === "Identifier") found.used.add(String(node.name));
    const gone = trimmedFrom(node, trimmed);
    found.removed.push(...gone);
    for (const [field, value] of Object.entries(node)) {
      // `a.b` and `{ b: … }` mean no name b.
      if ((field === "property" || field === "key") && node.computed === false && node.shorthand !== true)
        continue;
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child) && !gone.includes(child)) visitBelow(child, gone, visit);
      }
    }
  };
  visit(root);
  return found;
}

/** An object's properties are two levels below the call that trims it. */
function visitBelow(node: Node, gone: readonly Node[], visit: (node: Node) => void): void {
  if (node.type !== "ObjectExpression" || gone.length === 0) return visit(node);
  for (const property of node.properties as Node[]) if (!gone.includes(property)) visit(property);
}

function trimmedFrom(node: Node, trimmed: Options["trimmed"]): Node[] {
  if (node.type !== "CallExpression") return [];
  const kept = trimmed[String((node.callee as { name?: string }).name)];
  const [first] = node.arguments as Node[];
  if (kept === undefined || first?.type !== "ObjectExpression") return [];
  return (first.properties as (Node & { key?: { name?: string } })[]).filter(
    ({ type, key }) => type === "Property" && !kept.includes(String(key?.name)),
  );
}

/** `x as T` and the like hold a value; the rest of TypeScript's own nodes is gone at run time. */
const isTypeOnly = ({ type }: Node): boolean =>
  type.startsWith("TS") && !["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"].includes(type);

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

/** The text of a node without some of its properties, each with the comma that follows it. */
function without(code: string, node: Node, removed: readonly Node[]): string {
  let text = "";
  let at = node.start;
  for (const { start, end } of removed.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(at, start);
    at = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0);
  }
  return text + code.slice(at, node.end);
}
