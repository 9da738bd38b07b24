/** A text in small letters without accents, letter by letter: each stands where it stood. As SQLite's indexes of words compare. */
export const folded = (text: string): string =>
  text.replaceAll(/\p{L}/gu, (letter) => {
    const [base = letter] = letter.normalize("NFD");
    const small = base.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
