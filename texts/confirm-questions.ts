/** The question to somebody who says a start word, where their word is to be confirmed; by the language of the word. */
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

/** The answer to somebody who stops messages, by the language of their word; English has the texts of chats. */
export const stoppedAnswers: Readonly<Record<string, string>> = {
  hi: "अब आपको हमसे कोई संदेश नहीं मिलेगा। दोबारा पाने के लिए “शुरू करो” लिखें।",
  es: "Ya no recibirá más mensajes nuestros. Envíe SUSCRIBIR para volver a recibirlos.",
  pt: "Não receberá mais mensagens nossas. Envie INSCREVER para voltar a recebê-las.",
  fr: "Vous ne recevrez plus de messages de notre part. Envoyez RÉABONNER pour les recevoir à nouveau.",
  de: "Sie erhalten keine Nachrichten mehr von uns. Senden Sie ABONNIEREN, um sie wieder zu erhalten.",
  id: "Anda tidak akan menerima pesan dari kami lagi. Kirim BERLANGGANAN untuk menerimanya kembali.",
  ar: "لن تصلك رسائل منا بعد الآن. أرسل “اشترك” لاستلامها من جديد.",
};

/** The same for who starts them again. */
export const startedAnswers: Readonly<Record<string, string>> = {
  hi: "आपको हमारे संदेश फिर मिलेंगे। रोकने के लिए “बंद करो” लिखें।",
  es: "Volverá a recibir nuestros mensajes. Envíe DARME DE BAJA para dejar de recibirlos.",
  pt: "Voltará a receber as nossas mensagens. Envie DESCADASTRAR para deixar de as receber.",
  fr: "Vous recevrez à nouveau nos messages. Envoyez DÉSABONNER pour ne plus les recevoir.",
  de: "Sie erhalten unsere Nachrichten wieder. Senden Sie ABMELDEN, um sie zu beenden.",
  id: "Anda akan menerima pesan kami lagi. Kirim BERHENTI untuk menghentikannya.",
  ar: "ستصلك رسائلنا من جديد. أرسل “إيقاف” لإنهائها.",
};
