import { entitiesTexts } from "#texts/entities.ts";

/** Entities that every bot recognises without training. Bindings and parameters refer to them by these ids. */
const kinds = entitiesTexts.system;
export type SystemKind = keyof typeof kinds;
export type SystemEntityId = `sys.${SystemKind}`;

export interface SystemEntity {
  id: SystemEntityId;
  name: string;
  description: string;
}

export const systemEntities: readonly SystemEntity[] = (Object.keys(kinds) as SystemKind[]).map((kind) => ({
  id: `sys.${kind}`,
  name: kinds[kind][0],
  description: kinds[kind][1],
}));

const ids: ReadonlySet<string> = new Set(systemEntities.map(({ id }) => id));

export const isSystemEntity = (id: string): id is SystemEntityId => ids.has(id);
