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
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import manifest from '../../../package.json' with { type: 'json' }
import { withUserUmask } from '../../platform/files/private-files.ts'
import { fingerprint, projectDirectory } from './build.ts'

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
/** The used exports of `node:http`. */
const httpNames = [
  'createServer',
  'maxHeaderSize',
  'STATUS_CODES',
  'IncomingMessage',
  'ServerResponse',
  'Agent',
  'request',
  'get',
]
/**
 * Packages that load their own files and must stay outside the bundle: the dependencies, and the builder
 * itself.
 */
const external = [...Object.keys(manifest.dependencies), 'vite']
/**
 * Replaces the import of `node:http`. A normal import reads every property of the module, so Node would load
 * its web socket client: 30 ms of processor time per thread.
 */
const lazyHttp = {
  name: 'http-as-it-is',
  enforce: 'pre',
  resolveId: (id: string) => (id === 'node:http' ? '\0http-as-it-is' : undefined),
  load: (id: string) =>
    id === '\0http-as-it-is'
      ? `const http = process.getBuiltinModule('node:http')
export default http
export const { ${httpNames.join(', ')} } = http`
      : undefined,
} as const
/** The entry of a thread; it enables the compile cache like the main program. */
const threadStart =
  "import { enableCompileCache } from 'node:module'\nenableCompileCache()\nawait import('./thread.mjs')\n"

/**
 * The same program with all characters beyond ASCII escaped. Node decodes a source with a single such
 * character to two bytes per character, and each thread has its own copy.
 */
export const escapeNonAscii = (code: string): string =>
  code.replace(/\\?[^\0-\x7f]|\\./g, (found) => {
    const charCode = found.charCodeAt(found.length - 1)
    // A letter after a backslash is already escaped, so the backslash is replaced together with it.
    return charCode > 0x7f ? `\\u${charCode.toString(16).padStart(4, '0')}` : found
  })

/** Escapes every program of a build to ASCII. */
const asciiLetters: Plugin = {
  name: 'ascii-letters',
  enforce: 'post',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escapeNonAscii(file.code)
  },
}

/** Build options for fast-starting programs, used for bundles of a checkout and for installed programs. */
export const quickPrograms = {
  plugins: [lazyHttp, asciiLetters],
  // Stack traces need the names of functions; all else would only occupy memory in each thread.
  minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
} satisfies { plugins: Plugin[]; minify: object }

type Files = [name: string, content: string | Uint8Array][]

/**
 * Bundles programs into one or a few files by name; `input` contains the path of each source in the project.
 */
async function filesOf(input: Record<string, string>): Promise<Files> {
  const { build } = await import('vite')
  const built = await build({
    root: projectDirectory,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external },
    plugins: quickPrograms.plugins,
    build: {
      ssr: true,
      write: false,
      target: 'node24',
      rolldownOptions: {
        input,
        output: {
          ...{ entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
          minify: quickPrograms.minify,
        },
      },
    },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  return outputs.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source])
}

function write(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of files) writeFileSync(join(folder, name), content)
}

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

/** Writes files to a temporary folder and renames it, unless another program has created the folder first. */
function makeFolder(folder: string, files: Files): void {
  const temporary = `${folder}.${process.pid}.new`
  withUserUmask(() => {
    write(temporary, files)
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
    const [desk, thread] = await Promise.all([
      filesOf({ desk: 'src-main/hosts/headless/desk.ts' }),
      filesOf({ thread: 'src-main/thread.ts' }),
    ])
    makeFolder(folder, [...desk, ...thread, ['start-thread.mjs', threadStart]])
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
  if (!touchIfExists(folder)) makeFolder(folder, await filesOf({ program: source }))
  return pathToFileURL(join(folder, 'program.mjs'))
}
