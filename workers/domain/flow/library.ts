import type { MessageBody } from "#workers/contract/message-body.ts";
import type { FormContent } from "#workers/contract/forms/form.ts";
import type { TemplateState } from "#workers/contract/templates/states.ts";
import type { Template } from "#workers/contract/templates/template.ts";

export interface LibraryTemplate extends Template {
  channelId: string;
  status: TemplateState;
}

export interface PublishedForm {
  version: number;
  content: FormContent;
}

/** A WhatsApp Flow that can be sent. */
export interface PublishedWaFlow {
  channelId: string;
  vendorId: string;
  firstScreen: string;
  /** Our endpoint says the first screen, and those after it. */
  asksEndpoint: boolean;
}

/** The enterprise's own things that graphs name, by id. */
export interface Library {
  templates: ReadonlyMap<string, LibraryTemplate>;
  /** Rich cards, as the messages that they become. */
  cards: ReadonlyMap<string, MessageBody>;
  forms: ReadonlyMap<string, PublishedForm>;
  waFlows: ReadonlyMap<string, PublishedWaFlow>;
  bots: ReadonlySet<string>;
  /** Journeys that people enter, each with a channel on which it is started. */
  journeys: ReadonlySet<string>;
}

/** A journey on a channel, as the library names it. */
export const journeyOn = (journeyId: string, channelId: string): string => `${journeyId} ${channelId}`;

export const emptyLibrary = (): Library => ({
  templates: new Map(),
  cards: new Map(),
  forms: new Map(),
  waFlows: new Map(),
  bots: new Set(),
  journeys: new Set(),
});
