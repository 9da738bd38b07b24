import type { Translated } from "../translated.ts";
import type { optInTexts as English } from "../opt-in.ts";

export const optInTexts: Translated<typeof English> = {
  title: "इन लोगों ने ऑफ़र के लिए सहमति दी है",
  lead: "हर व्यक्ति के साथ रखा जाता है कि वे किस बात पर और कब सहमत हुए। इसे तभी चुनें जब आप इसे साबित कर सकें।",
  channels: "ऑफ़र के लिए सहमति इन चैनलों पर है",
  wording: "जिन शब्दों पर वे सहमत हुए",
  wordingHint: "इसे फ़ॉर्म या अनुबंध से शब्दशः कॉपी करें।",
  agreedOn: "सहमति की तारीख",
  agreedOnHint: "अगर वे अलग-अलग दिन सहमत हुए, तो उनमें से आखिरी दिन।",
  refused: "जिसने ऑफ़र से मना किया है, उसका मना बना रहता है, फ़ाइल में कुछ भी हो।",
  takenBack: "फ़ाइल में सहमति की जो बात है, वह सभी से वापस ले ली जाती है।",
  summary: (channels, day) => `${day} को ${channels} पर ऑफ़र के लिए सहमति दी`,

  noChannel: "कम से कम एक चैनल चुनें।",
  channelUnknown: "इस चैनल पर लोग पहले से ऑफ़र के लिए सहमति नहीं दे सकते।",
  noWording: "वे शब्द डालें जिन पर वे सहमत हुए।",
  wordingLong: (most) => `ज़्यादा से ज़्यादा ${most} अक्षर।`,
  noDate: "वह दिन चुनें जब वे सहमत हुए।",
  inFuture: "यह दिन अभी नहीं आया है। वह दिन चुनें जब वे सहमत हुए।",
};
