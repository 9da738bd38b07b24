/** After the last key, as lists of campaigns and broadcasts are searched (customer-master.md 9). */
export const SEARCH_MS = 300;
