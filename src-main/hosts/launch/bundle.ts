import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withUserUmask } from '../../platform/files/private-files.ts'
import { fingerprint, projectDirectory, runInProcess } from './build.ts'

/**
 * The bundles' folder has the same depth in the project as this file, because bundled code finds the project
 * by its own location.
 */
const directory = join(projectDirectory, 'out/bundles')
const sources = ['src-main', 'src-shared', 'resources/profiles', 'package.json', 'package-lock.json']
/**
 * Milliseconds for which bundles of earlier sources are kept after their last start, because a program may
 * still start threads from them.
 */
const maxAge = 24 * 3600_000
/** Milliseconds after which an unfinished bundle counts as abandoned. */
const maxBuildTime = 600_000
/** Minimum milliseconds between two updates of a bundle's time of use. */
const touchInterval = 3600_000
/** The entry of a thread; it enables the compile cache like the main program. */
const threadStart =
  "import { enableCompileCache } from 'node:module'\nenableCompileCache()\nawait import('./thread.mjs')\n"

function removeOld(): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    try {
      const maxMilliseconds = name.endsWith('.new') ? maxBuildTime : maxAge
      if (Date.now() - statSync(path).mtimeMs > maxMilliseconds) rmSync(path, { recursive: true })
    } catch {
      // Another program has just removed it.
    }
  }
}

/** Whether the bundle exists; marks an existing one as used by touching its folder. */
function touchIfExists(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && Date.now() - found.mtimeMs > touchInterval)
    try {
      utimesSync(folder, new Date(), new Date())
    } catch {
      // The folder belongs to another user, whose own starts touch it.
    }
  return found !== undefined
}

/**
 * Bundles into a temporary folder and renames it, unless another program has created the folder first. The
 * bundler runs in a process of its own: it keeps hundreds of megabytes of memory, which a running desk would
 * not get back.
 * @param inputs for each build, the paths of sources in the project by the names of their bundles
 * @param more contents of further files by name
 */
async function makeFolder(
  folder: string,
  inputs: Record<string, string>[],
  more: Record<string, string> = {},
): Promise<void> {
  const temporary = `${folder}.${process.pid}.new`
  await runInProcess('bundle-process.ts', [temporary, JSON.stringify(inputs)])
  withUserUmask(() => {
    for (const [name, content] of Object.entries(more)) writeFileSync(join(temporary, name), content)
    removeOld()
  })
  try {
    renameSync(temporary, folder)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/**
 * Bundles the command line and the storage thread into a few JavaScript files whenever their sources have
 * changed. Bundled programs start two to three times faster. Threads must not start from TypeScript: Node
 * strips types with a WebAssembly program, and several threads doing so at once sometimes crash the process
 * (V8 frees code that another thread still runs). The folder is named by the fingerprint of its sources, so
 * two programs may build it at the same time.
 */
export async function bundle(): Promise<{ desk: URL; thread: URL }> {
  const isBundled = import.meta.dirname.startsWith(directory)
  const folder = isBundled ? import.meta.dirname : join(directory, fingerprint(projectDirectory, sources))
  if (!touchIfExists(folder)) {
    // Separate builds: in one build, threads would also load code of the command line.
    const inputs: Record<string, string>[] = [
      { desk: 'src-main/hosts/headless/desk.ts' },
      { thread: 'src-main/thread.ts' },
    ]
    await makeFolder(folder, inputs, { 'start-thread.mjs': threadStart })
  }
  const file = (name: string) => pathToFileURL(join(folder, name))
  return { desk: file('desk.mjs'), thread: file('start-thread.mjs') }
}

export const threadBundle = async (): Promise<URL> => (await bundle()).thread

/**
 * Bundles one program of the tests once per version of its sources, because test threads cannot start from
 * TypeScript either, and programs that tests start often start faster. @param source path in the project
 */
export async function bundleProgram(source: string): Promise<URL> {
  const made = fingerprint(projectDirectory, [...sources, dirname(source)])
  const folder = join(directory, `${made}-${basename(source, '.ts')}`)
  if (!touchIfExists(folder)) await makeFolder(folder, [{ program: source }])
  return pathToFileURL(join(folder, 'program.mjs'))
}
