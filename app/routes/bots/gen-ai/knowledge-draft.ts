/** The settings of a bot's knowledge while they are edited. */
export interface KnowledgeDraft {
  config: string;
  kbFromWebsite: boolean;
  urls: string[];
  crawlDepth: number;
  recrawlHours: number | null;
  kbFromDoc: boolean;
}
