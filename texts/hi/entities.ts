import type { Translated } from "../translated.ts";
import type { entitiesTexts as English } from "../entities.ts";

export const entitiesTexts: Translated<typeof English> = {
  system: {
    number: ["संख्या", "कोई भी संख्या, अंकों या शब्दों में: 25, 1,00,000, twenty five, पच्चीस।"],
    ordinal: ["क्रम", "क्रम में कोई जगह: first, 2nd, तीसरा।"],
    percentage: ["प्रतिशत", "सौ में से हिस्सा: 20 %, five percent, दस प्रतिशत।"],
    date: ["तारीख", "कोई दिन: tomorrow, next Monday, 5 January, Diwali, कल, 15 अगस्त।"],
    time: ["समय", "दिन का कोई समय: 5 pm, half past nine, शाम 5 बजे।"],
    datetime: ["तारीख और समय", "कोई दिन और उसका समय: tomorrow at 10, कल सुबह 9 बजे।"],
    period: [
      "अवधि",
      "एक साथ कुछ दिन या घंटे: next week, from 3 to 5 pm, अगले हफ्ते। इसके मान में दोनों सिरे होते हैं: 2026-11-30/2026-12-06।",
    ],
    duration: ["समय की लंबाई", "कितनी देर: two hours, 45 minutes, 3 दिन।"],
    money: ["रकम", "मुद्रा के साथ रकम: ₹500, 20 dollars, दो लाख रुपये। सीमा में दोनों सिरे होते हैं: 10-20 USD।"],
    email: ["ईमेल", "कोई ईमेल पता।"],
    phone: ["फ़ोन नंबर", "कोई टेलीफ़ोन नंबर, देश के कोड के साथ या बिना।"],
    url: ["URL", "कोई वेब पता।"],
    distance: ["दूरी", "कितना दूर या लंबा: 5 km, 6 feet, पांच किलोमीटर।"],
    volume: ["आयतन", "कितना तरल: 2 litres, 500 ml, पांच लीटर।"],
    weight: ["वज़न", "कितना भारी: 5 kg, 200 grams, ढाई किलो।"],
    age: ["उम्र", "किसी की उम्र: 30 years old, 25 साल का।"],
    temperature: ["तापमान", "डिग्री: 30 °C, 98 degrees Fahrenheit, 25 डिग्री।"],
    currency: ["मुद्रा", "नाम, चिह्न या कोड से कोई मुद्रा: rupee, €, USD।"],
    location: ["जगह", "कोई देश या बड़ा शहर: India, Mumbai, दिल्ली।"],
    language: ["भाषा", "नाम से कोई भाषा: Hindi, French, तमिल।"],
  },
};
