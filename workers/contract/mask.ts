/** Stands for a hidden digit or letter: a text that has it is not the whole one. */
export const MASK = "•";

const MAIL = /([^\s@<>"',;:])[^\s@<>"',;:]*@(?=[^\s@<>"',;:]+\.)/g;
/** At least seven digits, as people separate them; not a part of an id. */
const PHONE = /(?<![\w-])\+?\d(?:[ ().-]*\d){6,}(?![\w-])/g;

/** Hides the phone numbers and mail addresses in a text, but for what tells them apart. */
export const masked = (text: string): string =>
  text
    .replace(MAIL, `$1${MASK.repeat(3)}@`)
    .replace(PHONE, (number) => number.replace(/\d(?=(?:\D*\d){3})/g, MASK));
