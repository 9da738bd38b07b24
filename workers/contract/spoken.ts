import { channelTypes } from "#workers/contract/channel-types.ts";

/** How a messenger marks bold words; the others show signs as they are. */
const BOLD: Readonly<Record<number, string>> = { [channelTypes.whatsApp]: "*" };

/**
 * A bot's answer as a messenger shows it: bots write Markdown, which no messenger reads. Bold words keep their weight where
 * the messenger has a sign for it, links become words with their address, and lists get bullets.
 */
export function spoken(markdown: string, channelType: number): string {
  const bold = BOLD[channelType] ?? "";
  return markdown
    .replaceAll(/\*\*(?=\S)(.+?)(?<=\S)\*\*/g, `${bold}$1${bold}`)
    .replaceAll(/(?<![\p{L}\p{N}_])__(?=\S)(.+?)(?<=\S)__(?![\p{L}\p{N}_])/gu, `${bold}$1${bold}`)
    .replaceAll(/!?\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/g, (_, label: string, url: string) =>
      label === url ? url : `${label} (${url})`,
    )
    .replaceAll(/^ {0,3}#{1,6} +(?=\S)/gm, "")
    .replaceAll(/^( *)[-*+] +(?=\S)/gm, "$1• ")
    .replaceAll(/`([^`\n]+)`/g, "$1");
}
