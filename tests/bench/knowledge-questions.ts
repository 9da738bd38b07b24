/**
 * Topics with one fact each, and a question that asks for it in other words where people would do so.
 * Written before any result was seen; each topic becomes a page of a website or of a PDF among many others.
 */
export const topics: { topic: string; fact: string; question: string }[] = [
  {
    topic: "Returns",
    fact: "Unworn shoes can be sent back within 45 days of delivery.",
    question: "how long can I send shoes back",
  },
  {
    topic: "Refunds",
    fact: "The refund reaches your card in seven working days.",
    question: "when does the refund reach my card",
  },
  {
    topic: "Shipping abroad",
    fact: "Parcels to Norway take nine days and cost twelve euros.",
    question: "what does a parcel to Norway cost",
  },
  {
    topic: "Express delivery",
    fact: "Express orders placed before eleven arrive the next morning.",
    question: "until when must I order for express delivery the next morning",
  },
  {
    topic: "Gift cards",
    fact: "A gift card is valid for thirty six months from purchase.",
    question: "how long is a gift card valid",
  },
  {
    topic: "Loyalty points",
    fact: "Every ten euros spent earn one loyalty point.",
    question: "how many loyalty points do I earn",
  },
  {
    topic: "Kettle K7",
    fact: "The kettle K7 holds one point seven litres and switches itself off.",
    question: "how many litres does the K7 kettle hold",
  },
  {
    topic: "Toaster T2",
    fact: "The toaster T2 has a warranty of five years on its heating wire.",
    question: "warranty of the T2 toaster",
  },
  {
    topic: "Washing at forty degrees",
    fact: "Linen shirts shrink above forty degrees and must be dried flat.",
    question: "at what temperature do linen shirts shrink",
  },
  {
    topic: "Opening hours in Pune",
    fact: "The shop in Pune opens at ten and closes at nine in the evening.",
    question: "when does the Pune shop close",
  },
  {
    topic: "Opening hours in Delhi",
    fact: "The shop in Delhi is closed on Tuesdays.",
    question: "on which day is the Delhi shop closed",
  },
  {
    topic: "Parking",
    fact: "Parking is free for two hours with a stamped receipt.",
    question: "is parking free",
  },
  {
    topic: "Password",
    fact: "A forgotten password is renewed by the link that we mail, good for one hour.",
    question: "how long is the link for a forgotten password good",
  },
  {
    topic: "Two-factor sign-in",
    fact: "Ten recovery codes open the account when the phone is lost.",
    question: "how do I open my account when my phone is lost",
  },
  {
    topic: "Invoices",
    fact: "Invoices are mailed on the third day of each month as PDF.",
    question: "on which day are invoices mailed",
  },
  {
    topic: "Late fees",
    fact: "A reminder costs two euros fifty after fourteen days.",
    question: "what does a reminder cost",
  },
  {
    topic: "Savings account",
    fact: "The savings account pays four point two percent a year.",
    question: "interest of the savings account",
  },
  {
    topic: "Home loan",
    fact: "A home loan needs twenty percent of own money and three payslips.",
    question: "how many payslips does a home loan need",
  },
  {
    topic: "Card limits",
    fact: "The credit card's limit is raised after six months without a late payment.",
    question: "when is the limit of my credit card raised",
  },
  {
    topic: "Lost cards",
    fact: "Call the hotline 0800 555 at once to block a lost card.",
    question: "which number blocks a lost card",
  },
  {
    topic: "Cheques",
    fact: "A cheque book with fifty leaves arrives in four days.",
    question: "how many leaves has a cheque book",
  },
  {
    topic: "Insurance of travellers",
    fact: "Travel insurance covers luggage up to two thousand euros.",
    question: "how much luggage is covered by travel insurance",
  },
  {
    topic: "Medical claims",
    fact: "Medical claims are sent within ninety days with the doctor's bill.",
    question: "how soon must medical claims be sent",
  },
  {
    topic: "Dental care",
    fact: "Two dental cleanings a year are paid in full.",
    question: "how many dental cleanings are paid",
  },
  {
    topic: "Cancelling a flight",
    fact: "Flights cancelled within a day of booking cost nothing.",
    question: "can I cancel a flight for free",
  },
  {
    topic: "Luggage",
    fact: "One bag of twenty three kilograms travels free in economy.",
    question: "how heavy may my bag be in economy",
  },
  {
    topic: "Pets on board",
    fact: "Cats and dogs up to eight kilograms fly in the cabin for sixty euros.",
    question: "can my cat fly in the cabin",
  },
  {
    topic: "Check-in",
    fact: "Online check-in opens thirty hours before departure.",
    question: "when does online check-in open",
  },
  {
    topic: "Hotel breakfast",
    fact: "Breakfast is served from six thirty on the roof terrace.",
    question: "where is breakfast served",
  },
  {
    topic: "Swimming pool",
    fact: "The swimming pool is heated from October to April.",
    question: "in which months is the pool heated",
  },
  {
    topic: "Late check-out",
    fact: "Guests may keep the room until two for fifteen euros.",
    question: "what does keeping the room until two cost",
  },
  {
    topic: "Internet at home",
    fact: "The fibre line reaches five hundred megabits a second.",
    question: "how fast is the fibre line",
  },
  {
    topic: "Router lights",
    fact: "A red router light means that the cable is loose.",
    question: "what does a red light on the router mean",
  },
  {
    topic: "Roaming",
    fact: "Roaming in the European Union costs nothing extra.",
    question: "does roaming in the EU cost extra",
  },
  {
    topic: "New SIM",
    fact: "A new SIM card starts working forty minutes after activation.",
    question: "how long until a new SIM works",
  },
  { topic: "Library fines", fact: "A late book costs forty cents a day.", question: "fine for a late book" },
  {
    topic: "Library rooms",
    fact: "Study rooms are booked for three hours at most.",
    question: "for how many hours can study rooms be booked",
  },
  {
    topic: "School holidays",
    fact: "The summer holidays begin on the twelfth of July.",
    question: "when do the summer holidays begin",
  },
  {
    topic: "School meals",
    fact: "A school lunch without meat is ordered a week ahead.",
    question: "how far ahead do I order a lunch without meat",
  },
  {
    topic: "Garden waste",
    fact: "Garden waste is collected every second Thursday in brown bags.",
    question: "on which day is garden waste collected",
  },
  {
    topic: "Water meter",
    fact: "The water meter is read in November by its owner.",
    question: "who reads the water meter",
  },
  {
    topic: "Solar panels",
    fact: "Solar panels up to ten kilowatts need no permit.",
    question: "do solar panels need a permit",
  },
  {
    topic: "Electric cars",
    fact: "A charge from twenty to eighty percent takes twenty eight minutes.",
    question: "how long does a charge to eighty percent take",
  },
  {
    topic: "Tyres",
    fact: "Winter tyres must be on from November to March.",
    question: "from when must winter tyres be on",
  },
  {
    topic: "Vaccination",
    fact: "The second dose is given after twenty one days.",
    question: "after how many days is the second dose given",
  },
];

/** Filler sentences, so that no page consists of its fact alone. */
const filler = [
  "Our team answers questions on every working day and is glad to help you with anything that is not explained here.",
  "Please keep your number at hand when you write to us, so that we can find you at once.",
  "The rules on this page were last looked through in spring and hold for all customers alike.",
  "If something goes wrong, tell us first: most things are mended with one message.",
  "You find more about this in the customer area under the heading of the same name.",
  "Prices include taxes where the law asks for it, and are shown before you confirm anything.",
  "For groups and companies other terms may hold, which we send on request.",
];

/** The paragraphs of page `number` about a topic: its fact among sentences that appear on every page. */
export const paragraphsOf = ({ topic, fact }: (typeof topics)[number], number: number): string[] => [
  `${topic}: what you should know. ${filler[number % filler.length]}`,
  `${filler[(number + 2) % filler.length]} ${fact} ${filler[(number + 4) % filler.length]}`,
  `${filler[(number + 5) % filler.length]}`,
];

/** Pages that answer none of the questions. */
export const otherPage = (number: number): { title: string; paragraphs: string[] } => ({
  title: `Notice ${number}`,
  paragraphs: [
    `Notice number ${number} of our archive. ${filler[number % filler.length]}`,
    `${filler[(number * 3 + 1) % filler.length]} ${filler[(number * 5 + 2) % filler.length]}`,
  ],
});
