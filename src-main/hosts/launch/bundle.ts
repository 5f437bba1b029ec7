import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asThePerson } from '../../platform/private-files.ts'
import { fingerprint, projectDirectory } from './build.ts'

/** As deep in the project as this file: code in a bundle finds the project from where it lies. */
const directory = join(projectDirectory, 'out/bundles')
const sources = ['src-main', 'src-shared', 'resources/profiles', 'package.json', 'package-lock.json']
/** Bundles of earlier sources are kept so long after their last start: a program may still start threads from them. */
const longestUse = 24 * 3600_000
/** One that is still being made after so long was given up. */
const longestMaking = 600_000
/** A start is noted when the last one was noted so long ago. */
const noteAfter = 3600_000
/** Packages that load files of their own; every other one is found once, here, and not by every program that starts. */
const external = ['better-sqlite3', 'sharp', '@img/sharp-wasm32', 'open', 'vite']
/** A thread keeps the code it compiles, as the program does. */
const threadStart =
  "import { enableCompileCache } from 'node:module'\nenableCompileCache()\nawait import('./thread.mjs')\n"

async function filesOfBundle(): Promise<Map<string, string | Uint8Array>> {
  const { build } = await import('vite')
  const built = await build({
    root: projectDirectory,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      write: false,
      target: 'node24',
      rolldownOptions: {
        input: { desk: 'src-main/hosts/headless/desk.ts', thread: 'src-main/thread.ts' },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  return new Map([
    ...outputs.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const),
    ['start-thread.mjs', threadStart],
  ])
}

function removeOld(): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    try {
      const longest = name.endsWith('.new') ? longestMaking : longestUse
      if (Date.now() - statSync(path).mtimeMs > longest) rmSync(path, { recursive: true })
    } catch {
      // Another program has just removed it.
    }
  }
}

/** Whether the bundle is there; if so, it is noted that it is used. */
function isThere(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && Date.now() - found.mtimeMs > noteAfter)
    try {
      utimesSync(folder, new Date(), new Date())
    } catch {
      // Of another user, who removes it when its sources have changed.
    }
  return found !== undefined
}

async function make(folder: string): Promise<void> {
  const files = await filesOfBundle()
  const whole = `${folder}.${process.pid}.new`
  asThePerson(() => {
    mkdirSync(whole, { recursive: true })
    removeOld()
    for (const [name, content] of files) writeFileSync(join(whole, name), content)
  })
  try {
    renameSync(whole, folder)
  } catch (error) {
    // Another program was quicker.
    rmSync(whole, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/**
 * The command line and the storage thread as a few JavaScript files, made anew when their sources have changed: they
 * start in a half to a third of the time. And threads are never started from TypeScript: Node strips types with a
 * WebAssembly program, and several threads doing so at once now and then bring the whole process down (V8 frees code
 * another thread still runs). Named by what it was made from, so that two programs may make it at once.
 */
export async function bundle(): Promise<{ desk: URL; thread: URL }> {
  const isBundled = import.meta.dirname.startsWith(directory)
  const folder = isBundled ? import.meta.dirname : join(directory, fingerprint(projectDirectory, sources))
  if (!isThere(folder)) await make(folder)
  const file = (name: string) => pathToFileURL(join(folder, name))
  return { desk: file('desk.mjs'), thread: file('start-thread.mjs') }
}

export const threadBundle = async (): Promise<URL> => (await bundle()).thread
