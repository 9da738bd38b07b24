import type { AutomationFile } from "#workers/contract/automation/automation-file.ts";
import type { FileFormat } from "#workers/contract/endpoints/automation-files.ts";

/** A file of any maker as one of ours, with notes on what has no match. */
export interface ReadFile {
  format: FileFormat;
  file: AutomationFile;
  notes: string[];
}
