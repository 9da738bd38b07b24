import type { Translated } from "../translated.ts";
import type { liveTailTexts as English } from "../live-tail.ts";

export const liveTailTexts: Translated<typeof English> = {
  title: "लाइव",
  live: "चरण होते ही दिखाएँ",
  label: "हो रहे चरण",
  waiting: "अगले चरण का इंतज़ार है…",
  offline: "कनेक्शन टूट गया है। वापस आने पर नए चरण दिखेंगे।",
  counts: (entered, steps, ended, failed) => `${entered} आए, ${steps} चरण, ${ended} समाप्त, ${failed} विफल`,
  since: (time, counts) => `${time} से अब तक: ${counts}`,
  held: (count) => (count === 1 ? "1 नया चरण" : `${count.toLocaleString("hi")} नए चरण`),
  show: (held) => `${held}: सबसे ऊपर जाएँ`,
  notAll: "इतना कुछ हो रहा है कि हर चरण सूची में नहीं है; आँकड़ों में सब गिने जाते हैं।",
  chart: "पिछला एक घंटा, हर मिनट का हाल",
  minute: "मिनट",
  entered: "आए",
  ended: "समाप्त",
  failed: "विफल",
  summary: (entered, steps, ended, failed) =>
    `पिछले 60 मिनट में: ${entered} आए, ${steps} चरण, ${ended} समाप्त, ${failed} विफल।`,
  chartFailed: "पिछला एक घंटा लोड नहीं हो सका",
};
