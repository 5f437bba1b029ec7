#!/usr/bin/env node
/**
 * The program `catalog-desk` of the npm package: starts desk.js next to it on a Node that is recent enough,
 * either the one running this file or the one installed as an optional dependency. This file itself runs on
 * Node 20.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { leanProcess } from '../launch/desk-process.ts'

/** The minimum Node version of Catalog Desk, as [major, minor]. */
const minVersion = [22, 18] as const

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1])
}

/** The path of the Node that npm installed with this package; undefined on systems without one. */
function installedNode(): string | undefined {
  const system = process.platform === 'win32' ? 'win' : process.platform
  try {
    const found = createRequire(import.meta.url).resolve(`node-${system}-${process.arch}/package.json`)
    const path = join(dirname(found), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

const node = isNewEnough(process.versions.node) ? process.execPath : installedNode()
if (node === undefined) {
  process.stderr.write(
    `Catalog Desk needs Node ${minVersion.join('.')} or newer; this is ${process.versions.node}.\n`,
  )
  process.exit(1)
}
const desk = join(dirname(fileURLToPath(import.meta.url)), 'desk.js')
const child = spawn(node, [...leanProcess.options, desk, ...process.argv.slice(2)], {
  // The channel closes when this process ends in any way; desk.js then stops.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: leanProcess.environment,
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // On Windows the console signals both processes, and `kill` would end the child immediately.
    if (process.platform !== 'win32') child.kill(signal)
  })
child.on('error', (error) => {
  process.stderr.write(`Catalog Desk cannot be started: ${error.message}\n`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
