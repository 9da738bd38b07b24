import type { Translated } from "../translated.ts";
import type { automationLaunchTexts as English } from "../automation-launch.ts";

export const automationLaunchTexts: Translated<typeof English> = {
  job: {
    done: (count) => (count === 1 ? "1 व्यक्ति शामिल हुआ" : `${count} लोग शामिल हुए`),
    stopped: "इसे रोक या बंद कर दिया गया।",
    failed: "लोगों को शामिल नहीं किया जा सका। दोबारा कोशिश के लिए इसे रोकें और फिर शुरू करें।",
  },
  nobody: "चुनें कि किसे शामिल होना है: कोई समूह, लेबल, सहेजा हुआ दृश्य या ग्राहक।",
  noWay: "कोई शामिल नहीं हो पाएगा: लोग चुनें, या वे शब्द जिनसे यह शुरू हो।",
  launched: (name) => `“${name}” लॉन्च हो गया`,
  scheduled: (name) => `“${name}” शेड्यूल हो गया`,
  kept: (name) => `“${name}” रख लिया गया है; समय आने पर इसे लॉन्च करें`,
  logKept: "लॉग की सेटिंग सहेजी गई",
};
