import { playPage, type PlayedPage } from "../meta-page.ts";

export const MESSENGER: PlayedPage = {
  name: "messenger",
  id: "1049283745561",
  accessToken: "EAAJB-messenger-played",
  appSecret: "played-messenger-secret",
  called: ["name", "Lucky Shrub"],
  files: ["image", "video", "audio", "file"],
  textTooLong: (text) => text.length > 2_000,
};

export const play = () => playPage(MESSENGER);
