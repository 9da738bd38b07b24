import type { Translated } from "../translated.ts";
import type { voiceRecorderTexts as English } from "../voice-recorder.ts";

export const voiceRecorderTexts: Translated<typeof English> = {
  title: "वॉइस संदेश",
  asking: "अपने ब्राउज़र में माइक्रोफ़ोन की अनुमति दें…",
  notAllowed:
    "आपका ब्राउज़र इस पेज को माइक्रोफ़ोन इस्तेमाल नहीं करने देता। पते के पास वाली सेटिंग में अनुमति दें, फिर दोबारा कोशिश करें।",
  noMicrophone: "कोई माइक्रोफ़ोन नहीं मिला। माइक्रोफ़ोन जोड़ें, फिर दोबारा कोशिश करें।",
  busyMicrophone: "माइक्रोफ़ोन काम नहीं कर रहा। उसे इस्तेमाल करने वाले दूसरे प्रोग्राम बंद करें, फिर दोबारा कोशिश करें।",
  notRecorded: "इस ब्राउज़र में रिकॉर्डिंग नहीं हो सकी। दोबारा कोशिश करें, या फ़ाइल जोड़ें।",
  nothing: "कुछ रिकॉर्ड नहीं हुआ। दोबारा कोशिश करें।",
  tryAgain: "दोबारा कोशिश करें",
  recorded: "रिकॉर्ड हुआ",
  running: (now, most) => `${now} / ${most}`,
  begun: "रिकॉर्डिंग जारी है। पूरा होने पर “रोकें” दबाएँ।",
  stop: "रोकें",
  discard: "छोड़ दें",
  done: (seconds) => `${seconds} सेकंड रिकॉर्ड हुआ।`,
  full: "दो मिनट बाद रिकॉर्डिंग रुक गई; वॉइस संदेश इससे लंबा नहीं हो सकता।",
  listen: "सुनें",
  pause: "पॉज़ करें",
  again: "दोबारा रिकॉर्ड करें",
  send: "भेजें",
  sending: "वॉइस संदेश भेजा जा रहा है",
};
