/** A limit of the platform, as its documents have it for the paid plan, and how we stay on this side of it. */
export interface PlatformLimit {
  limit: string;
  /** Our part at its edge. */
  edge: string;
  /** Tests that go to the edge, or hold what keeps us from it. */
  tests: readonly string[];
}

export const platformLimits: readonly PlatformLimit[] = [
  {
    limit: "D1: 100 bound values a statement",
    edge: "a list travels as one JSON value that the statement takes apart, however long it is",
    tests: ["tests/integration/bot-builder.test.ts", "tests/integration/data-files.test.ts"],
  },
  {
    limit: "D1: 50 bytes a pattern of LIKE, which are 16 letters of Hindi",
    edge: "words of somebody are looked for by `instr` and in indexes of words, never by LIKE",
    tests: ["tests/unit/platform-limits.test.ts"],
  },
  {
    limit: "D1: 2 MB a row or value",
    edge: "longer texts are cut into rows, and a page of an import is no longer than that",
    tests: ["tests/unit/import-export-chunks.test.ts", "tests/unit/imports/merge.test.ts"],
  },
  {
    limit: "D1: 10 GB a database",
    edge: "an error in the log each minute from 6 GB on; the largest enterprise is moved, or keeps for less long",
    tests: ["tests/unit/database-size.test.ts", "tests/integration/moving.test.ts"],
  },
  {
    limit: "D1: a statement or batch that takes more than 30 seconds is ended",
    edge: "no list reads more than 10,000 rows; large work goes page by page, each page a batch with its cursor",
    tests: ["tests/integration/rows-read.test.ts", "tests/integration/job-core.test.ts"],
  },
  {
    limit: "Queues: 128 KB a message",
    edge: "a message names a row and holds nothing of it",
    tests: ["tests/unit/platform-limits.test.ts"],
  },
  {
    limit: "Queues: 100 messages a batch that is sent",
    edge: "the sweeper takes a page of 100 jobs and comes back for the next",
    tests: ["tests/unit/platform-limits.test.ts", "tests/integration/job-core.test.ts"],
  },
  {
    limit: "Queues: a message is given up after its retries",
    edge: "its row is still open: the sweeper sends another message for it",
    tests: ["tests/integration/job-core.test.ts"],
  },
  {
    limit: "Workers: 1,000 calls of a database and 10,000 of others an invocation",
    edge: "a job's run ends after 450 calls and the next one goes on; the round trips of each call of the API are held",
    tests: ["tests/unit/platform-limits.test.ts", "tests/integration/depth.test.ts"],
  },
  {
    limit: "Workers: 5 minutes of CPU in jobs (`cpu_ms`), 30 seconds elsewhere",
    edge: "a job's run ends after a minute, whatever is left of it; a rule of an enterprise has a ceiling of its own",
    tests: ["tests/unit/platform-limits.test.ts", "tests/unit/expression-ceiling.test.ts"],
  },
  {
    limit: "Workers: 100 MB a request's body",
    edge: "each call has its own most bytes, and refuses more before it has read it; a file has at most 99 MB",
    tests: ["tests/integration/bad-input.test.ts", "tests/integration/drive.test.ts"],
  },
  {
    limit: "Workers: 10 MB a Worker, compressed",
    edge: "a test fails from 80 % on",
    tests: ["tests/integration/deploy.test.ts"],
  },
  {
    limit: "Durable Objects: 10 GB of storage an object",
    edge: "none keeps what grows: a hub forgets events after half an hour, a sender its lines once the database has them",
    tests: ["tests/integration/realtime.test.ts", "tests/integration/sender.test.ts"],
  },
  {
    limit: "Cron: one a minute",
    edge: "whatever must be sooner has an alarm of a Durable Object",
    tests: ["tests/integration/timers.test.ts"],
  },
];

/** The limits as the page shows them. */
export const platformTable = (): string =>
  [
    "| limit | at its edge | held by |",
    "|---|---|---|",
    ...platformLimits.map(
      ({ limit, edge, tests }) => `| ${limit} | ${edge} | ${tests.map((test) => `\`${test}\``).join(", ")} |`,
    ),
  ].join("\n");
