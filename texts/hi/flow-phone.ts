import type { Translated } from "../translated.ts";
import type { flowPhoneTexts as English } from "../flow-phone.ts";

export const flowPhoneTexts: Translated<typeof English> = {
  again: "फिर से शुरू करें",
  back: "वापस",
  done: "उत्तर",
  opened: (address) => `${address} खुलता है`,
  photos: "फ़ोटो चुनें",
  documents: "दस्तावेज़ चुनें",
  camera: "यहाँ फ़ोन अपने कैमरे से फ़ोटो लेता है।",
  takeOut: (name) => `“${name}” को निकालें`,
  taking: (name) => `${name} भेजी जा रही है…`,
  filesOnTheirWay: "फ़ाइलें भेजे जाने तक रुकें।",
  tooLarge: (name, most) => `${name} बहुत बड़ी है: ज़्यादा से ज़्यादा ${most}।`,
  wrongType: (name) => `${name} माँगे गए प्रकार की नहीं है।`,
  tooMuch: (name, most) =>
    `${name} रखी नहीं गई: झलक में कुल ${most} की फ़ाइलें आती हैं। यहाँ उसमें क्या है, इससे फ़र्क नहीं पड़ता।`,
  choose: "चुनें",
  from: "तारीख से",
  to: "तारीख तक",
  picture: "चित्र",
  nothing: "इस स्क्रीन पर कुछ नहीं है।",
  working: "फ़्लो खुल रहा है…",
};
