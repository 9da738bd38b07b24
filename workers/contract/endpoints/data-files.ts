import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { editing } from "./campaigns.ts";

/** Files whose rows are recipients of a broadcast or of an activity. */

/** Rows of one file. */
export const MOST_DATA_ROWS = 1_000_000;
/** Bytes of one file; of a spreadsheet or an archive, of what is in it. */
export const MAX_DATA_BYTES = 256_000_000;

export const checkDataFile = endpoint({
  method: "POST",
  path: "/chatbird/api/campaign/file/csv/validate",
  summary:
    "Closes a file of recipients whose parts are all there (see customer_master/upload), and says how it reads. Takes a CSV, a spreadsheet (xlsx) or a ZIP with one of them; the answer's `path` is what an audience names",
  access: editing,
  body: z.object({ path: z.string().min(1).max(200) }),
  reply: z.object({
    path: z.string(),
    name: z.string(),
    headers: z.array(z.string()),
    rows: z.array(z.array(z.string())).meta({ description: "The first rows" }),
    total: z.int().meta({ description: "Rows that are not blank" }),
    column: z.string().meta({ description: "The header under which numbers seem to be; empty for none" }),
  }),
  under: "data",
});
