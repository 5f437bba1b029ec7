import { type Node, plain } from '../definitions/scope.ts'
import { commandsOf } from './documented-lines.ts'
import type { Call, SourceFile } from './source-file.ts'
import { argumentsOf, type Value, valuesOf } from './values.ts'

/** A program start as typed, in a test or in a test helper. */
interface ProgramRun {
  file: string
  line: number
  /** The name of the program and its arguments; "…" for values known only at run time. */
  words: string[]
  /** Whether the test expects the program to fail. */
  isRefused: boolean
}

/** Functions of `e2e/support/programs/desk.ts`, each with the arguments that it adds to the given ones. */
const starters: Record<string, string[]> = {
  desk: [],
  deskFails: [],
  startDesk: ['serve', '--ui-port', '0', '--api-port', '0', '--json'],
  startLeanDesk: ['serve', '--ui-port', '0', '--api-port', '0', '--json'],
}
const byNpm = ['run', '--silent', 'desk', '--', 'serve', '--ui-port', '0', '--api-port', '0', '--json']
const spawners = new Set(['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork'])

/** The program starts in a file. */
export function programRuns(source: SourceFile): ProgramRun[] {
  return source.nodes
    .filter((node) => node.type === 'CallExpression')
    .flatMap((call) => {
      const line = source.lineOf(call)
      const isRefused = importedFrom(call.callee, 'desk.ts', source) === 'deskFails'
      const { file } = source
      return wordsOf(call, source).map((words) => ({ file, line, words: words.map(text), isRefused }))
    })
}

const text = (value: Value): string => (typeof value === 'string' ? value : '…')

function wordsOf(call: Call, source: SourceFile): Value[][] {
  const callee = plain(call.callee)
  if (callee.type === 'MemberExpression') {
    // A command run in the test's own process: desk.parseAsync([...]).
    const isParse = callee.property.type === 'Identifier' && /^parse(?:Async)?$/.test(callee.property.name)
    const [list] = call.arguments
    return isParse && list ? listsOf(list, source).map((words) => ['desk', ...words]) : []
  }
  if (isSpawner(callee, source)) {
    const [program, list] = call.arguments
    if (!program) return []
    const lists = list ? listsOf(list, source) : [[]]
    return valuesOf(program, source).flatMap((name) =>
      lists.flatMap((words) => shellCommands([name, ...words]).map(asTyped)),
    )
  }
  const starter = importedFrom(callee, 'desk.ts', source)
  if (starter === 'startDeskByNpm')
    return argumentsOf(call, source).map((words) => ['npm', ...byNpm, ...words])
  const before = starter === undefined ? undefined : starters[starter]
  return before ? argumentsOf(call, source).map((words) => ['desk', ...before, ...words]) : []
}

const listsOf = (node: Node, source: SourceFile): Value[][] =>
  valuesOf(node, source).filter((value): value is Value[] => Array.isArray(value))

/** The commands in a shell's line: `sh -c 'npm pack'` is `npm pack`. */
function shellCommands(words: Value[]): Value[][] {
  const [shell, flag, line] = words
  if (typeof shell !== 'string' || !/^(?:ba)?sh$/.test(shell) || flag !== '-c') return [words]
  return typeof line === 'string' ? commandsOf(line.replace(/^exec /, '')) : []
}

/** A start of the program by its file counts as `desk`, whatever runs the file. */
function asTyped(words: Value[]): Value[] {
  const entry = words.findIndex((word) => typeof word === 'string' && word.endsWith('hosts/headless/desk.js'))
  return entry < 0 ? words : ['desk', ...words.slice(entry + 1)]
}

/** The exported name of an identifier imported from a module with this name. */
function importedFrom(callee: Node, module: string, source: SourceFile): string | undefined {
  if (callee.type !== 'Identifier') return undefined
  const binding = source.bindingOf(callee)
  return binding?.kind === 'import' && binding.from.endsWith(module) ? binding.name : undefined
}

/** Whether the callee starts a program: a function of `node:child_process`, also through `promisify`. */
function isSpawner(callee: Node, source: SourceFile): boolean {
  const name = importedFrom(callee, 'child_process', source)
  if (name !== undefined) return spawners.has(name)
  if (callee.type === 'Identifier') {
    const binding = source.bindingOf(callee)
    return binding?.kind === 'value' && isPromisified(binding.init, source)
  }
  return isPromisified(callee, source)
}

function isPromisified(node: Node, source: SourceFile): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return false
  const [inner] = node.arguments
  return node.callee.name === 'promisify' && inner !== undefined && isSpawner(inner, source)
}
