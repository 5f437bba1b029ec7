import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { colour, drawGraph, type LegendEntry } from './draw-graph.ts'

type StoreKind = 'reader' | 'writer' | 'apart'
interface FoundStore {
  kind: StoreKind
  /** The room, followed by `/` and a name if the room has several stores of the kind. */
  name: string
}

const backend = fileURLToPath(new URL('../../src-main', import.meta.url))
const read = (path: string): string => readFileSync(join(backend, path), 'utf8')

/**
 * The stores that the rooms export from `stores.ts`, parsed from the sources, because importing them would
 * load the entire backend.
 * @throws when the definition of an exported store is not found
 */
function storesOfRooms(): FoundStore[] {
  return globSync('**/stores.ts', { cwd: backend }).toSorted().flatMap(storesIn)
}

const storesIn = (file: string): FoundStore[] =>
  read(file)
    .split('export {')
    .slice(1)
    .flatMap((statement) => {
      const [names = '', from = ''] = statement.split('}', 2)
      const path = join(dirname(file), from.split("'", 2)[1] ?? '')
      const defined = definitionsIn(path)
      return names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && name !== 'serveStores')
        .map((name) => {
          const store = defined.get(name)
          if (!store) throw new Error(`The definition of the store ${name} was not found in src-main/${path}`)
          return store
        })
    })

/** Kinds of stores, by the name of the function that defines them. */
const storeKinds: Record<string, StoreKind> = { Reader: 'reader', Writer: 'writer', ThreadFunctions: 'apart' }

/** The stores defined in a file, by the names of their constants. */
const definitionsIn = (path: string): Map<string, FoundStore> =>
  new Map(
    [...read(path).matchAll(/const (\w+) = define(Reader|Writer|ThreadFunctions)\(\s*'([^']+)'/g)].map(
      ([, constant = '', kind = '', name = '']) => [constant, { kind: storeKinds[kind] ?? 'apart', name }],
    ),
  )

/** The rooms with a store of the kind, in alphabetical order. */
const roomsWith = (stores: readonly FoundStore[], kind: StoreKind): string[] =>
  [
    ...new Set(stores.filter((one) => one.kind === kind).map(({ name }) => name.split('/', 1)[0] ?? name)),
  ].toSorted()

/** Wraps names to lines of at most `width` characters. */
function inLines(names: readonly string[], width = 42): string[] {
  const lines: string[] = []
  for (const [index, name] of names.entries()) {
    const word = index < names.length - 1 ? `${name}, ` : name
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length <= width) lines[lines.length - 1] = last + word
    else lines.push(word)
  }
  return lines.map((line) => line.trimEnd())
}

/** A box with a heading, a line of description, and its rooms. */
function box(id: string, heading: string, about: string, rooms: readonly string[] = []): string {
  const small = (lines: readonly string[], look: 'ink' | 'faint') =>
    lines.map(
      (line) => `<tr><td align="left"><font point-size="12" color=${colour(look)}>${line}</font></td></tr>`,
    )
  const rows = [
    `<tr><td align="left"><b>${heading}</b></td></tr>`,
    ...small([about], 'faint'),
    ...small(inLines(rooms), 'ink'),
  ]
  return `${id} [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="2">${rows.join('')}</table>>]`
}

const looks = {
  call: { text: 'calls and results', colour: 'faint' },
  write: { text: 'writes', colour: 'person' },
  read: { text: 'reads', colour: 'service' },
  event: { text: 'change events', colour: 'person', dashes: '5,3' },
} as const satisfies Record<string, LegendEntry>

const line = (from: string, to: string, look: keyof typeof looks, more = ''): string =>
  `${from} -> ${to} [color=${colour(looks[look].colour)}${'dashes' in looks[look] ? ', style=dashed' : ''}${more}]`

/**
 * Draws the threads of the backend, the rooms with stores in each, and the threads that read and write the
 * database.
 */
export function drawStorageThreads(): Promise<string> {
  const stores = storesOfRooms()
  return drawGraph(
    `digraph {
  graph [rankdir=LR, pad=0.15, nodesep=0.3, ranksep=0.8, bgcolor="transparent"]
  node [shape=box, style="filled,rounded", fillcolor=${colour('box')}, color=${colour('line')}, fontcolor=${colour('ink')}, fontname="Helvetica", fontsize=14, margin="0.22,0.08"]
  edge [arrowsize=0.7]
  ${box('page', 'Page', 'React, in a window or browser')}
  ${box('main', 'Main thread', 'services of the rooms; no database')}
  ${box('writer', 'Writer thread, only one', 'each call is a transaction', roomsWith(stores, 'writer'))}
  ${box('readers', 'Reader threads, a few', 'connections that cannot write', roomsWith(stores, 'reader'))}
  ${box('apart', 'Separate threads, one per store', 'foreign bytes, within a budget; no database', roomsWith(stores, 'apart'))}
  file [label="SQLite file\nof the workspace", shape=cylinder, style=filled, margin="0.15,0.15"]
  ${line('page', 'main', 'call', ', dir=both')}
  ${line('main', 'page', 'event')}
  ${line('main', 'writer', 'call', ', dir=both')}
  ${line('writer', 'main', 'event')}
  ${line('main', 'readers', 'call', ', dir=both')}
  ${line('main', 'apart', 'call', ', dir=both')}
  ${line('writer', 'file', 'write')}
  ${line('file', 'readers', 'read', ', constraint=false')}
}`,
    { title: 'The threads of the backend, and their access to the database', legend: Object.values(looks) },
  )
}
