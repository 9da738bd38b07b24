import { importFiles } from "#db/tenant/imports.ts";
import { PART_BYTES } from "#workers/contract/endpoints/imports.ts";
import type { Ctx } from "../../ctx.ts";
import { type FileRow, type Files, partKey } from "../files.ts";

/** Writes a file of its own as an upload would have brought it; a part is held at a time. */
export class PartWriter {
  readonly #ctx: Ctx;
  readonly #files: Files;
  readonly #row: Omit<FileRow, "bytes">;
  readonly #part = new Uint8Array(PART_BYTES);
  #filled = 0;
  #parts = 0;
  #waiting: Uint8Array[] = [];

  constructor(ctx: Ctx, files: Files, name: string) {
    const at = ctx.now();
    this.#ctx = ctx;
    this.#files = files;
    this.#row = {
      id: ctx.newId(),
      enterpriseId: ctx.enterpriseId,
      name,
      format: null,
      createdAt: at,
      updatedAt: at,
    };
  }

  /** Takes bytes; they are written by the next `flush`. */
  push(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
  }

  /** Writes the parts that are full. */
  async flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const bytes of waiting) {
      for (let at = 0; at < bytes.byteLength;) {
        const taken = bytes.subarray(at, at + PART_BYTES - this.#filled);
        this.#part.set(taken, this.#filled);
        this.#filled += taken.byteLength;
        at += taken.byteLength;
        if (this.#filled === PART_BYTES) await this.#put();
      }
    }
  }

  /** Ends the file and records it. The cron removes what was never recorded: nothing names it. */
  async end(): Promise<FileRow> {
    await this.flush();
    const bytes = this.#parts * PART_BYTES + this.#filled;
    if (this.#filled > 0) await this.#put();
    const row = { ...this.#row, bytes };
    await this.#ctx.db.insert(importFiles).values(row);
    return row;
  }

  async #put(): Promise<void> {
    this.#parts++;
    await this.#files.put(partKey(this.#row, this.#parts), this.#part.slice(0, this.#filled).buffer);
    this.#filled = 0;
  }
}
