import { connect } from "cloudflare:sockets";
import type { Connect } from "./mysql-greeting.ts";

/** A Worker's way to a TCP port. The platform itself refuses port 25 and addresses of its own network. */
export const connectTcp: Connect = (address) => connect(address);
