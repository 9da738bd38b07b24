import { widgetTexts, type WidgetTexts } from "#texts/widget.ts";
import type { VisitorDetails } from "#workers/contract/endpoints/widget.ts";
import type { WidgetLanguage, WidgetConfig, WidgetMessage } from "#workers/contract/widget.ts";
import type { Pending } from "./kept.ts";

export interface Upload {
  id: string;
  file: File;
  percent: number;
  /** Why it could not be sent. */
  failed?: string;
}

/** The widget's state, as it is drawn. */
export interface View {
  texts: WidgetTexts;
  language: WidgetLanguage;
  config: WidgetConfig;
  /** Whether the host has answered: what the chat looks like is not known before. */
  phase: "beginning" | "ready";
  open: boolean;
  messages: readonly WidgetMessage[];
  pending: readonly Pending[];
  uploads: readonly Upload[];
  unread: number;
  online: boolean;
  connected: boolean;
  typing: boolean;
  /** The form before the chat, with what the server said of its fields. */
  asks: boolean;
  askErrors: Partial<Record<keyof VisitorDetails, string>>;
  rating: "no" | "asked" | "thanked";
  /** A sentence above the composer. */
  notice: string;
}

export interface Acts {
  toggle: (open: boolean) => void;
  say: (text: string) => void;
  press: (token: string, label: string) => void;
  attach: (file: File) => void;
  cancelUpload: (id: string) => void;
  again: (key: string) => void;
  introduce: (details: VisitorDetails) => void;
  askRating: (asked: boolean) => void;
  rate: (rating: number, comment: string) => void;
  file: (fileId: string) => Promise<Blob>;
}

export const viewOf = (config: WidgetConfig, language: WidgetLanguage): View => ({
  texts: widgetTexts[language],
  language,
  config,
  phase: "beginning",
  open: false,
  messages: [],
  pending: [],
  uploads: [],
  unread: 0,
  online: true,
  connected: false,
  typing: false,
  asks: false,
  askErrors: {},
  rating: "no",
  notice: "",
});
