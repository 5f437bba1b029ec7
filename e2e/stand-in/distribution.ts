/**
 * A folder that electron-builder accepts as an Electron distribution, with the stand-in as its executable.
 */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The fuse wire of Electron 45: its marker, the version of the wire, and the fuses, all off. */
const fuseWire = `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX${String.fromCharCode(1, 8)}${'0'.repeat(8)}`

/**
 * Creates the distribution in a new folder. It contains a copy of the stand-in, so that an app packaged with
 * it has no path into this checkout. Like Electron's, the executable ends with a fuse wire.
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
