/** A folder that looks like a distribution of Electron to electron-builder, around the stand-in. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** As in Electron 45: what the tools look for, the version of the wire, the number of fuses, each of them off. */
const fuseWire = `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX${String.fromCharCode(1, 8)}${'0'.repeat(8)}`

/**
 * Makes the distribution in a new folder. It holds a copy of the stand-in, so that an app that is packaged with it has
 * no path into this checkout. The executable ends with a fuse wire, as Electron's does.
 * @returns the path of the distribution
 */
export function standInDistribution(folder: string): string {
  const copy = join(folder, 'stand-in')
  cpSync(import.meta.dirname, join(copy, 'e2e/stand-in'), { recursive: true })
  mkdirSync(join(copy, 'node_modules/.bin'), { recursive: true })
  symlinkSync(process.execPath, join(copy, 'node_modules/.bin/node'))
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }')
  const distribution = join(folder, 'electron')
  mkdirSync(join(distribution, 'resources'), { recursive: true })
  mkdirSync(join(distribution, 'locales'))
  writeFileSync(join(distribution, 'version'), '45.4.1')
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(distribution, name), '')
  const start = `ELECTRON_STAND_IN_FOR=$(readlink -f "$0") exec '${copy}/e2e/stand-in/electron' "$@"`
  writeFileSync(join(distribution, 'electron'), `#!/bin/sh\n${start}\n${fuseWire}\n`, { mode: 0o755 })
  return distribution
}
