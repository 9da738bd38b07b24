import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { filesBelow, importsBelow, type Import } from "#tests/support/imports.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

// Lint cannot check this: it compares the text of an import, so `../domain/x.ts` looks like any other relative path.

const all = importsBelow("app", "texts", "workers", "db", "functions", "scripts", "tests");

/** The first layer whose prefix fits; texts and the seed are islands inside a folder of another layer. */
const LAYERS: [prefix: string, layer: string][] = [
  ["texts/", "texts"],
  ["app/", "app"],
  ["workers/contract/", "contract"],
  ["workers/domain/", "domain"],
  ["workers/nlu/", "nlu"],
  ["workers/channels/", "channels"],
  ["workers/providers/", "providers"],
  ["workers/outbound/", "outbound"],
  ["workers/api/", "api"],
  ["workers/realtime/", "realtime"],
  ["workers/jobs/", "jobs"],
  ["db/seed/past/player/", "player"],
  ["db/seed/", "seed"],
  ["db/", "db"],
  ["functions/", "functions"],
  ["scripts/", "scripts"],
  ["tests/", "tests"],
];
const layerOf = (path: string) => LAYERS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "elsewhere";

/** Layers that a layer may import besides itself. Tests and scripts are left out: they are not part of the product. */
const MAY_IMPORT: Record<string, string[]> = {
  texts: [],
  contract: ["texts"],
  nlu: ["contract"],
  channels: ["contract", "texts"],
  providers: ["contract", "texts", "outbound"],
  outbound: [],
  db: ["contract"],
  domain: ["contract", "texts", "nlu", "channels", "providers", "outbound", "db"],
  api: ["contract", "texts", "domain", "nlu", "channels", "providers", "outbound", "db", "elsewhere"],
  jobs: ["contract", "texts", "domain", "nlu", "channels", "providers", "outbound", "db", "elsewhere"],
  realtime: ["contract"],
  app: ["contract", "texts"],
  // The Pages function takes the screens from the built bundle.
  functions: ["elsewhere"],
  // A Worker of local systems alone, beside jobs.
  player: ["contract", "domain", "nlu", "channels", "db", "seed"],
  seed: ["contract", "texts", "db", "domain"],
};

/** Folders of the domain by the part of the product that they make; what two of them need is neither's own. */
const PARTS: Record<string, string[]> = {
  chats: ["chats"],
  broadcasts: ["broadcasts", "campaigns", "external-campaigns"],
  journeys: ["automations", "automation-files", "entries", "runs"],
};

/** The arguments of each call that begins so, up to its closing bracket. */
function bodiesOf(code: string, begin: string): string[] {
  return code
    .split(begin)
    .slice(1)
    .map((rest) => {
      let open = 1;
      let end = 0;
      for (; end < rest.length && open > 0; end++) open += rest[end] === "(" ? 1 : rest[end] === ")" ? -1 : 0;
      return rest.slice(0, end);
    });
}

/** External modules: `npm:hono`, `node:crypto`, `cloudflare:workers`. */
const isPackage = ({ to }: Import) => to.includes(":");
const show = ({ from, to }: Import) => `${from} imports ${to}`;

describe("imports go in one direction", () => {
  for (const [layer, allowed] of Object.entries(MAY_IMPORT)) {
    test(`${layer} imports only ${["itself", ...allowed].join(", ")}`, () => {
      const wrong = all.filter(
        (each) =>
          !isPackage(each) && layerOf(each.from) === layer && ![layer, ...allowed].includes(layerOf(each.to)),
      );
      // A style sheet is no module of ours.
      expect(wrong.filter(({ to }) => !to.endsWith(".css")).map(show)).toEqual([]);
    });
  }

  test("the contract knows zod and nothing else from outside", () => {
    const wrong = all.filter((each) => layerOf(each.from) === "contract" && isPackage(each));
    expect(wrong.filter(({ to }) => to !== "npm:zod").map(show)).toEqual([]);
  });

  test("the rules know neither HTTP nor bindings", () => {
    const wrong = all.filter(({ from }) => ["domain", "nlu", "channels"].includes(layerOf(from)));
    expect(wrong.filter(({ to }) => /^npm:hono|^cloudflare:/.test(to)).map(show)).toEqual([]);
  });

  test("screens and the hub know no database", () => {
    const wrong = all.filter(({ from }) => ["app", "realtime"].includes(layerOf(from)));
    expect(wrong.filter(({ to }) => to.startsWith("npm:drizzle")).map(show)).toEqual([]);
  });

  test("one vendor's adapter does not import another's", () => {
    const vendor = (path: string) => /^workers\/channels\/([^/]+)\//.exec(path)?.[1];
    // Meta's wire and Google's are nobody's own: several vendors pass them on.
    const shared = new Set(["whatsapp", "rcs", "meta-pages", "waba-partner"]);
    const others = all.filter(({ from, to }) => vendor(from) && vendor(to) && vendor(from) !== vendor(to));
    expect(others.filter(({ to }) => !shared.has(vendor(to) ?? "")).map(show)).toEqual([]);
  });

  test("what screens stand on knows no routes", () => {
    const wrong = all.filter(({ from }) => /^app\/(components|data|drafts|kit|realtime|lib)\//.test(from));
    expect(wrong.filter(({ to }) => to.startsWith("app/routes/")).map(show)).toEqual([]);
  });

  test("features stand below the routes and above all else of the console", () => {
    const below = all.filter(({ from }) =>
      /^app\/(components|data|drafts|kit|realtime|lib|session)\//.test(from),
    );
    const features = all.filter(({ from }) => from.startsWith("app/features/"));
    const wrong = [
      ...below.filter(({ to }) => to.startsWith("app/features/")),
      ...features.filter(({ to }) => to.startsWith("app/routes/")),
    ];
    expect(wrong.map(show)).toEqual([]);
  });

  test("one section of the console does not import another", () => {
    const section = (path: string) => /^app\/routes\/([^/]+)\//.exec(path)?.[1];
    const wrong = all.filter(({ from, to }) => section(from) && section(to) && section(from) !== section(to));
    expect(wrong.map(show)).toEqual([]);
  });

  test("the console reads of an endpoint only what its build keeps", () => {
    const left = /\.(params|query|body|reply|access|summary|maxBytes|stream|file)\b/;
    const wrong = filesBelow("app").flatMap((path) => {
      const code = readFileSync(join(ROOT, path), "utf8");
      const imported = [...code.matchAll(/import \{([^}]+)\} from "#workers\/contract\/endpoints\//g)];
      const names = imported.flatMap(([, list = ""]) => list.match(/\w+/g) ?? []);
      return names
        .filter((name) => new RegExp(`\\b${name}${left.source}`).test(code))
        .map((name) => `${path}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  test("the console fetches its parts by loadPart alone, so that each can be tried again", () => {
    const own = new Set(["app/lib/load-part.ts", "app/entry.dev.ts"]);
    const wrong = filesBelow("app").filter((path) => {
      const code = readFileSync(join(ROOT, path), "utf8");
      const imports = [...code.matchAll(/(\w+)\(\s*\(\) => import\(|\bimport\(/g)];
      const loaders = ["loadPart", "lazily", "lazilyShown"];
      return (
        !own.has(path) && (/\blazy\(/.test(code) || imports.some(([, by = ""]) => !loaders.includes(by)))
      );
    });
    expect(wrong).toEqual([]);
  });

  test("screens ask by the cache of answers; an effect calls by itself only where that cannot be", () => {
    const ownCall = (code: string) =>
      bodiesOf(code, "useEffect(").some((body) => /(?<![.\w])(?:call|download|request)\(/.test(body));
    const found = filesBelow("app").filter((path) => ownCall(readFileSync(join(ROOT, path), "utf8")));
    // Each with its reason in docs/decisions/kit.md.
    expect(found.toSorted()).toEqual([
      "app/data/use-drive-file.ts",
      "app/features/captcha/use-captcha.ts",
      "app/routes/auth/sso-redirect.tsx",
      "app/routes/bots/intents/use-known-entities.ts",
      "app/routes/chats/pane/chat-pane.tsx",
      "app/routes/console/shell.ts",
      "app/routes/marketplace/install-dialog.tsx",
      "app/routes/onboarding/use-connect.ts",
    ]);
  });

  test("why something failed is shown by Failure, and by no banner of one's own", () => {
    // A banner's whole content in braces: with a title, a list or a link it is more than the reason.
    const banner = /<Banner kind="error" live(?: className="[^"]*")?>\s*\{(?:[^{}]|`[^`]*`)+\}\s*<\/Banner>/;
    const found = filesBelow("app").filter((path) => banner.test(readFileSync(join(ROOT, path), "utf8")));
    expect(found.filter((path) => path !== "app/components/ui/banner.tsx")).toEqual([]);
  });

  test("the jobs' folder alone has SQL on their table", () => {
    const others = filesBelow("workers").filter((path) => !path.startsWith("workers/domain/jobs/"));
    const wrong = others.filter((path) => {
      const code = readFileSync(join(ROOT, path), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, "");
      return /\/tenant\/jobs\.ts"|\b(?:FROM|INTO|UPDATE|JOIN|TABLE)\s+"?jobs\b/i.test(code);
    });
    expect(wrong).toEqual([]);
  });

  test("production imports no tests", () => {
    const wrong = all.filter(({ from, to }) => layerOf(from) !== "tests" && layerOf(to) === "tests");
    expect(wrong.map(show)).toEqual([]);
  });
});

test("chats, broadcasts and journeys import nothing of each other", () => {
  const partOf = (path: string): string | undefined => {
    const [, folder = ""] = /^workers\/domain\/([^/]+)\//.exec(path) ?? [];
    return Object.entries(PARTS).find(([, folders]) => folders.includes(folder))?.[0];
  };
  const folders = new Set(filesBelow("workers/domain").map((path) => path.split("/")[2]));
  const gone = Object.values(PARTS)
    .flat()
    .filter((folder) => !folders.has(folder));
  expect(gone, "folders that are not there").toEqual([]);
  const wrong = all.filter(({ from, to }) => partOf(from) && partOf(to) && partOf(from) !== partOf(to));
  expect(wrong.map(show)).toEqual([]);
});

test("folders of the domain have no circle between them", () => {
  const folderOf = (path: string) => /^workers\/domain\/([^/]+)\//.exec(path)?.[1];
  const edges = all.flatMap(({ from, to }): [string, string][] => {
    const [a, b] = [folderOf(from), folderOf(to)];
    return a && b && a !== b ? [[a, b]] : [];
  });
  expect(circleIn(edges)).toEqual([]);
});

test("modules have no circle between them, types included", () => {
  const files = new Set(all.map(({ from }) => from));
  expect(circleIn(all.filter(({ to }) => files.has(to)).map(({ from, to }) => [from, to]))).toEqual([]);
});

test("app/ has no loose files beside its entries", () => {
  const loose = filesBelow("app").filter((path) => /^app\/[^/]+$/.test(path));
  expect(loose.filter((path) => !/^app\/(root|routes|entry\.\w+)\.tsx?$/.test(path))).toEqual([]);
});

/** Names that lie on a circle, or lead to one and are led to by one: empty when the graph has none. */
function circleIn(edges: readonly (readonly [string, string])[]): string[] {
  let left = edges;
  for (;;) {
    const sources = new Set(left.map(([from]) => from));
    const targets = new Set(left.map(([, to]) => to));
    const next = left.filter(([from, to]) => sources.has(to) && targets.has(from));
    if (next.length === left.length) return [...new Set(left.map(([from]) => from))].toSorted();
    left = next;
  }
}

test("no file only passes on what others export, but for the schemas", () => {
  const barrels = filesBelow("app", "workers", "db").filter((path) => {
    // Drizzle wants one object of all tables.
    if (/^db\/(directory|tenant)\/schema\.ts$/.test(path)) return false;
    const code = readFileSync(join(ROOT, path), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    const statements = code.split(";").map((each) => each.trim());
    const real = statements.filter((each) => each !== "");
    return real.length > 0 && real.every((each) => /^export\s.*\sfrom\s+"[^"]+"$/s.test(each));
  });
  expect(barrels).toEqual([]);
});

test("the glossary holds at most thirty words, and texts say couldn't, no longer exists, and is where something is", () => {
  const words = readFileSync(join(ROOT, "docs/glossary.md"), "utf8").match(/^\| (?!word )\w/gm) ?? [];
  expect(words.length).toBeGreaterThan(20);
  expect(words.length).toBeLessThanOrEqual(30);
  const wrong = filesBelow("texts").filter((path) => {
    const code = readFileSync(join(ROOT, path), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    const foreign =
      /"[^"\n]*\bstands?\b(?! (?:in|for)\b)|["`][^"`\n]*(?:\bcould not\b|\bis no longer (?:t?here)\b)/;
    return foreign.test(code);
  });
  expect(wrong).toEqual([]);
});

test("types say which thing they are: none has a name that many could have, or that the glossary replaced", () => {
  const refused =
    /\b(?:interface|type|class) (?:Said|Sent|Handling|Surroundings|Outside|Powers|Reach|Posting|Clockwork)\b/;
  // The directory, as it was once called.
  const formerly = /\b(?:const|let) (?:office|\[[^\]]*\boffice\b[^\]]*\]) =/;
  const found = ["app", "workers", "db", "scripts"]
    .flatMap((folder) => filesBelow(folder))
    .filter((path) => {
      const code = readFileSync(join(ROOT, path), "utf8");
      return refused.test(code) || formerly.test(code);
    });
  expect(found).toEqual([]);
});

test("moments are typed in one part of ours, never in the browser's own", () => {
  const wrong = filesBelow("app").filter((path) =>
    readFileSync(join(ROOT, path), "utf8").includes("datetime-local"),
  );
  expect(wrong).toEqual([]);
});

test("no comment begins with What or Who, but for a question", () => {
  // A clause in a noun's place reads foreign. The match is the line that begins so; its group, the comment's rest.
  const begun = /(?:\/\*\*?|\/\/|^[ \t]*\*)[ \t]+(?:What|Who)\b.*(?=((?:\n[ \t]*(?:\/\/|\*(?!\/)).*)*))/gm;
  const loose = readdirSync(ROOT).filter((name) => /(?<!\.d)\.(ts|tsx|mjs)$/.test(name));
  const folders = filesBelow("app", "texts", "workers", "db", "functions", "scripts", "tests");
  const wrong = [...loose, ...folders].flatMap((path) => {
    const code = readFileSync(join(ROOT, path), "utf8");
    return [...code.matchAll(begun)]
      .filter(([line, rest = ""]) => /[.!?](?=\s|$)/.exec(line + rest)?.[0] !== "?")
      .map(({ index }) => `${path}:${code.slice(0, index).split("\n").length}`);
  });
  expect(wrong).toEqual([]);
});
