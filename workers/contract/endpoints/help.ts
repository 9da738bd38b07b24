import { z } from "zod";
import { endpoint, signedIn } from "../endpoint.ts";

/** Number of entries requested from the community site. */
export const HELP_PAGE_SIZE = 100;

export const helpKinds = ["article", "video"] as const;

const helpItem = z.object({
  title: z.string(),
  url: z.string().meta({ description: "http or https, at the community site or wherever it leads" }),
  summary: z.string().meta({ description: "Plain text; may be empty" }),
  kind: z.enum(helpKinds),
});
export type HelpItem = z.infer<typeof helpItem>;

export const listHelp = endpoint({
  method: "GET",
  path: "/e/enterprise/help",
  summary: "What the community site has of help: nothing where none is set up, 404 without the feature",
  access: signedIn,
  reply: z.object({ items: z.array(helpItem).max(HELP_PAGE_SIZE) }),
  under: "data",
});
