// Hindi in its own letters, in Latin letters, and mixed with English, as customers write: six intents with eight
// phrases each, and questions in other words, written before any result was seen. Beside it naive Bayes in the same run.
// Then English bots with some Hindi phrases, without meanings, with words' and with sentences' (on CLINC150's validation).
//   npm run bench hindi
import { loadModel, type Model, predict } from "#workers/nlu/predict.ts";
import { train } from "#workers/nlu/train.ts";
import { BayesBaseline } from "./bayes-baseline.ts";
import { answeredBy, type Answered, mixedBots, saidAndRight, tellConfidence } from "./hindi-mixed.ts";

const FLOOR = 0.7;

const intents: Record<string, { phrases: string[]; questions: string[] }> = {
  balance: {
    phrases: [
      "मेरा बैलेंस कितना है",
      "खाते में कितने पैसे हैं",
      "mera balance batao",
      "account me kitna paisa hai",
      "बैलेंस दिखाओ",
      "mujhe apna balance check karna hai",
      "मेरे खाते की शेष राशि बताइए",
      "kitne paise bache hain",
    ],
    questions: [
      "मेरे अकाउंट में कितना बैलेंस है",
      "balance kitna hai mera",
      "खाते में कितना पैसा बचा है",
      "please mera account balance dikhao",
      "शेष राशि क्या है",
      "mere khate me kitne rupaye hain",
      "बैलेंस चेक करना है",
      "paisa kitna bacha hai account me",
    ],
  },
  lostCard: {
    phrases: [
      "मेरा कार्ड खो गया है",
      "mera card kho gaya",
      "कार्ड चोरी हो गया",
      "card chori ho gaya block karo",
      "मेरा डेबिट कार्ड गुम हो गया",
      "credit card nahi mil raha",
      "कार्ड ब्लॉक कर दो",
      "mera atm card gum ho gaya hai",
    ],
    questions: [
      "मेरा क्रेडिट कार्ड गुम गया",
      "card kho gaya hai kya karu",
      "किसी ने मेरा कार्ड चुरा लिया",
      "mera debit card chori hua",
      "कार्ड ब्लॉक करना है",
      "card gum gaya please block",
      "एटीएम कार्ड नहीं मिल रहा",
      "mujhe card block karwana hai",
    ],
  },
  transfer: {
    phrases: [
      "पैसे भेजने हैं",
      "paise transfer karne hain",
      "मेरे भाई को पैसे भेजो",
      "money transfer kaise kare",
      "दूसरे खाते में पैसा ट्रांसफर करना है",
      "5000 rupaye bhejo",
      "मुझे फंड ट्रांसफर करना है",
      "kisi ko paise kaise bheju",
    ],
    questions: [
      "मुझे पैसे ट्रांसफर करने हैं",
      "papa ko paise bhejne hain",
      "किसी के खाते में पैसे कैसे भेजूं",
      "2000 rupees transfer karo",
      "फंड भेजना है",
      "paisa transfer kaise hota hai",
      "मेरी बहन को पैसा भेजो",
      "dusre account me money bhejni hai",
    ],
  },
  loan: {
    phrases: [
      "लोन चाहिए",
      "mujhe loan chahiye",
      "होम लोन की ब्याज दर क्या है",
      "home loan ka interest rate",
      "पर्सनल लोन कैसे मिलेगा",
      "loan ke liye apply karna hai",
      "लोन के लिए क्या दस्तावेज़ चाहिए",
      "car loan milega kya",
    ],
    questions: [
      "मुझे होम लोन चाहिए",
      "personal loan kaise milega",
      "लोन पर ब्याज कितना है",
      "loan apply kaise kare",
      "कार लोन की ब्याज दर",
      "kya mujhe loan mil sakta hai",
      "लोन के दस्तावेज़ बताइए",
      "home loan ke liye documents",
    ],
  },
  hours: {
    phrases: [
      "बैंक कब खुलता है",
      "bank kitne baje khulta hai",
      "शाखा का समय क्या है",
      "branch ki timing batao",
      "क्या बैंक रविवार को खुला है",
      "bank kab band hota hai",
      "कल बैंक खुला रहेगा क्या",
      "saturday ko bank open hai kya",
    ],
    questions: [
      "बैंक कितने बजे बंद होता है",
      "bank ki timing kya hai",
      "शनिवार को बैंक खुला है",
      "branch kab khulti hai",
      "आज बैंक खुला है क्या",
      "sunday ko branch open rahegi",
      "शाखा कब बंद होती है",
      "bank kal khulega kya",
    ],
  },
  agent: {
    phrases: [
      "मुझे किसी से बात करनी है",
      "agent se baat karao",
      "कस्टमर केयर से बात कराओ",
      "kisi insaan se baat karni hai",
      "इंसान से बात करनी है",
      "customer care number do",
      "मुझे एजेंट चाहिए",
      "call karwa do kisi se",
    ],
    questions: [
      "एजेंट से बात कराइए",
      "mujhe customer care se baat karni hai",
      "किसी व्यक्ति से बात करनी है",
      "insaan se baat karao please",
      "कस्टमर केयर का नंबर",
      "kisi agent se connect karo",
      "मुझे इंसान से बात करवाओ",
      "customer care ko call karna hai",
    ],
  },
};

const pairs = Object.entries(intents).flatMap(([name, { phrases }]) =>
  phrases.map((phrase): [string, string] => [phrase, name]),
);
const questions = Object.entries(intents).flatMap(([name, { questions: own }]) =>
  own.map((question): [string, string] => [question, name]),
);
const model = loadModel(
  train({ intents: Object.entries(intents).map(([id, { phrases }]) => ({ id, phrases })) }).model,
);
const bayes = new BayesBaseline(pairs);
const isHindi = (text: string): boolean => /\p{Script=Devanagari}/u.test(text);
const share = (list: [string, string][], answer: (text: string) => string | undefined): string =>
  `${list.filter(([text, label]) => answer(text) === label).length} of ${list.length}`;
const ours = (text: string) => predict(model, text).candidates[0]?.intentId;
const sure = (text: string) => {
  const [best] = predict(model, text).candidates;
  return best && best.confidence >= 0.5 ? best.intentId : undefined;
};
const groups = {
  Devanagari: questions.filter(([text]) => isHindi(text)),
  "Latin letters": questions.filter(([text]) => !isHindi(text)),
};
for (const [name, list] of Object.entries(groups)) {
  console.log(
    `${name.padEnd(14)} right ${share(list, ours)}, surely enough to be answered ${share(list, sure)}; naive Bayes ${share(list, (text) => bayes.predict(text))}`,
  );
}
/** Questions of another world: nine of ten must be refused, in whichever script. */
const strangers =
  "aaj mausam kaisa hai|mujhe pizza order karna hai|cricket match kaun jeeta|train kitne baje aayegi|meri shaadi kab hogi|gana bajao|doctor ka appointment chahiye|tum kaun ho|mobile recharge karna hai|bijli ka bill kab aayega|आज मौसम कैसा है|मुझे पिज्जा ऑर्डर करना है|क्रिकेट मैच कौन जीता|ट्रेन कितने बजे आएगी|मेरी शादी कब होगी|गाना बजाओ|डॉक्टर का अपॉइंटमेंट चाहिए|तुम कौन हो|मोबाइल रिचार्ज करना है|बिजली का बिल कब आएगा".split(
    "|",
  );
const FLOOR_REFUSED = 0.85;

/** Confidence of a bot in its answers to questions and to strangers, beside what is true of them. */
function calibrationOf(answers: readonly Answered[]): string {
  const bins = Map.groupBy(answers, ({ said }) => Math.min(4, Math.floor(said * 5)));
  const error = [...bins.values()].reduce(
    (sum, bin) =>
      sum + Math.abs(bin.reduce((gap, { said, right }) => gap + said - right, 0)) / answers.length,
    0,
  );
  return `${saidAndRight(answers)}, calibration error ${error.toFixed(3)} in five bins`;
}

const answersOf = (bot: Model, list: readonly [string, string][], others: readonly string[]): Answered[] =>
  [...list, ...others.map((text) => [text, ""] as const)].map(([text, label]) =>
    answeredBy(predict(bot, text).candidates[0], label),
  );

/** A bot whose phrases are of one script, asked in each. */
const FLOOR_ACROSS = 0.85;
const FLOOR_SURE = 0.75;
/** Of the bots of one script; in each of the two that is asked there are too few texts for a floor. */
const ofOneScript: Answered[] = [];
for (const taught of [false, true]) {
  const bot = loadModel(
    train({
      intents: Object.entries(intents).map(([id, { phrases }]) => ({
        id,
        phrases: phrases.filter((phrase) => isHindi(phrase) === taught),
      })),
    }).model,
  );
  for (const [name, list] of Object.entries(groups)) {
    const right = list.filter(([text, label]) => predict(bot, text).candidates[0]?.intentId === label);
    const answered = right.filter(([text]) => (predict(bot, text).candidates[0]?.confidence ?? 0) >= 0.5);
    console.log(
      `phrases in ${taught ? "Devanagari" : "Latin letters"}, asked in ${name}: right ${right.length} of ${list.length}, surely enough ${answered.length}`,
    );
    const across = taught === (name === "Latin letters");
    if (across && right.length / list.length < FLOOR_ACROSS) {
      console.error(`FLOOR: ${right.length / list.length} across scripts is below ${FLOOR_ACROSS}`);
      process.exitCode = 1;
    }
    if (across && answered.length / list.length < FLOOR_SURE) {
      console.error(`FLOOR: ${answered.length / list.length} surely across scripts is below ${FLOOR_SURE}`);
      process.exitCode = 1;
    }
  }
  for (const [name, list] of Object.entries(groups)) {
    const others = strangers.filter((text) => isHindi(text) === (name === "Devanagari"));
    const answers = answersOf(bot, list, others);
    ofOneScript.push(...answers);
    console.log(`  confidence in ${name}: ${calibrationOf(answers)}`);
  }
  const refused = strangers.filter((text) => (predict(bot, text).candidates[0]?.confidence ?? 0) < 0.5);
  console.log(`  of another world: ${refused.length} of ${strangers.length} refused`);
  if (refused.length / strangers.length < FLOOR_REFUSED) {
    console.error(`FLOOR: ${refused.length / strangers.length} refused is below ${FLOOR_REFUSED}`);
    process.exitCode = 1;
  }
}
tellConfidence("bots of one script", ofOneScript);
tellConfidence("a bot of both scripts", answersOf(model, questions, strangers));
const all = questions.filter(([text, label]) => ours(text) === label).length / questions.length;
if (all < FLOOR) {
  console.error(`FLOOR: ${all} is below ${FLOOR}`);
  process.exitCode = 1;
}
mixedBots(
  Object.entries(intents).map(([id, own]) => ({ id, ...own })),
  strangers,
);
