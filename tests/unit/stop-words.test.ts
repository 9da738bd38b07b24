import { expect, test } from "vitest";
import { stopWords } from "#workers/contract/stop-words.ts";
import { factIn } from "#workers/contract/who-speaks.ts";

test.each([
  ["hi", ["बंद करो", "बंद करें।", "स्टॉप", "Band Karo"], ["शुरू करें", "shuru karo"]],
  ["es", ["Darme de BAJA", "cancelar suscripcion", "¡Baja!"], ["suscribirme", "Alta"]],
  ["pt", ["Descadastrar", "cancelar inscricao", "PARAR"], ["inscrever", "subscrever"]],
  ["fr", ["Arrêt", "ARRET", "désabonner", "desabonner..."], ["s'abonner", "S’abonner"]],
  ["de", ["Stopp!", "abmelden", "Abbestellen."], ["abonnieren", "anmelden"]],
  ["ar", ["إيقاف", "ايقاف", "تَوَقَّف", "الغاء الاشتراك"], ["اشترك"]],
  ["id", ["Berhenti", "berhenti  berlangganan", "HENTIKAN"], ["berlangganan"]],
])("%s: a stop and a start are known in any writing", (_, stops, starts) => {
  for (const text of stops) expect(factIn(text), text).toBe("stopWord");
  for (const text of starts) expect(factIn(text), text).toBe("startWord");
});

test("within a sentence a stop is none, in any language", () => {
  for (const text of [
    "when does the bus stop",
    "मैसेज कब बंद करो",
    "no quiero darme de baja",
    "quero parar no centro",
    "arrêt de bus",
    "wie kann ich mich abmelden",
    "متى توقف المطر",
    "jangan berhenti",
    "बन्द",
    "nonstop",
    "?",
    "!",
  ])
    expect(factIn(text), text).toBeUndefined();
});

test("no word says both, and what a bot may be answered is none while it asks", () => {
  const words = Object.values(stopWords);
  const said = (of: (each: (typeof words)[number]) => readonly string[]) => words.flatMap((each) => of(each));
  for (const text of said(({ stop, unlessAsked }) => [...stop, ...unlessAsked.stop]))
    expect(factIn(text), text).toBe("stopWord");
  for (const text of said(({ start, unlessAsked }) => [...start, ...unlessAsked.start]))
    expect(factIn(text), text).toBe("startWord");
  for (const text of said(({ unlessAsked }) => [...unlessAsked.stop, ...unlessAsked.start]))
    expect(factIn(text, true), text).toBeUndefined();
  for (const text of said(({ stop }) => stop)) expect(factIn(text, true), text).toBe("stopWord");
});
