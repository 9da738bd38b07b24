/** What somebody is asked who says a start word, where their word is to be confirmed; by the language of the word. */
export const confirmQuestions: Readonly<Record<string, string>> = {
  en: "Reply YES to confirm that you want to get our offers.",
  hi: "हमारे ऑफ़र पाने की पुष्टि के लिए हाँ लिखें।",
  es: "Responda SÍ para confirmar que desea recibir nuestras ofertas.",
  pt: "Responda SIM para confirmar que deseja receber as nossas ofertas.",
  fr: "Répondez OUI pour confirmer que vous souhaitez recevoir nos offres.",
  de: "Antworten Sie mit JA, um zu bestätigen, dass Sie unsere Angebote erhalten möchten.",
  it: "Rispondi SÌ per confermare che vuoi ricevere le nostre offerte.",
  id: "Balas YA untuk mengonfirmasi bahwa Anda ingin menerima penawaran kami.",
  ar: "أرسل نعم لتأكيد رغبتك في استلام عروضنا.",
};
