import type { Section } from "./html.ts";

export interface Passage {
  heading: string;
  text: string;
}

/** Target length of a passage in words: enough to answer with, few enough to be about one thing. */
const WORDS = 120;
const MOST_WORDS = 180;
const LONGEST = 4_000;

const wordsIn = (text: string): number => text.split(/\s+/u).length;
const sentences = new Intl.Segmenter("und", { granularity: "sentence" });

export const sentencesOf = (text: string): string[] =>
  [...sentences.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== "");

/**
 * Cuts the sections of a page into passages: blocks stay whole where they can, long ones are cut between sentences. A
 * passage's heading names its page too, so that "warranty" on the page of the toaster is the toaster's.
 */
export function cut(sections: readonly Section[], title = ""): Passage[] {
  const passages: Passage[] = [];
  for (const { heading: own, blocks } of sections) {
    const heading = headingOf(title, own);
    let open: string[] = [];
    let words = 0;
    const close = (): void => {
      const text = open.join("\n").slice(0, LONGEST);
      if (text.trim() !== "") passages.push({ heading, text });
      open = [];
      words = 0;
    };
    for (const block of blocks.flatMap(pieces)) {
      const count = wordsIn(block);
      if (words > 0 && words + count > MOST_WORDS) close();
      open.push(block);
      words += count;
      if (words >= WORDS) close();
    }
    close();
  }
  return passages;
}

const headingOf = (title: string, own: string): string => {
  const same = own === "" || title.toLowerCase().includes(own.toLowerCase());
  if (same) return title;
  return title === "" || own.toLowerCase().includes(title.toLowerCase()) ? own : `${title} › ${own}`;
};

function pieces(block: string): string[] {
  if (wordsIn(block) <= MOST_WORDS) return [block];
  const parts: string[] = [];
  let open = "";
  for (const sentence of sentencesOf(block)) {
    if (open !== "" && wordsIn(open) + wordsIn(sentence) > WORDS) {
      parts.push(open);
      open = "";
    }
    open = open === "" ? sentence : `${open} ${sentence}`;
  }
  if (open !== "") parts.push(open);
  return parts;
}
