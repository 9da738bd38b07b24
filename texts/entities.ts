/** The entities that every agent recognises by itself: how they are called and described. */
export const entitiesTexts = {
  system: {
    number: ["number", "Any number, in digits or in words: 25, 1,00,000, twenty five, पच्चीस."],
    ordinal: ["ordinal", "A place in an order: first, 2nd, तीसरा."],
    percentage: ["percentage", "A share of a hundred: 20 %, five percent, दस प्रतिशत."],
    date: ["date", "A day: tomorrow, next Monday, 5 January, Diwali, कल, 15 अगस्त."],
    time: ["time", "A time of day: 5 pm, half past nine, शाम 5 बजे."],
    datetime: ["date-time", "A day with its time: tomorrow at 10, कल सुबह 9 बजे."],
    period: [
      "period",
      "Some days or hours together: next week, from 3 to 5 pm, अगले हफ्ते. Its value has both ends: 2026-11-30/2026-12-06.",
    ],
    duration: ["duration", "How long: two hours, 45 minutes, 3 दिन."],
    money: [
      "amount of money",
      "A sum with its currency: ₹500, 20 dollars, दो लाख रुपये. A range has both ends: 10-20 USD.",
    ],
    email: ["e-mail", "An e-mail address."],
    phone: ["phone number", "A telephone number, with or without its country code."],
    url: ["URL", "A web address."],
    distance: ["distance", "How far or long: 5 km, 6 feet, पांच किलोमीटर."],
    volume: ["volume", "How much liquid: 2 litres, 500 ml, पांच लीटर."],
    weight: ["weight", "How heavy: 5 kg, 200 grams, ढाई किलो."],
    age: ["person's age", "How old somebody is: 30 years old, 25 साल का."],
    temperature: ["temperature", "Degrees: 30 °C, 98 degrees Fahrenheit, 25 डिग्री."],
    currency: ["currency", "A currency by name, sign or code: rupee, €, USD."],
    location: ["location", "A country or a large city: India, Mumbai, दिल्ली."],
    language: ["language", "A language by name: Hindi, French, तमिल."],
  },
} as const;
