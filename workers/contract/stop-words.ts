/**
 * Words by which a person stops messages or starts them again, each a whole message; those of `unlessAsked` are answers
 * where a bot asks. Greetings, such as "empezar", are left to the bot, so no start word is one.
 */
interface Words {
  stop: readonly string[];
  start: readonly string[];
  unlessAsked: { stop: readonly string[]; start: readonly string[] };
}

export const stopWords: Readonly<Record<string, Words>> = {
  en: {
    stop: ["stop", "stop all", "stopall", "unsubscribe", "opt out", "opt-out", "optout"],
    start: ["start", "unstop", "subscribe", "opt in", "opt-in", "optin"],
    unlessAsked: { stop: ["cancel", "end", "quit"], start: [] },
  },
  hi: {
    stop: ["बंद करो", "बंद करें", "रोको", "रोकें", "स्टॉप", "मैसेज बंद करो", "सदस्यता रद्द करें", "band karo", "roko"],
    start: ["शुरू करो", "शुरू करें", "स्टार्ट", "सदस्यता लें", "shuru karo"],
    unlessAsked: { stop: ["बंद"], start: [] },
  },
  es: {
    stop: [
      "darse de baja",
      "darme de baja",
      "dar de baja",
      "cancelar suscripción",
      "desuscribir",
      "desuscribirme",
    ],
    start: ["suscribir", "suscribirme", "suscribirse", "darme de alta"],
    unlessAsked: { stop: ["baja", "alto", "parar", "detener", "cancelar", "salir", "fin"], start: ["alta"] },
  },
  pt: {
    stop: [
      "descadastrar",
      "cancelar inscrição",
      "cancelar assinatura",
      "cancelar subscrição",
      "desinscrever",
    ],
    start: ["inscrever", "inscrever-me", "subscrever", "recadastrar"],
    unlessAsked: { stop: ["parar", "pare", "cancelar", "sair", "fim"], start: ["assinar"] },
  },
  fr: {
    stop: [
      "arrêt",
      "arrêter",
      "arrêtez",
      "désabonner",
      "se désabonner",
      "désabonnement",
      "désinscrire",
      "désinscription",
    ],
    start: ["s'abonner", "abonner", "réabonner", "m'abonner"],
    unlessAsked: { stop: ["annuler", "fin", "quitter"], start: ["abonnement"] },
  },
  de: {
    stop: ["stopp", "abmelden", "abbestellen", "austragen", "keine nachrichten mehr"],
    start: ["abonnieren", "wieder anmelden"],
    unlessAsked: { stop: ["abbrechen", "ende", "beenden"], start: ["anmelden"] },
  },
  ar: {
    stop: ["إيقاف", "توقف", "أوقف", "أوقفوا الرسائل", "إيقاف الرسائل", "إلغاء الاشتراك", "الغ الاشتراك"],
    start: ["اشترك", "تفعيل الاشتراك", "استئناف الرسائل"],
    unlessAsked: { stop: ["إلغاء", "انهاء"], start: ["اشتراك"] },
  },
  id: {
    stop: ["berhenti", "berhenti berlangganan", "stop semua", "hentikan", "hentikan pesan"],
    start: ["berlangganan", "langganan lagi"],
    unlessAsked: { stop: ["batal", "keluar", "selesai"], start: ["langganan"] },
  },
};
