import type { z } from "zod";
import type { nodeTypes, NodeTypeName } from "#workers/contract/automation/node-types.ts";

/** The data of a type of node. */
export type NodeDataOf<Type extends NodeTypeName> = z.output<(typeof nodeTypes)[Type]["schema"]>;
