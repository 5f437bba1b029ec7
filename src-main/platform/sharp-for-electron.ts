/**
 * To be imported before sharp. Electron on Linux brings a glib that clashes with the one inside sharp's native build
 * (electron#46323); the WebAssembly build has none, and takes its place there.
 */
import { registerHooks } from 'node:module'

const nativeBuild = /^@img\/sharp-linux(musl)?-\w+\/sharp\.node$/

if (process.versions['electron'] && process.platform === 'linux') {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(nativeBuild.test(specifier) ? '@img/sharp-wasm32/sharp.node' : specifier, context),
  })
}
