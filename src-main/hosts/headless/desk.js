/**
 * The command line as it is started: it finds the program in the form that starts quickly (launch/bundle.ts). Itself it
 * is JavaScript, as Node takes a tenth of a second to get ready for TypeScript. With `CATALOG_DESK_DEBUG=1` the program
 * runs from its sources, so that a stack names them.
 */
import { enableCompileCache } from 'node:module'

// What is kept there is run the next time: nobody else may write to it, whatever this person's mask is.
const mask = process.umask(0o077)
enableCompileCache()
process.umask(mask)

async function quickForm() {
  if (process.env['CATALOG_DESK_DEBUG'] === '1') return undefined
  const { bundle } = await import('../launch/bundle.ts')
  // The program reports why a bundle cannot be made: it needs one for its threads.
  return bundle().then(
    ({ desk }) => desk.href,
    () => undefined,
  )
}
await import((await quickForm()) ?? './desk.ts')
