/** The line in mails with offers by which people end them, by the language of the template. */
const LINES: Readonly<Record<string, string>> = {
  ar: "إلغاء الاشتراك",
  bn: "আনসাবস্ক্রাইব করুন",
  de: "Abmelden",
  en: "Unsubscribe",
  es: "Darse de baja",
  fr: "Se désabonner",
  gu: "અનસબ્સ્ક્રાઇબ કરો",
  he: "ביטול הרשמה",
  hi: "सदस्यता समाप्त करें",
  id: "Berhenti berlangganan",
  it: "Annulla iscrizione",
  ja: "配信停止",
  kn: "ಅನ್‌ಸಬ್‌ಸ್ಕ್ರೈಬ್ ಮಾಡಿ",
  ko: "수신 거부",
  ml: "അൺസബ്സ്ക്രൈബ് ചെയ്യുക",
  mr: "सदस्यता रद्द करा",
  ms: "Berhenti melanggan",
  nl: "Uitschrijven",
  pa: "ਅਨਸਬਸਕ੍ਰਾਈਬ ਕਰੋ",
  pl: "Wypisz się",
  pt: "Cancelar inscrição",
  ru: "Отписаться",
  ta: "குழுவிலகு",
  te: "అన్‌సబ్‌స్క్రైబ్ చేయండి",
  th: "ยกเลิกการรับข่าวสาร",
  tr: "Abonelikten çık",
  ur: "اَن سبسکرائب کریں",
  vi: "Hủy đăng ký",
  zh: "退订",
};

/** By the language's code, such as `pt_BR`; in English for those that are not here. */
export const unsubscribeLine = (language: string): string =>
  LINES[language.toLowerCase().split(/[_-]/)[0] ?? ""] ?? "Unsubscribe";
