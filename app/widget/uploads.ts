import type { WidgetTexts } from "#texts/widget.ts";
import type { WidgetFile } from "#workers/contract/endpoints/widget.ts";
import { VISITORS_FILE_BYTES } from "#workers/contract/widget.ts";
import { Refused } from "./calls.ts";
import { newKey } from "./kept.ts";
import type { Upload } from "./view.ts";

interface Deps {
  call: (file: File, signal: AbortSignal, onPercent: (percent: number) => void) => Promise<WidgetFile>;
  texts: () => WidgetTexts;
  changed: (uploads: readonly Upload[]) => void;
  done: (file: WidgetFile) => void;
}

/** Files on their way to the host, and those that did not get there. */
export class Uploads {
  readonly #deps: Deps;
  readonly #calls = new Map<string, AbortController>();
  #all: readonly Upload[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  add(file: File): void {
    const id = newKey();
    if (file.size > VISITORS_FILE_BYTES) {
      this.#show([...this.#all, { id, file, percent: 0, failed: this.#deps.texts().fileTooLarge }]);
      return;
    }
    this.#show([...this.#all, { id, file, percent: 0 }]);
    void this.#send(id, file);
  }

  cancel(id: string): void {
    this.#calls.get(id)?.abort();
    this.#show(this.#all.filter((each) => each.id !== id));
  }

  /** Tries a file once more; false where the id is none of a file. */
  again(id: string): boolean {
    const upload = this.#all.find((each) => each.id === id);
    if (!upload) return false;
    this.cancel(id);
    this.add(upload.file);
    return true;
  }

  async #send(id: string, file: File): Promise<void> {
    const controller = new AbortController();
    this.#calls.set(id, controller);
    const change = (more: Partial<Upload>) =>
      this.#show(this.#all.map((each) => (each.id === id ? { ...each, ...more } : each)));
    try {
      const sent = await this.#deps.call(file, controller.signal, (percent) => change({ percent }));
      this.#show(this.#all.filter((each) => each.id !== id));
      this.#deps.done(sent);
    } catch (error) {
      const said = error instanceof Refused ? error.message : "";
      if (!controller.signal.aborted) change({ failed: said || this.#deps.texts().fileFailed });
    } finally {
      this.#calls.delete(id);
    }
  }

  #show(all: readonly Upload[]): void {
    this.#all = all;
    this.#deps.changed(all);
  }
}
