import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asThePerson } from '../../platform/private-files.ts'
import { projectDirectory } from './build.ts'
import { fingerprint } from './fingerprint.ts'

const directory = join(projectDirectory, 'out/threads')
const sources = ['src-main/thread.ts', 'src-main/**/*.ts', 'src-shared/**/*.ts']
/** Bundles of earlier sources are kept as long as a program started from them may still start threads. */
const longestUse = 24 * 3600_000

async function bundle(): Promise<string> {
  const { build } = await import('vite')
  const built = await build({
    root: projectDirectory,
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'src-main/thread.ts', write: false, target: 'node24' },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output) || output.output.length !== 1)
    throw new Error('The storage thread is expected to become one file.')
  return output.output[0].code
}

function removeOld(): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    try {
      if (Date.now() - statSync(path).mtimeMs > longestUse) rmSync(path)
    } catch {
      // Another program has just removed it.
    }
  }
}

/**
 * The storage thread as one JavaScript file, made anew when its sources have changed. Threads are never started from
 * TypeScript: Node strips types with a WebAssembly program, and several threads doing so at once now and then bring
 * the whole process down (V8 frees code another thread still runs). They also start in a third of the time.
 * Named by what it was made from, so that two programs may make it at once.
 */
export async function threadBundle(): Promise<URL> {
  const path = join(directory, `${fingerprint(projectDirectory, sources)}.mjs`)
  if (!existsSync(path)) {
    asThePerson(() => mkdirSync(directory, { recursive: true }))
    removeOld()
    const whole = `${path}.${process.pid}.new`
    const code = await bundle()
    asThePerson(() => writeFileSync(whole, code))
    renameSync(whole, path)
  }
  return pathToFileURL(path)
}
