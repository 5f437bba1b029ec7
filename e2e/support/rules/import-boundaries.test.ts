import { describe, expect, test } from 'vitest'
import { files, type Import, imports } from './imports.ts'

/**
 * The rooms of src-main from the bottom up. Each may import the listed rooms and `platform`, which is open to
 * all, and nothing else of src-main. `procedures` lists what a room's `procedures.ts` may import in addition,
 * because the procedures for the page can use more rooms than the room itself.
 */
const rooms: Record<string, { imports: string[]; procedures?: string[] }> = {
  storage: { imports: [] },
  upstream: { imports: [] },
  history: { imports: ['storage'], procedures: ['catalog', 'feeds/drafts'] },
  catalog: { imports: ['storage', 'history'], procedures: ['media', 'feeds/targets/sandbox'] },
  media: { imports: ['storage', 'upstream', 'catalog'] },
  'feeds/targets': { imports: ['upstream'] },
  'feeds/targets/sandbox': { imports: ['storage', 'upstream', 'catalog', 'media', 'feeds/targets'] },
  duplicates: { imports: ['storage', 'catalog', 'media'] },
  evidence: { imports: ['storage', 'catalog', 'media'] },
  'feeds/drafts': { imports: ['names', 'storage', 'catalog', 'feeds/targets/sandbox', 'completeness'] },
  completeness: { imports: ['storage', 'catalog', 'media', 'feeds/targets/sandbox'] },
  quality: { imports: ['storage', 'catalog', 'completeness', 'feeds/targets/sandbox'] },
  sync: { imports: ['storage', 'upstream', 'catalog', 'media'] },
  'feeds/outbox': {
    imports: ['storage', 'upstream', 'catalog', 'feeds/targets', 'feeds/targets/sandbox', 'feeds/drafts'],
  },
  workspace: { imports: ['storage', 'catalog', 'media'] },
  names: { imports: ['storage'] },
  team: { imports: ['storage'] },
  import: {
    imports: [
      ...['storage', 'history', 'names', 'catalog', 'media', 'feeds/targets/sandbox', 'feeds/drafts'],
      'workspace',
    ],
  },
  export: { imports: ['storage', 'catalog', 'feeds/targets/sandbox', 'import'] },
  backup: { imports: ['storage', 'catalog', 'media', 'workspace'] },
  'local-api': { imports: ['storage', 'catalog', 'media', 'feeds/targets/sandbox', 'sync', 'workspace'] },
  replica: {
    imports: ['storage', 'catalog', 'media', 'feeds/targets/sandbox', 'local-api', 'workspace'],
  },
}
/**
 * The layers above the rooms; each may import those after it: hosts, the calls of the page, the composition.
 */
const above = ['hosts', 'rpc', 'app']
/** The public modules of a room, and the importers allowed for each. */
const doors: Record<string, RegExp> = {
  'index.ts': /^src-main\//,
  'procedures.ts': /^src-main\/(app|rpc)\//,
  'stores.ts': /^src-main\/thread\.ts$/,
  'process.ts': /^src-main\/thread\.ts$/,
}

/** A test may build the real services around its subject, and import their internals. */
const isTest = (file: string): boolean => /\.test\.tsx?$|\/fixtures\/|^src-main\/testing\/|^e2e\//.test(file)
const within = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
/** Nested rooms are listed before their parent. */
const roomNames = Object.keys(rooms).toSorted((one, other) => other.length - one.length)
/** The room (or other folder of src-main) of a file, and the path within it. */
function placeOf(file: string): { room: string; path: string } | undefined {
  const [, top, rest] = /^src-main\/([^/]+)\/(.+)$/.exec(file) ?? []
  if (top === undefined || rest === undefined) return undefined
  const room = roomNames.find((name) => within(file, `src-main/${name}`)) ?? top
  return { room, path: file.slice(`src-main/${room}/`.length) }
}

/** The message for a forbidden import; undefined for an allowed one. */
function verdict({ from, to }: Import): string | undefined {
  const wrong = `${from} -> ${to}`
  if (!/^(src-|e2e\/|resources\/)/.test(to)) return undefined
  // The built-in profiles are JSON files that import nothing.
  if (within(from, 'src-shared'))
    return within(to, 'src-shared') || /^resources\/profiles\/[\w-]+\.json$/.test(to) ? undefined : wrong
  // The translations of the screens are resources.
  if (within(from, 'src-renderer'))
    return /^src-(renderer|shared)\/|^resources\/texts\/\w+\.po$/.test(to) ? undefined : wrong
  // Generated files come from src-shared, and the types of rows from the migrations. The package signs what
  // the program checks.
  if (within(from, 'resources'))
    return /^(resources|src-shared)\/|^src-main\/(storage\/schema\/row-types|hosts\/electron\/updates\/signature)\.ts$/.test(
      to,
    ) ||
      (isTest(from) && within(to, 'src-main/testing'))
      ? undefined
      : wrong
  if (within(to, 'src-renderer') || (within(to, 'e2e') && !within(from, 'e2e'))) return wrong
  if (isTest(from) || within(to, 'src-shared')) return undefined
  if (isTest(to)) return wrong
  const target = placeOf(to)
  const source = placeOf(from)
  if (!target || source?.room === target.room || target.room === 'platform') return undefined
  if (target.room in rooms && !doors[target.path]?.test(from)) return `${wrong} (not by a door)`
  if (!source) return from === 'src-main/thread.ts' ? undefined : wrong
  const room = rooms[source.room]
  if (source.room === 'platform') return wrong
  if (!room)
    return target.room in rooms || above.indexOf(source.room) < above.indexOf(target.room) ? undefined : wrong
  const reach = [...room.imports, ...(source.path === 'procedures.ts' ? (room.procedures ?? []) : [])]
  return reach.includes(target.room) ? undefined : wrong
}

describe('imports have one direction', () => {
  test('finds the files and imports of the project', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(imports.length).toBeGreaterThan(files.length)
    const folders = new Set(files.flatMap((file) => placeOf(file)?.room ?? []))
    expect([...folders].sort()).toEqual([...Object.keys(rooms), ...above, 'platform', 'testing'].sort())
  })
  test('every import stays within its room, or uses a public module of a lower room', () => {
    expect(imports.map(verdict).filter(Boolean)).toEqual([])
  })
  test('no room depends on itself', () => {
    const reached = (room: string, seen = new Set<string>()): Set<string> => {
      for (const next of rooms[room]?.imports ?? []) if (!seen.has(next)) reached(next, seen.add(next))
      return seen
    }
    expect(Object.keys(rooms).filter((room) => reached(room).has(room))).toEqual([])
  })
  test.each([
    ['upwards', 'src-main/storage/storage.ts', 'src-main/catalog/index.ts'],
    ['bypassing the public modules', 'src-main/sync/sync.ts', 'src-main/catalog/catalog-reader.ts'],
    ['through the public module of the threads', 'src-main/sync/sync.ts', 'src-main/catalog/stores.ts'],
    [
      'through the public module of the page',
      'src-main/feeds/outbox/outbox.ts',
      'src-main/feeds/drafts/procedures.ts',
    ],
    [
      'from a host, bypassing the public modules',
      'src-main/hosts/headless/desk.ts',
      'src-main/catalog/rebuild/rebuild.ts',
    ],
    ['into the composition', 'src-main/sync/sync.ts', 'src-main/app/app.ts'],
    ['from the page into the backend', 'src-renderer/app.tsx', 'src-main/app/app.ts'],
    ['from shared into the backend', 'src-shared/values/gtin.ts', 'src-main/platform/clock.ts'],
    ['from platform into a room', 'src-main/platform/clock.ts', 'src-main/sync/index.ts'],
    ['into test code', 'src-main/sync/sync.ts', 'src-main/testing/faulty-upstream.ts'],
  ])('reports a forbidden import: %s', (_, from, to) => {
    expect(verdict({ from, to })).toContain(`${from} -> ${to}`)
  })
  test('only the Electron host imports electron', () => {
    const users = imports.filter(({ to }) => to === 'electron').map(({ from }) => from)
    expect(users.filter((file) => !file.startsWith('src-main/hosts/electron/'))).toEqual([])
  })
  test('src-shared uses neither Node nor the DOM', () => {
    const foreign = imports.filter(
      ({ from, to }) => from.startsWith('src-shared/') && !isTest(from) && to.startsWith('node:'),
    )
    expect(foreign).toEqual([])
  })
})
