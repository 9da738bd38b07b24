/** Why a page or document of the knowledge could not be read: the server writes it beside the source. */
export const knowledgeReadingTexts = {
  pageRefused: (why: string) => `Not read: ${why}`,
  pageFailed: (why: string) => `Could not be read: ${why}`,
  robots: "the site does not allow robots to read it",
  noindex: "the page asks not to be indexed",
  otherSite: (host: string) => `it leads to another site (${host})`,
  sameAs: (address: string) => `Same content as ${address}`,
  tookTooLong: "it took too long",
  noConnection: "no connection",
  pagesCapped: (most: number) => `Only the first ${most} pages were read.`,
  readingFailed: "Couldn't read it after several tries.",
  nothingRead: "None of its pages could be read.",
  pdfLocked: "This PDF is protected by a password.",
  pdfBroken: "This PDF is damaged and can't be read.",
  pdfTooLong: (most: number) => `This PDF has more than ${most} pages.`,
  pdfTooSlow: "Reading this PDF takes too long.",
  pdfEmpty: "There is no text in this PDF; it may be a scan.",
} as const;
