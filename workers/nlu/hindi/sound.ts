import { hasDevanagari, romanised } from "./roman.ts";

/**
 * How a word sounds, whichever script it is written in and however its vowels are spelt: the consonants, with aspirates
 * and doubles folded. कार्ड, card and kaard are all "krd".
 */
export function soundOf(token: string): string {
  const nasalEnd = /[\u0901\u0902]$/u.test(token);
  const roman = hasDevanagari(token) ? romanised(token) : token.replace(NASAL_END, "$1");
  const word = nasalEnd ? roman.replace(/n$/, "") : roman;
  const folded = word
    .replace(/[^a-z0-9]/g, "")
    .replace(/chh?/g, "C")
    .replace(/ck|q/g, "k")
    .replace(/x/g, "ks")
    .replace(/c(?=[eiy])/g, "s")
    .replace(/c/g, "k")
    .replace(/g(?=e)/g, "j")
    .replace(/z/g, "j")
    .replace(/ph/g, "f")
    .replace(/w/g, "v")
    .replace(/sh/g, "s")
    .replace(/([kgjtdbC])h/g, "$1");
  const bare = folded.slice(0, 1).replace(/[aeiou]/, "a") + folded.slice(1).replace(/[aeiouy]/g, "");
  return bare.replace(/(.)\1+/g, "$1");
}

/** Vowels that are nasal in Hindi and whose n many leave out: me and mein, hai and hain. */
const NASAL_END = /^(.*(?:e|ei|ai|oo|hi|ha|ya))n$/;

/** Words of Hindi in Latin letters that English does not have, and that few Hindi sentences lack. */
const MARKERS: ReadonlySet<string> = new Set(
  "hai hain hoon tha thi mera meri mere mujhe mujhko hamara hamare humein hume aap aapka aapke aapki apna apni apne tum tumhara uska uski unka iska iski kya kyu kyun kyon kaise kaisa kaisi kab kahan kaha kitna kitne kitni kaun kaunsa konsa ke mein aur nahi nahin nhi karo kare karna karni karne karke karu karun karta karte karti kiya kijiye karwana karao karwa batao bataiye dikhao dikha bhejo bhejna bheju chahiye chaiye chahta chahte chahti raha rahe rahi gaya gayi gaye hua hui hota hoti hote hoga hogi honge sakta sakte sakti milega milegi milta mila dena dedo dijiye lena lunga karunga karenge wala wali wale kuch bahut accha acha theek thik abhi aaj paisa paise rupaye khata khate khaate bhai baat liye bhi lekin magar kyunki phir yahan wahan".split(
    " ",
  ),
);

/** Whether some of the tokens are Hindi, in either script. */
export const holdsHindi = (tokens: readonly string[]): boolean =>
  tokens.some((token) => MARKERS.has(token) || hasDevanagari(token));
