import type { Translated } from "../translated.ts";
import type { realtimeTexts as English } from "../realtime.ts";

export const realtimeTexts: Translated<typeof English> = {
  unknownAction: "अनजान क्रिया",
  authenticated: "पहचान पहले ही हो चुकी है",
  tooLong: "यह संदेश बहुत लंबा है। छोटा संदेश भेजें।",
  unreachable: "सेवा तक पहुँचा नहीं जा सका। इसे उसी ID के साथ दोबारा भेजें।",
};
