/**
 * Runs in the head before everything else. A browser that keeps nothing for a page, as some do in a frame of another site,
 * throws where its storage is only named: what is kept then lasts as long as the page.
 */
export const storageScript = `for(const n of["localStorage","sessionStorage"])try{window[n]}catch{
const k=Object.create({getItem(a){return Object.hasOwn(k,a)?k[a]:null},setItem(a,v){k[a]=String(v)},removeItem(a){delete k[a]},clear(){for(const a of Object.keys(k))delete k[a]}});
Object.defineProperty(window,n,{value:k})}`;
