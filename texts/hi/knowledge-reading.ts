import type { Translated } from "../translated.ts";
import type { knowledgeReadingTexts as English } from "../knowledge-reading.ts";

export const knowledgeReadingTexts: Translated<typeof English> = {
  pageRefused: (why) => `नहीं पढ़ा गया: ${why}`,
  pageFailed: (why) => `पढ़ा नहीं जा सका: ${why}`,
  robots: "साइट रोबोट को इसे पढ़ने नहीं देती",
  noindex: "पेज कहता है कि उसे इंडेक्स न किया जाए",
  otherSite: (host) => `यह दूसरी साइट पर ले जाता है (${host})`,
  sameAs: (address) => `सामग्री इसी के जैसी है: ${address}`,
  tookTooLong: "बहुत समय लगा",
  noConnection: "कनेक्शन नहीं है",
  pagesCapped: (most) => `केवल पहले ${most} पेज पढ़े गए।`,
  readingFailed: "कई कोशिशों के बाद भी पढ़ा नहीं जा सका।",
  nothingRead: "इसका कोई पेज पढ़ा नहीं जा सका।",
  pdfLocked: "यह PDF पासवर्ड से सुरक्षित है।",
  pdfBroken: "यह PDF खराब है और पढ़ा नहीं जा सका।",
  pdfTooLong: (most) => `इस PDF में ${most} से ज़्यादा पेज हैं।`,
  pdfTooSlow: "इस PDF को पढ़ने में बहुत समय लगता है।",
  pdfEmpty: "इस PDF में टेक्स्ट नहीं है; शायद यह स्कैन है।",
};
