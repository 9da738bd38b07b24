/** A model's bytes did not come from this engine, or are of another version, or are not all there. */
export class ModelFormatError extends Error {
  override name = "ModelFormatError";
}

/**
 * A file of named arrays, little-endian: 4 letters, 32-bit version, 32-bit length of JSON, the JSON (the caller's, and
 * name, type, offset, length of each array), the arrays on 8-byte boundaries. A checksum covers all after the header.
 */
const MAGIC = 0x4d4c4243; // "CBLM"
// 2: the embedding is stored in 4 bits a number, in 1 it was 8.
const VERSION = 2;
const HEADER = 16;

const TYPES = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

export type Section =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

interface Header {
  meta: unknown;
  sections: { name: string; type: keyof typeof TYPES; offset: number; length: number }[];
  end: number;
}

export function writeSections(meta: unknown, sections: Record<string, Section>): Uint8Array {
  let offset = 0;
  const header: Header = { meta, sections: [], end: 0 };
  for (const [name, section] of Object.entries(sections)) {
    const type = (Object.keys(TYPES) as (keyof typeof TYPES)[]).find((key) => section instanceof TYPES[key])!;
    header.sections.push({ name, type, offset, length: section.length });
    offset = aligned(offset + section.byteLength);
  }
  header.end = offset;
  const json = new TextEncoder().encode(JSON.stringify(header));
  const base = aligned(HEADER + json.length);
  const bytes = new Uint8Array(base + offset);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, json.length, true);
  bytes.set(json, HEADER);
  Object.values(sections).forEach((section, i) => {
    bytes.set(
      new Uint8Array(section.buffer, section.byteOffset, section.byteLength),
      base + header.sections[i]!.offset,
    );
  });
  view.setUint32(12, checksum(bytes.subarray(HEADER)), true);
  return bytes;
}

export interface SectionReader {
  meta: unknown;
  /** Throws when there is no such section of that type. */
  read<T extends keyof typeof TYPES>(name: string, type: T): InstanceType<(typeof TYPES)[T]>;
}

export function readSections(given: Uint8Array): SectionReader {
  if (given.byteLength < HEADER) throw new ModelFormatError("The model is cut short.");
  // Arrays must lie on their boundaries; bytes that come from elsewhere may start anywhere in their buffer.
  const bytes = given.byteOffset % 8 === 0 ? given : given.slice();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new ModelFormatError("These bytes are not a model.");
  const version = view.getUint32(4, true);
  if (version !== VERSION)
    throw new ModelFormatError(`The model has version ${version}, this engine reads ${VERSION}.`);
  const jsonEnd = HEADER + view.getUint32(8, true);
  if (jsonEnd > bytes.byteLength) throw new ModelFormatError("The model is cut short.");
  if (view.getUint32(12, true) !== checksum(bytes.subarray(HEADER))) {
    throw new ModelFormatError("The model is cut short or damaged.");
  }
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER, jsonEnd))) as Header;
  const base = aligned(jsonEnd);
  return {
    meta: header.meta,
    read(name, type) {
      const found = header.sections.find((section) => section.name === name);
      if (found?.type !== type) throw new ModelFormatError(`The model has no section ${name}.`);
      return new TYPES[type](
        bytes.buffer as ArrayBuffer,
        bytes.byteOffset + base + found.offset,
        found.length,
      ) as never;
    },
  };
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

/** Adler-32 (RFC 1950); 4 MB take a few milliseconds. */
function checksum(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let i = 0; i < bytes.length;) {
    const stop = Math.min(i + 3800, bytes.length);
    for (; i < stop; i++) {
      a += bytes[i]!;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return ((b << 16) | a) >>> 0;
}
