import type { Translated } from "../translated.ts";
import type { simulatorFilesTexts as English } from "../simulator-files.ts";

export const simulatorFilesTexts: Translated<typeof English> = {
  pictureWrong: "ऐसा पता दर्ज करें जो https:// से शुरू हो।",
  kindWrong: "image, video, audio और document में से एक चुनें।",
  oneMedium: "या तो पहले भेजी गई फ़ाइल दें या पता।",
  mediumGone: "यह फ़ाइल अब मौजूद नहीं है। इसे दोबारा चुनें।",
  notCarried: (kind, type) => `${type} पर “${kind}” तरह की फ़ाइलें नहीं जातीं। दूसरी तरह चुनें।`,
  wrongType: (kind, endings) =>
    `यह फ़ाइल यहाँ “${kind}” के रूप में नहीं भेजी जा सकती। दूसरी फ़ाइल (${endings}) या दूसरी तरह चुनें।`,

  attachTitle: "कुछ और भेजें",
  attachKind: "तरह",
  attachment: {
    file: "फ़ाइल",
    url: "फ़ाइल का पता",
    caption: "कैप्शन",
    latitude: "अक्षांश",
    longitude: "देशांतर",
    place: "जगह का नाम",
    contact: "नाम",
    number: "नंबर",
  },
  fileFrom: "फ़ाइल कहाँ से आती है",
  ownFile: "मेरी फ़ाइल",
  atAddress: "पता",
  chooseFile: "फ़ाइल चुनें",
  otherFile: "दूसरी फ़ाइल चुनें",
  dropOrPaste: "या यहाँ छोड़ें या पेस्ट करें",
  removeFile: "फ़ाइल निकालें",
  fileEmpty: "फ़ाइल चुनें।",
  fileLimits: (endings, most) => `${endings}; ज़्यादा से ज़्यादा ${most}।`,
  chosenFile: (name, size) => `${name}, ${size}`,
  previewOf: (name) => `“${name}” की झलक`,
  latitudeWrong: "-90 से 90 तक की संख्या दर्ज करें।",
  longitudeWrong: "-180 से 180 तक की संख्या दर्ज करें।",
};
