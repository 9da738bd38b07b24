import type { Translated } from "../translated.ts";
import type { framesTexts as English } from "../frames.ts";

export const framesTexts: Translated<typeof English> = {
  silent: "यह पेज उत्तर नहीं दे रहा है",
  silentText: (host) =>
    `शायद ${host} बंद है, या इस पेज को कंसोल में दिखाने नहीं देता। दोबारा कोशिश करें, या इसे नए टैब में खोलें।`,
  newTab: "नए टैब में खोलें",
};
