import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // Every link can be prefetched, and no address with an id in it is sent to ask for its route.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
