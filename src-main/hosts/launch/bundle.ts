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
import { asThePerson } from '../../platform/files/private-files.ts'
import { fingerprint, projectDirectory } from './build.ts'

/** The bundles' folder lies as deep in the project as this file, as bundled code finds the project from its place. */
const directory = join(projectDirectory, 'out/bundles')
const sources = ['src-main', 'src-shared', 'resources/profiles', 'package.json', 'package-lock.json']
/** Bundles of earlier sources are kept so long after their last start: a program may still start threads from them. */
const maxAge = 24 * 3600_000
/** A bundle still unfinished after so long was abandoned. */
const maxBuildTime = 600_000
/** How often, at most, the use of a bundle is noted. */
const noteAfter = 3600_000
/** What is used of `node:http`. */
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
/** Packages that load files of their own and so stay out of the bundle: the dependencies, and the builder itself. */
const external = [...Object.keys(manifest.dependencies), 'vite']
/**
 * `node:http` without the view of it that an import gets: for that Node reads every property, and so loads its whole
 * client for web sockets, 30 ms of processor in each thread.
 */
const httpAsItIs = {
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
/** The entry of a thread, which caches compiled code as the main program does. */
const threadStart =
  "import { enableCompileCache } from 'node:module'\nenableCompileCache()\nawait import('./thread.mjs')\n"

/**
 * The same program with every letter beyond Latin-1 escaped: V8 keeps a source with a single such letter in two bytes a
 * letter, and each thread keeps its own copy.
 */
export const inLatinLetters = (code: string): string =>
  code.replace(/\\?[^\0-\xff]|\\./g, (found) => {
    const letter = found.charCodeAt(found.length - 1)
    // A letter that is escaped already keeps its own backslash alone.
    return letter > 0xff ? `\\u${letter.toString(16).padStart(4, '0')}` : found
  })

/** Writes every program of a build in Latin letters. */
const latinLetters: Plugin = {
  name: 'latin-letters',
  enforce: 'post',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = inLatinLetters(file.code)
  },
}

/** What makes programs that start quickly: for the bundles of a checkout, and the programs of an installed copy. */
export const quickPrograms = {
  plugins: [httpAsItIs, latinLetters],
  // Names stay, for stacks; white space and comments would be kept in memory by each thread.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
} satisfies { plugins: Plugin[]; minify: object }

type Files = [name: string, content: string | Uint8Array][]

/** Programs in one file or a few, by their names: `input` tells each one's source, as a path in the project. */
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
      const longest = name.endsWith('.new') ? maxBuildTime : maxAge
      if (Date.now() - statSync(path).mtimeMs > longest) rmSync(path, { recursive: true })
    } catch {
      // Another program has just removed it.
    }
  }
}

/** Whether the bundle exists; notes the use of an existing one by touching its folder. */
function noteUse(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && Date.now() - found.mtimeMs > noteAfter)
    try {
      utimesSync(folder, new Date(), new Date())
    } catch {
      // The bundle belongs to another user, whose own starts note its use.
    }
  return found !== undefined
}

/** Writes files into a new folder whole, unless another program has made the folder first. */
function makeFolder(folder: string, files: Files): void {
  const whole = `${folder}.${process.pid}.new`
  asThePerson(() => {
    write(whole, files)
    removeOld()
  })
  try {
    renameSync(whole, folder)
  } catch (error) {
    rmSync(whole, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/**
 * Bundles the command line and the storage thread into a few JavaScript files, again when their sources have changed.
 * The bundled programs start in a half to a third of the time. Threads must not start from TypeScript: Node strips
 * types with a WebAssembly program, and several threads doing so at once sometimes crash the whole process (V8 frees
 * code that another thread still runs). The folder is named by its sources' fingerprint, so that two programs may make
 * the bundle at once.
 */
export async function bundle(): Promise<{ desk: URL; thread: URL }> {
  const isBundled = import.meta.dirname.startsWith(directory)
  const folder = isBundled ? import.meta.dirname : join(directory, fingerprint(projectDirectory, sources))
  if (!noteUse(folder)) {
    // Each by itself: in one build, what the command line needs would be loaded in the threads too.
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
 * One program of the tests, bundled once for its sources: threads of tests cannot start from TypeScript either, and
 * programs that tests start often begin sooner. @param source path in the project
 */
export async function bundleProgram(source: string): Promise<URL> {
  const made = fingerprint(projectDirectory, [...sources, dirname(source)])
  const folder = join(directory, `${made}-${basename(source, '.ts')}`)
  if (!noteUse(folder)) makeFolder(folder, await filesOf({ program: source }))
  return pathToFileURL(join(folder, 'program.mjs'))
}
