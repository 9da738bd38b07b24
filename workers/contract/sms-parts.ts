/** GSM 03.38: letters of one septet, and those of two, which an escape sign begins. */
const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const EXTENDED = "\f^{}\\[~]|€";

/** Units of one message, and of each part of a longer one, whose header takes the rest. */
const ROOM = { "GSM-7": { one: 160, part: 153 }, "UCS-2": { one: 70, part: 67 } } as const;

/** Parts of one message at most, as the vendors take them. */
export const MOST_PARTS = 10;

export interface SmsParts {
  encoding: keyof typeof ROOM;
  /** Messages that are sent and paid; 0 for an empty text. */
  parts: number;
  /** Units that the last part has left: septets, or letters of 16 bits. */
  left: number;
}

/** How a text is cut into SMS. A letter of two units, such as € or an emoji, is never cut in half. */
export function smsParts(text: string): SmsParts {
  const letters = [...text];
  const plain = letters.every((letter) => BASIC.includes(letter) || EXTENDED.includes(letter));
  const encoding = plain ? "GSM-7" : "UCS-2";
  const { one, part } = ROOM[encoding];
  const units = letters.map((letter) => (plain ? (EXTENDED.includes(letter) ? 2 : 1) : letter.length));
  const total = units.reduce((sum, each) => sum + each, 0);
  if (total <= one) return { encoding, parts: total === 0 ? 0 : 1, left: one - total };
  let parts = 1;
  let used = 0;
  for (const each of units) {
    if (used + each > part) {
      parts++;
      used = 0;
    }
    used += each;
  }
  return { encoding, parts, left: part - used };
}
