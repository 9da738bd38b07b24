export const WORKSPACE = "/encaps/workspace";
export const encapOf = (id: string): string => `${WORKSPACE}/${id}`;
/** The form of another launch; `of` is one that it begins as. */
export const launchOf = (id: string, of?: string): string =>
  `${WORKSPACE}/${id}/launch${of === undefined ? "" : `?of=${of}`}`;
export const designerOf = (id: string, nodeId?: string): string =>
  `/designer/encap/${id}${nodeId === undefined ? "" : `?nodeId=${encodeURIComponent(nodeId)}`}`;
export const logOf = (id: string, instanceId = ""): string =>
  `/encaps/logs?encap=${id}&instance=${instanceId}`;
/** The people of a launch, or of one of its figures. */
export const launchedOf = (id: string, instanceId: string, state = ""): string =>
  `${WORKSPACE}/${id}/launches/${instanceId}${state === "" ? "" : `?state=${state}`}`;
