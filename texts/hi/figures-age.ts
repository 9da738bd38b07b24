import type { Translated } from "../translated.ts";
import type { figuresAgeTexts as English } from "../figures-age.ts";

export const figuresAgeTexts: Translated<typeof English> = {
  updatedAgo: (seconds) =>
    seconds < 60
      ? `${seconds} सेकंड पहले अपडेट हुआ`
      : seconds < 3_600
        ? `${Math.floor(seconds / 60)} मिनट पहले अपडेट हुआ`
        : `${Math.floor(seconds / 3_600)} घंटे पहले अपडेट हुआ`,
  refresh: "रीफ़्रेश करें",
  timesIn: (zone) => `समय ${zone} में हैं।`,
};
