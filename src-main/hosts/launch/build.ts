import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { toFileError } from '../../platform/files/file-error.ts'
import { withUserUmask } from '../../platform/files/private-files.ts'

/** The folder of `package.json` in a source checkout. */
export const projectDirectory = join(import.meta.dirname, '../../..')
export const rendererDirectory = join(projectDirectory, 'out/renderer')

const out = join(projectDirectory, 'out')
/** Contains the fingerprint of the sources of the current build. */
const stamp = join(out, 'build-stamp')
const parts = ['main', 'preload', 'renderer']
const unfinished = 'building-'
const sources = [
  'src-main',
  'src-renderer',
  'src-shared',
  'resources/profiles',
  'resources/reference',
  'resources/texts',
  'electron.vite.config.ts',
  'package-lock.json',
]
/** Milliseconds between checks whether another program's build is ready. */
const interval = 200

const isFresh = (wanted: string): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

/**
 * Builds the application if its sources changed since the last build. If two programs start at once, one
 * builds and the other waits. A killed build leaves the previous one in place and blocks nobody.
 * @param say called with one line before a build, which takes long
 * @throws an error for a person, when the folder `out` cannot be written or the sources cannot be built
 */
export async function ensureBuilt(say: (line: string) => void): Promise<void> {
  const wanted = fingerprint(projectDirectory, sources)
  if (isFresh(wanted)) return
  try {
    await buildAlone(wanted, say)
  } catch (error) {
    const plain = toFileError(error)
    if (plain === error) throw error
    const help = 'Copy the project to a folder of your own, or have its owner run: npm run build'
    throw new Error(`Catalog Desk cannot be built here. ${(plain as Error).message} ${help}`)
  }
}

async function buildAlone(wanted: string, say: (line: string) => void): Promise<void> {
  withUserUmask(() => mkdirSync(out, { recursive: true }))
  // Loaded only here, because a start without a build needs no database driver.
  const { acquireProcessLock } = await import('../../storage/index.ts')
  const take = () => withUserUmask(() => acquireProcessLock(out, 'build'))
  let lock = take()
  if (!lock) say('Waiting for another build of Catalog Desk...')
  while (!lock) {
    await delay(interval)
    lock = take()
  }
  try {
    // The program that held the lock may have made the same build.
    if (isFresh(wanted)) return
    say('Building Catalog Desk (only after a change)...')
    removeUnfinished()
    const made = withUserUmask(() => mkdtempSync(join(out, unfinished)))
    await runInProcess('build-process.ts', [made])
    withUserUmask(() => {
      // The stamp is removed first, so that an interrupted replacement is repeated.
      rmSync(stamp, { force: true })
      for (const part of parts) {
        rmSync(join(out, part), { recursive: true, force: true })
        renameSync(join(made, part), join(out, part))
      }
      writeFileSync(stamp, wanted)
      rmSync(made, { recursive: true })
    })
  } finally {
    lock.release()
  }
}

/** Removes leftovers of killed builds. The caller holds the lock, so none of them is running. */
function removeUnfinished(): void {
  for (const name of readdirSync(out))
    if (name.startsWith(unfinished)) rmSync(join(out, name), { recursive: true, force: true })
}

/**
 * Runs a building program of this folder in a separate process, which ends together with this one.
 * @throws an error with what the program printed
 */
export function runInProcess(program: string, given: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = withUserUmask(() =>
      // By its path in the project, because this module is also part of the bundled command line.
      fork(join(projectDirectory, 'src-main/hosts/launch', program), given, {
        cwd: projectDirectory,
        execPath: process.execPath,
        execArgv: [],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      }),
    )
    const lines: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => lines.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) =>
      code === 0
        ? resolve()
        : reject(
            new Error(
              `The build failed (${signal ?? `exit code ${code}`}):\n${Buffer.concat(lines).toString()}`,
            ),
          ),
    )
  })
}

/**
 * A text that changes whenever a source file other than a test is added, removed or touched; a build of other
 * sources is stale.
 */
export function fingerprint(directory: string, sources: string[]): string {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesOf(join(directory, source))).sort()) {
    if (path.includes('.test.')) continue
    const { mtimeMs, size } = statSync(path)
    hash.update(`${relative(directory, path)} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex').slice(0, 20)
}

function filesOf(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [path] : []
  const files: string[] = []
  addFilesIn(path, files)
  return files
}

/**
 * Every start scans all sources: reading folder by folder is several times faster than reading recursively.
 */
function addFilesIn(folder: string, files: string[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) addFilesIn(path, files)
    else if (entry.isFile()) files.push(path)
  }
}
