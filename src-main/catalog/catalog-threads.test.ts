import { expect, test } from 'vitest'
import type { ChangeBatch } from '../../src-shared/rpc/changes.ts'
import { pageReader } from '../sync/store/answer-keeping.ts'
import { openTemporaryWorkspace } from '../testing/temporary-workspace.ts'
import type { ItemQuery } from './answer/item-query.ts'
import { catalogReader } from './catalog-reader.ts'
import { catalogWriter } from './catalog-writer.ts'
import { itemXml, pageBytes } from './fixtures/item-fixture.ts'

const query: ItemQuery = { idx: 0, limit: 1000, version: 'v2.1', profile: 'complete', media: 'none' }

test('reads a page back unchanged, repeatedly, through the storage threads', async () => {
  await using workspace = await openTemporaryWorkspace()
  const { storage } = workspace
  const batches: ChangeBatch[] = []
  storage.changes.subscribe((batch) => batches.push(batch))
  const items = Array.from({ length: 300 }, (_item, index) =>
    itemXml({ id: String(1000 + index), text: 'word '.repeat(30) }).replace(/\s*<media>.*<\/media>/s, ''),
  )
  const page = pageBytes(items)
  const before = Buffer.from(page)
  await storage.writer(catalogWriter).putPage(page)
  expect(page.equals(before)).toBe(true)
  expect(batches).toHaveLength(1)
  expect(batches[0]?.changes[0]?.ids).toHaveLength(300)

  const reader = storage.reader(catalogReader)
  for (let time = 0; time < 3; time++) {
    const { body, total } = await reader.answer(query)
    expect(total).toBe(300)
    expect(Buffer.from(body).toString()).toBe(items.join(''))
  }
  const large = `<item id="large"><name>${'long '.repeat(10_000)}</name></item>`
  await storage.writer(catalogWriter).putItems([Buffer.from(large)])
  expect(Buffer.from((await reader.item('large'))?.body ?? []).toString()).toBe(large)
})

test('reports the position of an error in a page across threads', async () => {
  await using workspace = await openTemporaryWorkspace()
  const broken = Buffer.from('<items>\n<item id="1"/>\n<item id="2"><name a></name></item></items>')
  await expect(workspace.storage.writer(catalogWriter).putPage(broken)).rejects.toMatchObject({
    code: 'needsPreparation',
  })
  await expect(workspace.storage.apart(pageReader)('read', [broken])).rejects.toMatchObject({
    code: 'not-well-formed',
    problems: [{ code: 'not-well-formed', path: 'items/item[2]', line: 3 }],
  })
})
