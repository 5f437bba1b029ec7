import { describe, expect, test } from 'vitest'
import { isError } from '../../../../src-shared/problem.ts'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import { openUnreachablePictures } from './unreachable-pictures.ts'

const added = 'http://127.0.0.1:8642/media/aa/original/09522003001170_A1C1.jpg'
const other = 'http://localhost:8000/oats.jpg'
const web = 'https://pictures.example/oats.jpg'
const item = {
  media: [web, added, other].map((url) => ({ url })),
  contentPlus: { images: [{ url: added }] },
}

/** The check in a workspace connected to a service; without an address, in a sandbox. */
function openCheck(address?: string) {
  const database = openTemporaryDatabase()
  const set = database.db.prepare('INSERT OR REPLACE INTO setting VALUES (?, ?)')
  set.run('role', JSON.stringify(address === undefined ? 'sandbox' : 'connected'))
  if (address !== undefined)
    set.run('connection', JSON.stringify({ address, username: 'u', namespaceBase: 'urn:x', mediaHosts: [] }))
  database.db
    .prepare('INSERT INTO picture (address, sha256, changed_at, is_added) VALUES (?, ?, 0, 1)')
    .run(added, 'aa')
  return { ...database, check: openUnreachablePictures(database.db) }
}

describe('pictures that the service cannot fetch', () => {
  test('on another computer: every address of this computer is an error', () => {
    using database = openCheck('https://service.example')
    const found = database.check('refresh', item, 'items/item[1]')
    expect(found.map(({ path }) => path)).toEqual([
      'items/item[1]/media/medium[2]/url',
      'items/item[1]/media/medium[3]/url',
      'items/item[1]/contentPlus/images/medium[1]/url',
    ])
    expect(found[0]?.code).toBe('PICTURE_UNREACHABLE')
    expect(found.every(isError)).toBe(true)
    expect(found[0]?.message).toMatch(/its address leads to this computer.* Enter an address on the web/)
  })
  test('on this computer: only an added picture, which the local API serves by a signed address', () => {
    using database = openCheck('http://127.0.0.1:9000')
    const found = database.check('refresh', item, 'items/item[1]')
    expect(found.map(({ path }) => path)).toEqual([
      'items/item[1]/media/medium[2]/url',
      'items/item[1]/contentPlus/images/medium[1]/url',
    ])
    expect(found[0]?.message).toMatch(/kept in this workspace, .* addresses that expire/)
  })
  test('an update sends no media, and a sandbox reads its own files', () => {
    using connected = openCheck('https://service.example')
    expect(connected.check('update', item, 'i').map(({ path }) => path)).toEqual([
      'i/contentPlus/images/medium[1]/url',
    ])
    using sandbox = openCheck()
    expect(sandbox.check('refresh', item, 'i')).toEqual([])
  })
})
