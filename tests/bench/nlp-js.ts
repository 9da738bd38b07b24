// nlp.js, which a user would pick instead, as a rival in the benches.
import { createRequire } from "node:module";

interface NlpJs {
  NlpManager: new (options: object) => {
    addDocument(language: string, text: string, intent: string): void;
    train(): Promise<void>;
    process(language: string, text: string): Promise<{ intent: string }>;
  };
}

/** The package is CommonJS without types: its container gives the manager. */
export async function nlpJs(): Promise<NlpJs> {
  const { dockStart } = createRequire(import.meta.url)("@nlpjs/basic") as {
    dockStart(options: object): Promise<{ get(name: string): unknown }>;
  };
  return {
    NlpManager: class {
      #ready: Promise<Record<string, (...values: unknown[]) => unknown>>;
      #documents: [string, string, string][] = [];
      constructor(options: object) {
        this.#ready = dockStart({ settings: { nlp: options }, use: ["Basic"] }).then(
          (dock) => dock.get("nlp") as Record<string, (...values: unknown[]) => unknown>,
        );
      }
      addDocument(...document: [string, string, string]): void {
        this.#documents.push(document);
      }
      async train(): Promise<void> {
        const nlp = await this.#ready;
        nlp["addLanguage"]?.("en");
        for (const document of this.#documents) nlp["addDocument"]?.(...document);
        await nlp["train"]?.();
      }
      async process(language: string, text: string): Promise<{ intent: string }> {
        return (await (await this.#ready)["process"]?.(language, text)) as { intent: string };
      }
    },
  };
}
