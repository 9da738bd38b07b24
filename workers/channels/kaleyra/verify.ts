export { verifyToken as verify } from "../token-in-address.ts";
