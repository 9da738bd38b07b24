import type { Translated } from "../translated.ts";
import type { leftWorkTexts as English } from "../left-work.ts";

export const leftWorkTexts: Translated<typeof English> = {
  show: "देखें",
  done: "पृष्ठभूमि का काम पूरा हो गया।",
  failed: "पृष्ठभूमि का काम पूरा नहीं हुआ।",
  exported: "आपके संगठन के डेटा की कॉपी तैयार है।",
  blacklist: (added, rejected) => `ब्लैकलिस्ट में आयात पूरा हुआ: ${added} जोड़े गए, ${rejected} नहीं लिए गए।`,
  upload: (file, state, accepted, wrong) =>
    `${file}: ${state}। स्वीकार की गई पंक्तियाँ: ${accepted}, गलतियों वाली: ${wrong}।`,
};
