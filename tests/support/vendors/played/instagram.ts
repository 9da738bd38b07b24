import { playPage, type PlayedPage } from "../meta-page.ts";

export const INSTAGRAM: PlayedPage = {
  name: "instagram",
  id: "17841405793187218",
  accessToken: "EAAJB-instagram-played",
  appSecret: "played-instagram-secret",
  called: ["username", "lucky_shrub"],
  files: ["image", "video", "audio"],
  textTooLong: (text) => Buffer.byteLength(text) > 1_000,
};

export const play = () => playPage(INSTAGRAM);
