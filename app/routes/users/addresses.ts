export const USERS = "/admin/users";
export const DEACTIVATED = "/admin/users/deactivated";
export const INVITED = "/admin/users/invited";
