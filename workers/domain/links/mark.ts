import { isLinkAddress, LINK_PATH, MOST_LINKS } from "#workers/contract/short-links.ts";
import type { BodyOf, Button, MessageBody } from "#workers/contract/message-body.ts";
import { slotsOf } from "#workers/contract/templates/sending.ts";
import type { Components } from "#workers/contract/templates/template.ts";
import { newRunCode } from "./codes.ts";
import { ADDRESS, type LinkPlace, wholeAddress } from "./shorten.ts";

/** An address in what a run says, under the code that stands there instead. */
export interface Marked {
  code: string;
  url: string;
}

/** Puts links of a message's own in the place of its addresses, so that a run hears of a click. */
export class Marker {
  readonly #place: LinkPlace;
  readonly #codes = new Map<string, string>();

  constructor(place: LinkPlace) {
    this.#place = place;
  }

  get marked(): Marked[] {
    return [...this.#codes].map(([url, code]) => ({ code, url }));
  }

  /** A message with its addresses replaced wherever somebody can press them. */
  inBody(body: MessageBody): MessageBody {
    switch (body.kind) {
      case "text":
        return { ...body, text: this.inText(body.text) };
      case "image":
      case "video":
      case "audio":
      case "document":
        return body.caption === undefined ? body : { ...body, caption: this.inText(body.caption) };
      case "buttons":
        return {
          ...body,
          text: this.inText(body.text),
          buttons: body.buttons.map((each) => this.#button(each)),
        };
      case "carousel":
        return this.#carousel(body);
      default:
        return body;
    }
  }

  /**
   * Values of a template with their addresses replaced: within words, and as the end of an address that was approved to lead
   * here. An address that is part of the approved words stays.
   */
  inValues(components: Components, values: Readonly<Record<string, string>>): Record<string, string> {
    const { origin, origins = [] } = this.#place;
    const isOurs = (place: string) =>
      [origin, ...origins].some((each) =>
        isLinkAddress(components.buttons[Number(place.slice("buttons.".length))]?.value ?? "", each),
      );
    const own = slotsOf(components).flatMap(({ key, place }) => {
      const value = values[key] ?? "";
      if (!place.startsWith("buttons.")) return [[key, this.inText(value)]];
      const url = isOurs(place) ? wholeAddress(value) : "";
      return url === "" ? [] : [[key, this.#codeOf(url) ?? value]];
    });
    return { ...values, ...(Object.fromEntries(own) as Record<string, string>) };
  }

  inText(text: string): string {
    return text.replaceAll(ADDRESS, (url) => this.#short(url));
  }

  #button(given: Button): Button {
    return given.kind === "url" ? { ...given, url: this.#short(given.url) } : given;
  }

  #carousel(body: BodyOf<"carousel">): BodyOf<"carousel"> {
    return {
      ...body,
      ...(body.text !== undefined && { text: this.inText(body.text) }),
      cards: body.cards.map((card) => ({
        ...card,
        ...(card.text !== undefined && { text: this.inText(card.text) }),
        buttons: card.buttons.map((each) => this.#button(each)),
      })),
    };
  }

  #short(url: string): string {
    const code = this.#codeOf(url);
    return code === undefined ? url : this.#place.origin + LINK_PATH + code;
  }

  /** Undefined for what leads nowhere, is a short link already, or is one too many. */
  #codeOf(url: string): string | undefined {
    const { database, origin, origins = [] } = this.#place;
    if (!URL.canParse(url) || [origin, ...origins].some((each) => url.startsWith(each + LINK_PATH)))
      return undefined;
    const known = this.#codes.get(url);
    if (known !== undefined || this.#codes.size >= MOST_LINKS) return known;
    const code = newRunCode(database);
    this.#codes.set(url, code);
    return code;
  }
}
