export const DEFINITIONS = "/customer-master/definition";
export const ADD = `${DEFINITIONS}/add`;
export const editAddress = (id: string): string =>
  `${DEFINITIONS}?${new URLSearchParams({ edit: id }).toString()}`;
