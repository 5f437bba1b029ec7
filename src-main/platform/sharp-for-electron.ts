/**
 * Import this module before sharp. On Linux, Electron's glib clashes with the one in sharp's native build
 * (electron#46323); sharp's WebAssembly build, which has no glib, is used there instead.
 */
import { registerHooks } from 'node:module'

const nativeBuild = /^@img\/sharp-linux(musl)?-\w+\/sharp\.node$/

if (process.versions['electron'] && process.platform === 'linux') {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(nativeBuild.test(specifier) ? '@img/sharp-wasm32/sharp.node' : specifier, context),
  })
}
