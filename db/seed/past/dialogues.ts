/** A topic of the demo bank's customers. Words in braces are filled in, by the same value throughout a chat. */
export interface Topic {
  label: "Complaint" | "Card" | "Loan" | "New account";
  department: "Cards" | "Loans" | "Customer Care";
  feedback: readonly string[];
  en: Lines;
  /** Hindi as many type it, in Latin letters. */
  hinglish: Lines;
  hi: Lines;
}
export type Tongue = "en" | "hinglish" | "hi";
interface Lines {
  opens: readonly string[];
  goesOn: readonly (readonly [says: string, answer: string])[];
}

export const topics: readonly Topic[] = [
  {
    label: "Complaint",
    department: "Customer Care",
    feedback: ["Charge refunded", "Refund of {amount} booked", "Explained the charge"],
    en: {
      opens: [
        "I was charged {amount} twice at {shop}.",
        "There is a charge of {amount} from {shop} that I did not make.",
        "Why did you take {amount} from my account on {day}?",
      ],
      goesOn: [
        [
          "It was on {day}, in the evening.",
          "Thank you. I can see the entry of {day} and have opened a dispute for it.",
        ],
        ["How long will that take?", "Up to five working days. You will get an SMS once {amount} is back."],
        ["Can I have a reference?", "Of course: your reference is {ref}."],
        ["I have the receipt from {shop}.", "Please keep it. We may ask for a photo if {shop} objects."],
      ],
    },
    hinglish: {
      opens: [
        "Mere account se {amount} do baar kat gaye, {shop} pe.",
        "{shop} ka {amount} ka charge maine nahi kiya hai.",
      ],
      goesOn: [
        ["{day} ko hua tha.", "Dhanyavaad, entry dikh rahi hai. Maine dispute khol diya hai."],
        ["Paisa kab wapas aayega?", "Paanch working days ke andar. SMS aayega jab {amount} wapas ho jaaye."],
        ["Reference number milega?", "Ji, aapka reference {ref} hai."],
      ],
    },
    hi: {
      opens: ["मेरे खाते से {amount} दो बार कट गए हैं।", "{shop} पर {amount} का भुगतान मैंने नहीं किया।"],
      goesOn: [
        ["यह {day} को हुआ था।", "धन्यवाद, प्रविष्टि दिख रही है। मैंने शिकायत दर्ज कर दी है।"],
        ["पैसा कब तक वापस आएगा?", "पाँच कार्य दिवसों में। {amount} लौटते ही आपको संदेश मिलेगा।"],
        ["शिकायत संख्या क्या है?", "आपकी शिकायत संख्या {ref} है।"],
      ],
    },
  },
  {
    label: "Card",
    department: "Cards",
    feedback: ["New card sent", "Card {last} blocked and replaced", "Card unblocked"],
    en: {
      opens: [
        "My card ending in {last} is declined everywhere.",
        "I lost my debit card near {place}. Please block it.",
        "The ATM at {place} kept my card.",
        "When does my new card arrive? The old one ({last}) ends this month.",
      ],
      goesOn: [
        ["Yes, the one ending in {last}.", "The card ending in {last} is blocked from this minute on."],
        [
          "Can you send a new one to my home?",
          "A new card is on its way to your registered address. It takes four to six days.",
        ],
        ["Is there a fee?", "The first replacement in a year is free."],
        ["Can I pay by UPI meanwhile?", "Yes, UPI and net banking work as before."],
      ],
    },
    hinglish: {
      opens: [
        "Mera card {last} kahin chal nahi raha.",
        "Debit card {place} ke paas kho gaya, please block kar do.",
        "{place} ke ATM ne mera card rakh liya.",
      ],
      goesOn: [
        ["Haan, {last} wala.", "{last} wala card abhi block kar diya gaya hai."],
        [
          "Naya card ghar pe aayega?",
          "Ji, naya card aapke registered address pe chaar se chhe din mein aa jaayega.",
        ],
        ["Koi charge lagega?", "Saal mein pehla replacement free hai."],
      ],
    },
    hi: {
      opens: ["मेरा {last} वाला कार्ड काम नहीं कर रहा।", "{place} के एटीएम में मेरा कार्ड फँस गया है।"],
      goesOn: [
        ["हाँ, {last} वाला ही।", "{last} वाला कार्ड इसी समय बंद कर दिया गया है।"],
        ["नया कार्ड कब मिलेगा?", "नया कार्ड चार से छह दिन में आपके पते पर पहुँच जाएगा।"],
        ["क्या कोई शुल्क है?", "साल में पहली बार निःशुल्क है।"],
      ],
    },
  },
  {
    label: "Loan",
    department: "Loans",
    feedback: ["Sent the list of papers", "Visit booked at {place}", "EMI of {amount} explained"],
    en: {
      opens: [
        "Which papers do I need for a home loan?",
        "What would be the EMI of a car loan of {lakh} lakh?",
        "I want to close my personal loan early. Is there a charge?",
        "My EMI of {amount} was taken twice this month.",
      ],
      goesOn: [
        [
          "I am salaried, and live in {place}.",
          "Then three salary slips, six months of statements and your PAN are enough.",
        ],
        ["What is the rate today?", "It begins at 8.5 % a year, by your credit score."],
        ["Can somebody call me?", "A colleague of the branch at {place} will call you tomorrow before noon."],
        ["For how many years?", "Up to twenty. Over ten years {lakh} lakh come to about {amount} a month."],
      ],
    },
    hinglish: {
      opens: [
        "Home loan ke liye kaunse documents chahiye?",
        "{lakh} lakh ke car loan ki EMI kitni hogi?",
        "Personal loan jaldi band karna hai, charge kitna hai?",
      ],
      goesOn: [
        [
          "Main salaried hoon, {place} mein rehta hoon.",
          "Phir teen salary slips, chhe mahine ka statement aur PAN kaafi hai.",
        ],
        ["Aaj ka rate kya hai?", "8.5 % se shuru hota hai, credit score ke hisaab se."],
        ["Koi call kar sakta hai?", "{place} branch se kal dopahar se pehle call aayega."],
      ],
    },
    hi: {
      opens: ["गृह ऋण के लिए कौन से कागज़ चाहिए?", "{lakh} लाख के ऋण की किस्त कितनी होगी?"],
      goesOn: [
        ["मैं {place} में नौकरी करता हूँ।", "तो तीन वेतन पर्चियाँ, छह महीने का विवरण और पैन काफ़ी हैं।"],
        ["आज की ब्याज दर क्या है?", "साढ़े आठ प्रतिशत से शुरू, आपके क्रेडिट स्कोर के अनुसार।"],
        ["क्या कोई मुझे फ़ोन करेगा?", "{place} शाखा से कल दोपहर से पहले फ़ोन आएगा।"],
      ],
    },
  },
  {
    label: "New account",
    department: "Customer Care",
    feedback: ["Account opened", "Video KYC booked for {day}", "Told how to open it in the app"],
    en: {
      opens: [
        "I want to open a savings account for my mother.",
        "How do I open an account online? I live in {place}.",
        "My video KYC on {day} broke off. What now?",
      ],
      goesOn: [
        [
          "She has Aadhaar and PAN.",
          "Good, nothing else is needed. It takes ten minutes in the app, under Open an account.",
        ],
        [
          "What is the minimum balance?",
          "None for the basic account, and {amount} a month on average for the regular one.",
        ],
        ["Can we do it at a branch?", "Yes, the branch at {place} is open until four, on Saturdays too."],
        [
          "Please book the video call again.",
          "Booked for {day}. Keep your PAN at hand and sit where it is bright.",
        ],
      ],
    },
    hinglish: {
      opens: [
        "Mummy ke liye savings account kholna hai.",
        "Online account kaise khulega? Main {place} se hoon.",
      ],
      goesOn: [
        ["Aadhaar aur PAN dono hain.", "Bas wahi chahiye. App mein dus minute lagte hain."],
        ["Minimum balance kitna hai?", "Basic account mein kuch nahi, regular mein mahine ka {amount}."],
        ["Branch mein ho jaayega?", "Ji, {place} branch chaar baje tak khuli hai, Saturday ko bhi."],
      ],
    },
    hi: {
      opens: ["माँ के लिए बचत खाता खोलना है।", "मैं {place} से हूँ, खाता ऑनलाइन कैसे खुलेगा?"],
      goesOn: [
        ["आधार और पैन दोनों हैं।", "बस इतना ही चाहिए। ऐप में दस मिनट लगते हैं।"],
        ["न्यूनतम शेष कितना है?", "सामान्य खाते में {amount}, मूल खाते में कुछ नहीं।"],
        ["क्या शाखा में हो जाएगा?", "जी, {place} शाखा चार बजे तक खुली है।"],
      ],
    },
  },
];

/** How agents greet, by the customer's name, and how customers take their leave. */
export const greetings: Readonly<Record<Tongue, readonly string[]>> = {
  en: [
    "Hello {name}, I am looking into it.",
    "Good day {name}, one moment please.",
    "Hi {name}, thanks for writing. Let me check.",
  ],
  hinglish: ["Namaste {name} ji, main dekhti hoon.", "Hello {name} ji, ek minute dijiye."],
  hi: ["नमस्ते {name} जी, मैं देख रही हूँ।", "नमस्कार {name} जी, एक मिनट दीजिए।"],
};
export const thanks: Readonly<Record<Tongue, readonly string[]>> = {
  en: ["Thank you!", "Great, that is all.", "Thanks for the quick help.", "Okay, I will wait for it."],
  hinglish: ["Thank you ji!", "Theek hai, shukriya.", "Badhiya, ho gaya."],
  hi: ["धन्यवाद!", "ठीक है, शुक्रिया।", "बहुत अच्छा, धन्यवाद।"],
};
/** Asked again by who has waited for a while. */
export const nudges: Readonly<Record<Tongue, readonly string[]>> = {
  en: ["Is anybody there?", "Hello? I am still waiting.", "Please answer soon, I have to leave."],
  hinglish: ["Koi hai?", "Main wait kar raha hoon.", "Please jaldi reply karo."],
  hi: ["क्या कोई है?", "मैं अब भी इंतज़ार कर रहा हूँ।"],
};
export const notes: readonly string[] = [
  "Called the branch at {place}: they confirm it.",
  "Third time this month. Keep an eye on it.",
  "Identity checked by date of birth and the last digits {last}.",
  "Prefers a call after six.",
  "Ticket {ref} in the back office.",
];
export const handovers: readonly string[] = [
  "Your topic, please take it.",
  "Needs somebody who may see {last}.",
  "Customer asks for your team.",
];

/** Questions that the bot was never taught. */
export const unknown: readonly string[] = [
  "Do you have lockers at the {place} branch?",
  "Can I get a new cheque book printed in Hindi?",
  "mera fastag recharge nahi ho raha",
  "क्या आपके यहाँ सोने पर ऋण मिलता है?",
  "How do I nominate my daughter?",
  "What is the GST number of the bank?",
  "locker ka kiraya kitna hai?",
  "I need a balance certificate for my visa",
  "Is the {place} branch open on Sunday?",
  "can I buy sovereign gold bonds here",
  "मुझे फॉर्म 16 चाहिए",
  "How do I link Aadhaar with my account?",
];
