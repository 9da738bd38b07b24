import { crc32, deflateSync } from "node:zlib";
import { zipSync } from "fflate";

/** Files made for tests, valid as far as their bytes are inspected. */

const bytesOf = (...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))));

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A picture of one colour; with `bytes` made exactly so long by a chunk that nobody reads. */
export function png(
  width: number,
  height = width,
  { bytes = 0, empty = false } = {},
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + width * 3, 0x6b);
  row[0] = 0;
  const pixels = empty
    ? Buffer.alloc(0)
    : deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const parts = (...more: Uint8Array[]) =>
    bytesOf(
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      chunk("IHDR", header),
      ...more,
      chunk("IDAT", pixels),
      chunk("IEND", Buffer.alloc(0)),
    );
  const plain = parts();
  if (bytes === 0) return plain;
  return parts(chunk("prVt", Buffer.alloc(bytes - plain.byteLength - 12, 7)));
}

/** The frame of a JPEG without a picture in it; `note` is where a camera writes its metadata. */
export function jpeg(width: number, height = width, note = ""): Uint8Array<ArrayBuffer> {
  const exif = Buffer.from(`Exif\0\0${note}`, "latin1");
  return bytesOf(
    [0xff, 0xd8, 0xff, 0xe0, 0, 16],
    "JFIF\0",
    [1, 1, 0, 0, 1, 0, 1, 0, 0],
    note ? bytesOf([0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 255], exif) : [],
    [0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255],
    [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1],
    [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0],
    [1, 2, 3, 4],
    [0xff, 0xd9],
  );
}

export const pdf = (): Uint8Array<ArrayBuffer> =>
  bytesOf("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");
export const mp3 = (): Uint8Array<ArrayBuffer> =>
  bytesOf("ID3", [4, 0, 0, 0, 0, 0, 0], [0xff, 0xfb, 0x90, 0x64], Buffer.alloc(413));
export const mp4 = (): Uint8Array<ArrayBuffer> =>
  bytesOf([0, 0, 0, 24], "ftypisom", [0, 0, 2, 0], "isomiso2", Buffer.alloc(64));
export const m4a = (): Uint8Array<ArrayBuffer> =>
  bytesOf([0, 0, 0, 24], "ftypM4A ", [0, 0, 2, 0], "isomiso2", Buffer.alloc(64));
export const amr = (): Uint8Array<ArrayBuffer> => bytesOf("#!AMR\n", Buffer.alloc(64));
export const ogg = (): Uint8Array<ArrayBuffer> =>
  bytesOf("OggS", [0, 2], Buffer.alloc(22), "OpusHead", Buffer.alloc(64));
/** As browsers record: the same container holds films. */
export const webm = (): Uint8Array<ArrayBuffer> =>
  bytesOf([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84], "webm", Buffer.alloc(64));
export const aac = (): Uint8Array<ArrayBuffer> =>
  bytesOf([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc], Buffer.alloc(64));
/** The container of Word, Excel and PowerPoint before 2007. */
export const oldOffice = (): Uint8Array<ArrayBuffer> =>
  bytesOf([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], Buffer.alloc(504));

const OFFICE = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
};

export function office(kind: keyof typeof OFFICE): Uint8Array<ArrayBuffer> {
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/main.xml" ContentType="${OFFICE[kind]}"/></Types>`;
  return new Uint8Array(
    zipSync({ "[Content_Types].xml": Buffer.from(types), "main.xml": Buffer.from("<x/>") }),
  );
}

export const zip = (): Uint8Array<ArrayBuffer> => new Uint8Array(zipSync({ "a.txt": Buffer.from("a") }));
export const text = (content: string): Uint8Array<ArrayBuffer> => bytesOf(content);
