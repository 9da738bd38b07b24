export const LIST = "/campaigns/broadcast";
export const CREATE = `${LIST}/create`;
export const addressOf = (id: string): string => `${LIST}/${id}`;
