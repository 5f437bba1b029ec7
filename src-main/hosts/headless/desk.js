/**
 * The entry of the command line; it loads the program from a bundle, which starts faster (launch/bundle.ts).
 * This file is JavaScript, because Node takes 0.1 s to prepare for TypeScript. With `CATALOG_DESK_DEBUG=1`
 * the program runs from its sources, so that stack traces show source files.
 */
import { enableCompileCache } from 'node:module'

// The compile cache contains executable code, so only this user may write to it, whatever their umask is.
const mask = process.umask(0o077)
enableCompileCache()
process.umask(mask)

async function bundledProgram() {
  if (process.env['CATALOG_DESK_DEBUG'] === '1') return undefined
  const { bundle } = await import('../launch/bundle.ts')
  // The program itself reports why a bundle cannot be made, because it needs one for its threads.
  return bundle().then(
    ({ desk }) => desk.href,
    () => undefined,
  )
}
await import((await bundledProgram()) ?? './desk.ts')
