import type { Translated } from "../translated.ts";
import type { aboutTexts as English } from "../about.ts";

export const aboutTexts: Translated<typeof English> = {
  open: "परिचय",
  title: (product) => `${product} का परिचय`,
  version: "संस्करण",
  commit: "कमिट",
  built: "बिल्ड का समय",
  schema: "डेटाबेस स्कीमा",
  unknown: "मालूम नहीं",
  copy: "कॉपी करें",
  copied: "कॉपी हो गया।",
  hint: "मदद माँगते समय यह जानकारी बताएँ।",
};
