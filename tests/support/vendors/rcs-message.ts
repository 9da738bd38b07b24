import type { MessageBody } from "#workers/contract/message-body.ts";

/** Finds what Google's platform says is wrong with a message, by its documents: undefined where it takes it. */

type Part = Record<string, unknown>;
export const part = (value: unknown): Part =>
  typeof value === "object" && value !== null ? (value as Part) : {};
const parts = (value: unknown): Part[] | undefined => (Array.isArray(value) ? value.map(part) : undefined);
export const words = (value: unknown): string => (typeof value === "string" ? value : "");

const first = (all: (string | undefined)[]) => all.find((each) => each !== undefined);
const unknown = (all: Part, ...known: string[]) => {
  const other = Object.keys(all).find((name) => !known.includes(name));
  return other === undefined ? undefined : `Unknown name "${other}"`;
};
const isUrl = (value: unknown) => /^https?:\/\/\S+$/.test(words(value)) && words(value).length <= 2_048;
const length = (value: unknown, most: number, name: string) =>
  value === undefined || (words(value) !== "" && words(value).length <= most)
    ? undefined
    : `${name} is invalid`;

export function problemOfContent(content: Part, ...more: string[]): string | undefined {
  const { suggestions, ...one } = content;
  const [name = "none", ...others] = Object.keys(one);
  if (others.length > 0) return "content must have exactly one kind";
  return first([
    suggestions === undefined ? undefined : problemOfSuggestions(suggestions, 11),
    unknown(one, "text", "contentInfo", "richCard", ...more),
    name === "text" && !length(one["text"] ?? "", 3_072, "text")
      ? undefined
      : partProblem(name, part(one[name])),
  ]);
}

function partProblem(name: string, of: Part): string | undefined {
  if (name === "contentInfo") return problemOfFile(of);
  if (name !== "richCard") return name === "text" || name === "none" ? "text is invalid" : undefined;
  const { standaloneCard, carouselCard } = of;
  if ((standaloneCard === undefined) === (carouselCard === undefined)) return "richCard must have one kind";
  if (standaloneCard !== undefined) {
    const card = part(standaloneCard);
    const isTurned = card["cardOrientation"] === "VERTICAL" || card["cardOrientation"] === "HORIZONTAL";
    return isTurned ? problemOfCard(part(card["cardContent"])) : "cardOrientation is required";
  }
  const cards = parts(part(carouselCard)["cardContents"]) ?? [];
  if (!["SMALL", "MEDIUM"].includes(words(part(carouselCard)["cardWidth"]))) return "cardWidth is required";
  if (cards.length < 2 || cards.length > 10) return "cardContents must have 2 to 10 cards";
  return first(cards.map(problemOfCard));
}

const problemOfFile = (file: Part) =>
  unknown(file, "fileUrl", "thumbnailUrl", "forceRefresh") ??
  (isUrl(file["fileUrl"]) ? undefined : "fileUrl is invalid");

function problemOfCard(card: Part): string | undefined {
  const { title, description, media, suggestions } = card;
  if (title === undefined && description === undefined && media === undefined) return "card is empty";
  const height = words(part(media)["height"]);
  return first([
    unknown(card, "title", "description", "media", "suggestions"),
    length(title, 200, "title"),
    length(description, 2_000, "description"),
    media === undefined ? undefined : problemOfFile(part(part(media)["contentInfo"])),
    media === undefined || ["SHORT", "MEDIUM", "TALL"].includes(height) ? undefined : "height is required",
    suggestions === undefined ? undefined : problemOfSuggestions(suggestions, 4),
  ]);
}

function problemOfSuggestions(value: unknown, most: number): string | undefined {
  const all = parts(value);
  if (!all || all.length > most) return `at most ${most} suggestions`;
  return first(all.map(problemOfSuggestion));
}

function problemOfSuggestion(suggestion: Part): string | undefined {
  const { reply, action } = suggestion;
  if ((reply === undefined) === (action === undefined)) return "suggestion must have one kind";
  const of = part(reply ?? action);
  const label = words(of["text"]);
  if (label.trim() === "" || label.length > 25) return "suggestion text is invalid";
  if (words(of["postbackData"]) === "" || words(of["postbackData"]).length > 2_048)
    return "postbackData is required";
  if (action === undefined) return unknown(of, "text", "postbackData");
  const { openUrlAction, dialAction } = of;
  if (openUrlAction !== undefined) return isUrl(part(openUrlAction)["url"]) ? undefined : "url is invalid";
  const number = words(part(dialAction)["phoneNumber"]);
  return /^\+[1-9]\d{4,14}$/.test(number) ? undefined : "action is invalid";
}

/** The parts of an address that sends a message, or what is wrong with it. */
export function problemOfAddress(path: string, agent: { name: string; id: string }): string | undefined {
  const { pathname, searchParams } = new URL(path, "http://rcs");
  if (!/\/phones\/(\+|%2B)[1-9]\d{4,14}\/agentMessages(\/async)?$/.test(pathname)) return "Invalid phone";
  if (searchParams.get(agent.name) !== agent.id) return `Invalid ${agent.name}`;
  const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(searchParams.get("messageId") ?? "");
  return isUuid ? undefined : "messageId must be a UUID";
}

/** The number that it is for, and our id of it. */
export function sentTo(path: string): { to: string; id: string } {
  const { pathname, searchParams } = new URL(path, "http://rcs");
  const to = /(\d+)\/agentMessages/.exec(pathname)?.[1] ?? "";
  return { to, id: searchParams.get("messageId") ?? "" };
}

/** An event in the envelope of Pub/Sub. */
export const envelope = (event: unknown, attributes: Part): string =>
  JSON.stringify({
    message: { data: Buffer.from(JSON.stringify(event)).toString("base64"), attributes, messageId: "1" },
    subscription: "projects/rbm/subscriptions/bot",
  });

/** Whether its adapters refuse a message uncalled though they carry messages of the kind. */
export function declinedByRcs(body: MessageBody): boolean {
  switch (body.kind) {
    case "image":
    case "video":
    case "audio":
    case "document": {
      const isWordless = body.kind === "audio" || body.kind === "document";
      const isLost = body.medium.fileId === undefined && body.medium.url === undefined;
      return isLost || body.medium.mime === "image/webp" || (isWordless && Boolean(body.caption));
    }
    case "carousel":
      return Boolean(body.text);
    default:
      return false;
  }
}
