import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync, type Zippable, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemXml, pageBytes } from '../../catalog/fixtures/item-fixture.ts'
import { catalogReader, catalogWriter } from '../../catalog/index.ts'
import { openServices } from '../../testing/headless-services.ts'
import { threadEntry } from '../../testing/temporary-workspace.ts'
import { workspaceName } from '../../workspace/index.ts'
import { makeArchive } from './make-archive.ts'
import { previewArchive, restoreArchive } from './open-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-archive-'))
const directory = join(folder, 'here')
const file = join(folder, 'north.catalogdesk')
let files: Record<string, Uint8Array>

beforeAll(async () => {
  const services = await openServices(directory)
  try {
    const items = [1, 2, 3].map((id) => itemXml({ id: String(id), name: `Oat drink ${id}` }))
    await services.storage.writer(catalogWriter).putPage(pageBytes(items))
    writeFileSync(join(directory, 'secrets.json'), '{"secret":"swordfish"}')
    const source = {
      storage: services.storage,
      directory,
      name: 'North',
      thread: threadEntry,
      version: '1.2.3',
    }
    const made = await makeArchive(source, { file, now: Date.parse('2026-11-27T10:00:00Z') })
    expect(made).toMatchObject({ name: 'North', items: 3 })
    await expect(makeArchive(source, { file, now: 0 })).rejects.toThrow(/exists already and was not changed/)
  } finally {
    await services.close()
  }
  files = unzipSync(readFileSync(file))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
/** Writes an archive with changed files. */
function changed(change: (files: Zippable) => void): string {
  const other: Zippable = { ...files }
  change(other)
  const path = join(folder, `changed-${count++}.catalogdesk`)
  writeFileSync(path, zipSync(other))
  return path
}
/** Nothing is left of an archive that was refused. */
async function refuses(path: string, words: RegExp): Promise<void> {
  const target = join(folder, `refused-${count++}`)
  await expect(restoreArchive(path, target)).rejects.toThrow(words)
  expect(existsSync(target)).toBe(false)
  expect(readdirSync(folder).filter((name) => name.includes('unpacking'))).toEqual([])
}

test('opens as a new workspace with everything but secrets, and leaves no other files', async () => {
  expect(Object.keys(files)).toEqual(['backup.json', 'pictures.txt', 'catalog.db'])
  expect(readFileSync(file).includes('swordfish')).toBe(false)
  expect(await previewArchive(file, join(folder, 'there'))).toMatchObject({ name: 'North', items: 3 })
  const there = join(folder, 'there')
  expect(await restoreArchive(file, there)).toMatchObject({ directory: there, items: 3 })
  expect(await workspaceName(there)).toBe('North')
  expect(readdirSync(folder).filter((name) => /unpacking|unfinished/.test(name))).toEqual([])
  const services = await openServices(there)
  try {
    const query = { text: 'oat', brandIds: [], manufacturerIds: [] }
    expect((await services.storage.reader(catalogReader).searchRows(query, 0, 1)).total).toBe(3)
  } finally {
    await services.close()
  }
})

test('overwrites no workspace', async () => {
  await expect(restoreArchive(file, directory)).rejects.toThrow(/is not empty/)
})

test.each<[string, () => string, RegExp]>([
  [
    'a file that is no archive',
    () => {
      const path = join(folder, 'text.catalogdesk')
      writeFileSync(path, 'not a zip file')
      return path
    },
    /no complete zip file/,
  ],
  [
    'a truncated archive',
    () => {
      const path = changed(() => undefined)
      truncateSync(path, 5000)
      return path
    },
    /no complete zip file/,
  ],
  [
    'a path outside of the folder',
    () => changed((other) => Object.assign(other, { '../evil.txt': new Uint8Array(1) })),
    /damaged/,
  ],
  [
    'a file that no archive has',
    () => changed((other) => Object.assign(other, { 'secrets.json': new Uint8Array(1) })),
    /the file “secrets\.json”, which no archive has/,
  ],
  [
    'a missing database',
    () => changed((other) => delete other['catalog.db']),
    /lacks the file “catalog\.db”/,
  ],
  [
    'a bomb',
    () => changed((other) => Object.assign(other, { 'catalog.db': new Uint8Array(64 * 1024 * 1024) })),
    /more than 100 times as large/,
  ],
  [
    'a database of another size than noted',
    () =>
      changed((other) =>
        Object.assign(other, { 'catalog.db': new Uint8Array(5000).map(() => Math.random() * 256) }),
      ),
    /its files are not those of its list/,
  ],
  [
    'a changed database',
    () =>
      changed((other) => {
        const database = Uint8Array.from(files['catalog.db'] ?? [])
        database[database.length - 1] = (database.at(-1) ?? 0) ^ 1
        other['catalog.db'] = database
      }),
    /is damaged and was not opened\. The database catalog\.db is not what it was/,
  ],
  [
    'a picture that is not in the list',
    () =>
      changed((other) => {
        const bytes = new Uint8Array(10)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        other[`media/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`] = bytes
      }),
    /its files are not those of its list/,
  ],
  [
    'a list that is no list',
    () =>
      changed((other) => Object.assign(other, { 'backup.json': new TextEncoder().encode('{"format":1}') })),
    /is no backup of Catalog Desk/,
  ],
])('refuses in words, and leaves nothing: %s', async (_name, make, words) => {
  await refuses(make(), words)
})

test('deletes what a killed program has left', async () => {
  const left = join(folder, 'again.unpacking-abc123')
  mkdirSync(left)
  writeFileSync(join(left, 'catalog.db'), 'half')
  await restoreArchive(file, join(folder, 'again'))
  expect(existsSync(left)).toBe(false)
  expect(existsSync(join(dirname(left), 'again', 'catalog.db'))).toBe(true)
})
