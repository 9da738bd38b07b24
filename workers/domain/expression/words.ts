import type { NameType } from "#workers/contract/expression.ts";

/** The library's names of types, of tokens and of its sentences, in words of people. */
const WORDS: Record<string, string> = {
  string: "text",
  int: "number",
  double: "number",
  bool: "true or false",
  dyn: "anything",
  null: "nothing",
  timestamp: "date",
  Timestamp: "date",
  Duration: "duration",
  EOF: "the end",
  NUMBER: "a number",
  STRING: "a text",
  BYTES: "bytes",
  BOOLEAN: "true or false",
  NULL: "null",
  IDENTIFIER: "a name",
  PLUS: "+",
  MINUS: "-",
  MULTIPLY: "*",
  DIVIDE: "/",
  MODULO: "%",
  EQ: "==",
  NE: "!=",
  LT: "<",
  LE: "<=",
  GT: ">",
  GE: ">=",
  AND: "&&",
  OR: "||",
  NOT: "!",
  IN: "in",
  LPAREN: "(",
  RPAREN: ")",
  LBRACKET: "[",
  RBRACKET: "]",
  LBRACE: "{",
  RBRACE: "}",
  DOT: "a dot",
  COMMA: "a comma",
  COLON: "a colon",
  QUESTION: "?",
};

const OPENINGS: [start: string, instead: string][] = [
  ["no such overload: ", "these do not go together: "],
  ["found no matching overload for ", "this function takes other values: "],
  ["No such key: ", "there is no field "],
  ["Unknown variable: ", "there is no name "],
];

/** A sentence of the library as part of one of ours. */
export function readable(summary: string): string {
  const [start, instead] = OPENINGS.find(([each]) => summary.startsWith(each)) ?? ["", ""];
  const words = (instead + summary.slice(start.length))
    .replaceAll("google.protobuf.", "")
    .replace(/\b\w+\b/g, (word) => (Object.hasOwn(WORDS, word) ? (WORDS[word] ?? word) : word));
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** The type of an expression by the library's name; undefined for what cannot be an answer, such as a duration. */
export function typeOf(name: string): NameType | undefined {
  if (name.startsWith("list")) return "list";
  if (name.startsWith("map")) return "map";
  const types: Record<string, NameType> = {
    string: "text",
    int: "number",
    double: "number",
    bool: "boolean",
    "google.protobuf.Timestamp": "date",
    null: "any",
    dyn: "any",
  };
  return Object.hasOwn(types, name) ? types[name] : undefined;
}
