const words =
  "apple arrow badge baker basin beach bell bench berry bird blanket boat book bottle bowl box branch brass bread " +
  "brick bridge brush bucket button cabin cable cake camel candle canoe card carpet castle chair chalk cherry clock " +
  "cloud coat coffee coin corn cotton cow crown cup curtain desk doctor door dress drum duck eagle engine farm " +
  "feather fence field finger fire fish flag flame floor flower forest fork fox garden gate ghost glass globe glove " +
  "goat grass guitar hammer harbour hat hill honey horse house island jacket jar jewel kettle key king kitchen kite " +
  "knife ladder lake lamp leaf lemon letter lion map market meadow melon mirror moon mountain mouse nail needle nest " +
  "ocean onion orange oven owl paint palace paper parrot pearl pencil pepper piano pillow plate pocket potato queen " +
  "rabbit rain ribbon ring river road roof rope rose sail salt sand scarf school ship shoe silver sky smoke snow " +
  "soap song spoon spring stamp star station stone storm street sugar sun table tailor tea temple thread tiger tower " +
  "train tree tunnel turtle umbrella valley village violin wagon wall water wheel whistle window winter wolf wool";

/** The captcha's question, for people who cannot read its picture. */
export const captchaTexts = {
  words: words.split(" "),
  ordinals: ["first", "second", "third", "fourth", "fifth", "sixth"],
  wordAt: (ordinal: string, list: string) => `Write the ${ordinal} of these words: ${list}.`,
  wordAfter: (word: string, list: string) => `Write the word right after "${word}": ${list}.`,
} as const;
