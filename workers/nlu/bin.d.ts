/** wrangler hands a .bin over as an ArrayBuffer, esbuild as its bytes: `new Uint8Array` takes both. */
declare module "*.bin" {
  const content: ArrayBuffer;
  export default content;
}
