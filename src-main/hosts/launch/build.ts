import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { asThePerson } from '../../platform/private-files.ts'

/** The folder that holds `package.json`, in a source checkout. */
export const projectDirectory = join(import.meta.dirname, '../../..')
export const rendererDirectory = join(projectDirectory, 'out/renderer')

const stamp = join(projectDirectory, 'out/build-stamp')
const lock = join(projectDirectory, 'out/build-lock')
const sources = [
  'src-main',
  'src-renderer',
  'src-shared',
  'resources/profiles',
  'electron.vite.config.ts',
  'package-lock.json',
]

const isFresh = (wanted: string): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

function runBuild(): Promise<void> {
  return new Promise((resolve, reject) => {
    const cli = join(projectDirectory, 'node_modules/electron-vite/bin/electron-vite.js')
    const child = asThePerson(() =>
      spawn(process.execPath, [cli, 'build'], { cwd: projectDirectory, stdio: ['ignore', 'pipe', 'pipe'] }),
    )
    const lines: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => lines.push(chunk))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The build failed:\n${Buffer.concat(lines).toString()}`)),
    )
  })
}

/**
 * Builds the application when its sources changed since the last build. Of two programs started at once, one builds.
 * @param say called with one line before a build, which takes long
 */
export async function ensureBuilt(say: (line: string) => void): Promise<void> {
  const wanted = fingerprint(projectDirectory, sources)
  if (isFresh(wanted)) return
  asThePerson(() => mkdirSync(join(projectDirectory, 'out'), { recursive: true }))
  for (let waited = 0; ; waited += 200) {
    try {
      mkdirSync(lock)
      break
    } catch {
      if (isFresh(wanted)) return
      // A build takes seconds; a lock this old was left by a process that was killed.
      if (waited > 120_000) rmSync(lock, { recursive: true, force: true })
      await delay(200)
    }
  }
  try {
    if (isFresh(wanted)) return
    say('Building Catalog Desk (only after a change)...')
    await runBuild()
    asThePerson(() => writeFileSync(stamp, wanted))
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/**
 * A text that changes whenever a file in the sources, other than a test, is added, removed or touched: what was made
 * from the sources is then stale.
 */
export function fingerprint(directory: string, sources: string[]): string {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesOf(join(directory, source))).sort()) {
    if (path.includes('.test.')) continue
    const { mtimeMs, size } = statSync(path)
    hash.update(`${path} ${mtimeMs} ${size}\n`)
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

/** Every start looks at all sources: one folder at a time is several times faster than reading recursively. */
function addFilesIn(folder: string, files: string[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) addFilesIn(path, files)
    else if (entry.isFile()) files.push(path)
  }
}
