import { Parser } from "htmlparser2";
import type { Taker } from "./entries.ts";

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Takes the bytes of an XML entry and tells its elements as they come, without their namespaces' prefixes. */
export function xmlTaker(handler: XmlHandler): Taker {
  const decoder = new TextDecoder();
  const local = (name: string): string => name.slice(name.indexOf(":") + 1);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open?.(local(name), attributes),
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => handler.close?.(local(name)),
    },
    { xmlMode: true },
  );
  return (chunk, isLast) => {
    parser.write(decoder.decode(chunk, { stream: !isLast }));
    if (isLast) parser.end();
  };
}
