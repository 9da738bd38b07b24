/** wrangler hands a .bin over as an ArrayBuffer, esbuild as its bytes: `new Uint8Array` takes both. */
declare module "*.bin" {
  const content: ArrayBuffer;
  export default content;
}

/** Both compile a .wasm beforehand: a Worker may not. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
