/** The link that opens a chat with a number on WhatsApp, with a word typed already. */
export function whatsAppLink(number: string, word: string): string | undefined {
  const digits = number.replaceAll(/\D/g, "");
  return /^\d{6,15}$/.test(digits) ? `https://wa.me/${digits}?text=${encodeURIComponent(word)}` : undefined;
}
