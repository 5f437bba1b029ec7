/**
 * The command line of an installed copy: `out/main/desk.js` of the npm package, started by catalog-desk.ts.
 * It needs neither Vite nor TypeScript.
 */
import { readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// The compile cache contains executable code, so only this user may write to it, whatever their umask is.
const mask = process.umask(0o077)
enableCompileCache()
process.umask(mask)

const folder = join(import.meta.dirname, '../..')
const { nodePowerState } = await import('../../platform/power.ts')
const { runCommandLine } = await import('./command-line.ts')
const { requestStop } = await import('./stop.ts')

// The launcher has the other end of the channel; without this, killing it would leave this process running.
process.once('disconnect', () => requestStop('SIGHUP'))
process.channel?.unref()

const [...words] = process.argv.slice(2)
process.exitCode = await runCommandLine(words.length > 0 ? words : ['serve', '--open'], {
  program: 'catalog-desk',
  version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version,
  host: 'headless',
  resources: join(folder, 'resources'),
  thread: async () => pathToFileURL(join(import.meta.dirname, 'thread.js')),
  renderer: join(folder, 'out/renderer'),
  preparePage: async () => {},
  power: nodePowerState(),
})
