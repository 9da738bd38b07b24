import { folded } from "./who-speaks.ts";

/**
 * Words by which somebody asks a bot for a person: each word for one alone, or between one of `before` and one of
 * `after`. A sentence that goes on is left to the bot, whose intents know better what it is about.
 */
interface Words {
  who: readonly string[];
  before?: readonly string[];
  after?: readonly string[];
}

const LANGUAGES: Readonly<Record<string, Words>> = {
  en: {
    who: [
      ..."agent|human|person|real person|live agent|human agent|human being|representative".split("|"),
      ..."executive|operator|support agent|customer care|customer service|customer support".split("|"),
      ..."customer care executive|someone|somebody|colleague".split("|"),
    ],
    before: [
      ..."talk to|talk with|speak to|speak with|chat to|chat with|connect to|connect me to".split("|"),
      ..."connect me with|transfer me to|put me through to|get me|give me|i want|i need".split("|"),
    ],
  },
  hi: {
    who: [
      ..."एजेंट|इंसान|व्यक्ति|किसी व्यक्ति|किसी इंसान|किसी|अधिकारी|कस्टमर केयर|agent|insaan|insan|kisi".split("|"),
      ..."kisi insaan|customer care|executive".split("|"),
    ],
    after: [
      ..."से बात करनी है|से बात करना है|से बात कराओ|से बात कराइए|से बात कराएँ|से बात करवाओ|से बात करवाइए".split("|"),
      ..."से बात करवाएँ|से मिलाओ|से मिलाइए|se baat karni hai|se baat karna hai|se baat karao".split("|"),
      ..."se baat karaiye|se baat karwao|se baat karwaiye|se baat karvao".split("|"),
    ],
  },
  es: {
    who: "agente|un agente|persona|una persona|humano|un humano|asesor|un asesor".split("|"),
    before: "hablar con|quiero hablar con|quisiera hablar con|necesito hablar con".split("|"),
  },
  pt: {
    who: "atendente|um atendente|pessoa|uma pessoa|humano|um humano".split("|"),
    before: "falar com|quero falar com|gostaria de falar com|preciso falar com".split("|"),
  },
  fr: {
    who: "agent|un agent|conseiller|un conseiller|humain|un humain|quelqu'un".split("|"),
    before: "parler à|parler avec|je veux parler à|je voudrais parler à|je souhaite parler à".split("|"),
  },
  de: {
    who: "mitarbeiter|einem mitarbeiter|mensch|einem menschen|jemandem".split("|"),
    before: "mit|ich möchte mit|ich will mit|verbinden sie mich mit".split("|"),
    after: ["", "sprechen"],
  },
  ar: {
    who: "موظف|شخص|إنسان|خدمة العملاء".split("|"),
    before: "أريد التحدث مع|أريد التحدث إلى|التحدث مع|التحدث إلى".split("|"),
  },
  id: {
    who: "agen|orang|manusia|petugas|customer service".split("|"),
    before: "bicara dengan|saya ingin bicara dengan|saya mau bicara dengan|hubungkan saya dengan".split("|"),
  },
};

/** Words that alone don't ask for a person. */
const SAYS_NOTHING = new Set(["someone", "somebody", "किसी", "kisi", "quelqu'un", "jemandem"].map(folded));
const alone: ReadonlySet<string> = new Set(
  Object.values(LANGUAGES)
    .flatMap(({ who }) => who.map(folded))
    .filter((word) => !SAYS_NOTHING.has(word)),
);
/** Every word for one between what may stand before and after it. */
const sentences = ({ who, before = [""], after = [""] }: Words): string[] =>
  who.flatMap((one) => before.flatMap((lead) => after.map((end) => folded(`${lead} ${one} ${end}`))));
const asking: ReadonlySet<string> = new Set(Object.values(LANGUAGES).flatMap(sentences));

const POLITE =
  /^(?:(?:please|pls|hi|hello|hey|ok|okay|just|can i|could i|may i|can you|could you|let me|i want to|i wanna|i would like to|i'd like to|i need to|मुझे|कृपया|mujhe|por favor|bitte) )+|(?: (?:please|pls|now|asap|por favor|bitte))+$/gu;
/** "An agent", "the agent". */
const ARTICLE = /(^|\s)(?:an?|the|your) /gu;

/**
 * Whether a whole message asks for a person; `isAsked` says that a bot waits for a value: then a word alone may be that.
 */
export function asksForPerson(text: string, isAsked = false): boolean {
  const words = folded(text.replaceAll(/[?¿؟]/gu, " "));
  const bare = words.replace(POLITE, "").trim();
  // An article of English may be a word of French.
  return [bare, bare.replace(ARTICLE, "$1")].some(
    (each) => asking.has(each) || (!isAsked && alone.has(each)),
  );
}
