/** True when the bytes begin as a PDF does, regardless of the file's name. */
export const looksLikePdf = (bytes: Uint8Array): boolean =>
  new TextDecoder("latin1").decode(bytes.subarray(0, 1_024)).includes("%PDF-");
