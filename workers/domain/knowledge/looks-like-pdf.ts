/** The bytes begin as a PDF does, whatever the file is called. */
export const looksLikePdf = (bytes: Uint8Array): boolean =>
  new TextDecoder("latin1").decode(bytes.subarray(0, 1_024)).includes("%PDF-");
