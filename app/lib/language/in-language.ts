declare global {
  /** The texts of the document's language by their names, from the script that the document names before all others. */
  var textsOfLanguage: Readonly<Record<string, unknown>> | undefined;
}

/** Texts of the document's language; the build puts it around every module of texts/ (scripts/lib/texts-in-languages.ts). */
export const inLanguage = <T>(name: string, english: T): T =>
  (globalThis.textsOfLanguage?.[name] ?? english) as T;
