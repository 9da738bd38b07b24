export { allEndpoints, type ListedEndpoint } from "../../scripts/lib/endpoints.ts";
