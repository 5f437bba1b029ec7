import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * The house rule on imports, as data: what each room may import from; a file with a line of its own follows that line.
 * The same paths, read as a list from top to bottom, are the layers: hosts, the composition, rpc and the local API, the
 * rooms, storage and upstream, platform, shared.
 */
const shared = ['src-shared']
const base = ['src-main/platform', ...shared]
const ground = ['src-main/storage', 'src-main/upstream', ...base]
const everything = ['src-main', ...shared]
const allowed: Record<string, string[]> = {
  'src-shared': [],
  'src-renderer': shared,
  'src-main/platform': shared,
  'src-main/storage': base,
  'src-main/upstream': base,
  'src-main/history': ground,
  'src-main/catalog': ['src-main/history', ...ground],
  'src-main/media': ground,
  'src-main/sandbox': ['src-main/catalog', 'src-main/media', ...ground],
  'src-main/drafts': ['src-main/sandbox', 'src-main/catalog', ...ground],
  'src-main/sync': ['src-main/catalog', 'src-main/media', ...ground],
  'src-main/outbox': ['src-main/drafts', 'src-main/sandbox', 'src-main/catalog', ...ground],
  'src-main/import': [
    'src-main/workspace',
    'src-main/drafts',
    'src-main/sandbox',
    'src-main/catalog',
    'src-main/media',
    ...ground,
  ],
  'src-main/export': ['src-main/import', 'src-main/sandbox', 'src-main/catalog', ...ground],
  'src-main/workspace': ['src-main/catalog', 'src-main/media', ...ground],
  'src-main/backup': ['src-main/catalog', 'src-main/workspace', ...ground],
  'src-main/local-api': [
    'src-main/workspace',
    'src-main/sync',
    'src-main/sandbox',
    'src-main/catalog',
    'src-main/media',
    ...ground,
  ],
  // What the face may ask of a room reaches further than the room itself.
  'src-main/catalog/procedures.ts': ['src-main/catalog', 'src-main/sandbox', 'src-main/media', ...ground],
  'src-main/history/procedures.ts': ['src-main/history', 'src-main/catalog', 'src-main/drafts', ...ground],
  // The settings of a workspace hold those of its local API.
  'src-main/workspace/workspace-settings.ts': ['src-main/workspace', 'src-main/local-api/host', ...ground],
  // Opening a workspace puts its rooms together.
  'src-main/app/open-workspace.ts': everything,
  'src-main/rpc': everything,
  'src-main/thread.ts': everything,
  'src-main/app': everything,
  'src-main/testing': everything,
  'src-main/hosts': everything,
  resources: ['src-shared'],
  e2e: ['src-main', 'src-shared', 'e2e', 'resources'],
}
/** Only a host may import the composition, and nothing imports a host (but the end-to-end tests, which start one). */
const never: [from: RegExp, to: RegExp][] = [
  [
    /^src-main\/(?!hosts|testing|rpc\/|app\/|workspace\/open-workspace)/,
    /^src-main\/(app|rpc|workspace\/open-workspace)\b/,
  ],
  [/^src-main\/(?!hosts)/, /^src-main\/hosts/],
  [/^src-main\/(?!.*\.test\.ts$|.*\/fixtures\/|testing)/, /^src-main\/testing/],
]

interface Import {
  from: string
  to: string
}
const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(importPattern)].map(([, name = '']) => ({
    from: file,
    to: name.startsWith('.') ? normalize(join(dirname(file), name)).replaceAll('\\', '/') : name,
  }))
}

const files = globSync('{src-main,src-renderer,src-shared,resources,e2e}/**/*.{ts,tsx}')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.startsWith('e2e/stand-in'))
const imports = files.flatMap(importsOf)
const isTest = (file: string): boolean => /\.test\.tsx?$|\/fixtures\//.test(file)
const roomOf = (file: string): string | undefined =>
  Object.keys(allowed)
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0]
const within = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`)

function verdict({ from, to }: Import): string | undefined {
  const room = roomOf(from)
  if (!room) return `${from} is in no known room`
  if (!to.startsWith('src-') && !to.startsWith('e2e') && !to.startsWith('resources')) return undefined
  if (within(to, room)) return undefined
  // A test may build the real services around the room it tests.
  if (isTest(from) && (within(to, 'src-main') || within(to, 'src-shared')))
    return room === 'src-shared' && within(to, 'src-main') ? `${from} -> ${to}` : undefined
  if (!allowed[room]?.some((target) => within(to, target))) return `${from} -> ${to}`
  return never.some(([a, b]) => a.test(from) && b.test(to)) ? `${from} -> ${to}` : undefined
}

describe('imports run one way', () => {
  test('the walk sees the project', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(imports.length).toBeGreaterThan(files.length)
  })
  test('every import stays within its room or goes down', () => {
    expect(imports.map(verdict).filter(Boolean)).toEqual([])
  })
  test('a wrong edge would be found', () => {
    expect(
      verdict({ from: 'src-main/storage/open.ts', to: 'src-main/catalog/catalog-reader.ts' }),
    ).toBeDefined()
    expect(verdict({ from: 'src-renderer/app.tsx', to: 'src-main/app/app.ts' })).toBeDefined()
    expect(verdict({ from: 'src-main/sync/sync.ts', to: 'src-main/app/app.ts' })).toBeDefined()
  })
  test('only the Electron host imports electron', () => {
    const users = imports.filter(({ to }) => to === 'electron').map(({ from }) => from)
    expect(users.filter((file) => !file.startsWith('src-main/hosts/electron/'))).toEqual([])
  })
  test('src-shared knows neither Node nor the DOM', () => {
    const foreign = imports.filter(
      ({ from, to }) => from.startsWith('src-shared/') && !isTest(from) && to.startsWith('node:'),
    )
    expect(foreign).toEqual([])
  })
})
