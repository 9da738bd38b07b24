/** Meta's rules of Flow JSON as data: what exists from which version, and how much of it. */

export const FLOW_VERSIONS = ["5.1", "6.0", "6.1", "6.2", "6.3", "7.0", "7.1", "7.2", "7.3"] as const;
export type FlowVersion = (typeof FLOW_VERSIONS)[number];
export const NEWEST_FLOW_VERSION: FlowVersion = "7.3";
export const DATA_API_VERSIONS = ["3.0", "4.0"] as const;

export const flowJsonLimits = {
  bytes: 10 * 1_024 * 1_024,
  components: 50,
  screens: 100,
  routes: 10,
  /** An If in an If in an If. */
  ifs: 3,
  /** Of JSON in JSON; deeper is nobody's flow. */
  depth: 60,
  nodes: 400_000,
  title: 80,
  id: 80,
} as const;

/** How many of a type one screen may hold, across the branches of If and Switch. */
export const MOST_A_SCREEN = {
  Footer: 1,
  OptIn: 5,
  EmbeddedLink: 2,
  Image: 3,
  ImageCarousel: 2,
  NavigationList: 2,
} as const;
export const MOST_A_FLOW = { ImageCarousel: 3 } as const;

/** Of the files that people send through a flow. */
export const flowFileLimits = {
  bytes: 25_600 * 1_024,
  /** To an endpoint with one call, and with the answer. */
  aCall: 30,
  anAnswer: 10,
} as const;

export const ACTIONS = {
  navigate: "5.1",
  complete: "5.1",
  data_exchange: "5.1",
  open_url: "6.0",
  update_data: "6.0",
} as const satisfies Record<string, FlowVersion>;
export type ActionName = keyof typeof ACTIONS;
export const actionNames = Object.keys(ACTIONS) as ActionName[];

const placeOf = (version: string): number => (FLOW_VERSIONS as readonly string[]).indexOf(version);

export const isFlowVersion = (version: unknown): version is FlowVersion =>
  typeof version === "string" && placeOf(version) >= 0;

/** Whether what came with one version is there in another. */
export const isThere = (since: FlowVersion | undefined, version: FlowVersion): boolean =>
  since === undefined || placeOf(since) <= placeOf(version);
