import type { Translated } from "../translated.ts";
import type { automationMovesTexts as English } from "../automation-moves.ts";

const people = (count: number): string => (count === 1 ? "1 व्यक्ति" : `${count} लोग`);

export const automationMovesTexts: Translated<typeof English> = {
  job: {
    failed: "सभी लोगों को नहीं ले जाया जा सका। दोबारा कोशिश करें।",
    moved: "ले जाए गए",
    undone: "पूर्ववत किया गया",
  },
  ended: "नया संस्करण शुरू होने पर समाप्त",
  begun: { move: "लोग ले जाए जा रहे हैं", end: "लोग निकाले जा रहे हैं" },
  undoing: "लोग वापस लाए जा रहे हैं",
  noVersion: (number) => `संस्करण ${number} मौजूद नहीं है।`,
  isOver: "इसे बंद कर दिया गया है, इसलिए ले जाने के लिए कोई नया संस्करण नहीं है।",
  busy: "लोग अभी ले जाए जा रहे हैं। पूर्ववत करने का समय निकलने तक रुकें, या पहले उसे पूर्ववत करें।",
  tooLate: "इसे अब पूर्ववत नहीं किया जा सकता।",
  noChoice: (names) => `चुनें कि उन लोगों का क्या हो जिनका चरण अब नहीं है: ${names.join(", ")}।`,
  noNode: "यह चरण नए संस्करण में नहीं है। दूसरा चुनें।",

  title: (number, channel) => `${channel} पर संस्करण ${number} का इस्तेमाल करें`,
  intro: (number) => `अब से नए लोगों को संस्करण ${number} मिलेगा।`,
  nobody: "पुराने संस्करण में कोई नहीं है।",
  whatOf: (total) => `पुराने संस्करण में ${people(total)}`,
  stay: "रहने दें",
  stayHint: "वे उसी संस्करण में आगे बढ़ेंगे जिसमें वे शामिल हुए थे।",
  move: "ले जाएँ",
  moveHint: "वे नए संस्करण में उसी चरण से आगे बढ़ेंगे। इंतज़ार के समय बने रहेंगे।",
  end: "समाप्त करें",
  endHint: "वे 10 मिनट में बाहर हो जाएँगे, अगर आप उससे पहले इसे पूर्ववत न करें।",
  here: "लोग कहाँ हैं",
  count: people,
  gone: (name) => `“${name}” अब नहीं है। उसके लोग यहाँ जाएँगे`,
  goneHint: "वे 10 मिनट में वहाँ जाएँगे, अगर आप उससे पहले इसे पूर्ववत न करें। इस बीच दिए गए उनके जवाब बने रहेंगे।",
  leave: "जर्नी से बाहर",
  choose: "चरण चुनें",
  chooseMissing: "चरण चुनें, या लोगों को बाहर होने दें।",
  confirm: { stay: "नए लोगों के लिए इस्तेमाल करें", move: "लोगों को ले जाएँ", end: "उन्हें समाप्त करें" },
  loadFailed: "इसमें कौन है, यह लोड नहीं हो सका",
  states: {
    moving: (share) => `लोग ले जाए जा रहे हैं: ${share}`,
    moved: (count, held) =>
      held === 0
        ? `ले जाए गए: ${people(count)}`
        : `ले जाए गए: ${people(count)}; इनमें से ${held} तब तक अलग रखे गए हैं जब तक पूर्ववत किया जा सकता है`,
    undoing: (share) => `पूर्ववत किया जा रहा है: ${share}`,
    undone: (restored, kept) =>
      kept === 0
        ? `पूर्ववत किया गया: ${people(restored)} वहीं ${restored === 1 ? "है जहाँ था" : "हैं जहाँ थे"}`
        : `पूर्ववत किया गया: ${people(restored)} वापस अपनी जगह पर, ${kept} आगे बढ़ चुके थे`,
  },
  undo: "पूर्ववत करें",
  undoUntil: (time) => `${time} तक`,
};
