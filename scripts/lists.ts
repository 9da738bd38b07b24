// Writes the lists of modules that are read from folders: of texts, and of refusals.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { lists } from "./lib/lists.ts";
import { ROOT } from "./lib/topology.ts";

for (const [path, content] of Object.entries(lists())) writeFileSync(join(ROOT, path), content);
