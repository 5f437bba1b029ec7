import { expect, test } from 'vitest'
import { englishName, type NameParts } from '../../../src-shared/feeds/draft/made-name.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

interface Row {
  id: string
  name: string
  name_parts: string | null
}

test('names of before that the program made get the parts that make the same name; others none', () => {
  using database = openTemporaryDatabase(76)
  const { db } = database
  const draft = db.prepare(`INSERT INTO draft (id, kind, name, made_name, is_template, created_at, updated_at)
    VALUES (?, ?, ?, ?, 0, 0, 0)`)
  draft.run('several', 'update', 'Tea and 5 more', 'Tea and 5 more')
  draft.run('item', 'refresh', 'Tea', 'Tea')
  draft.run('new', 'create', 'Tea', 'Tea')
  draft.run('empty', 'create', 'New items', 'New items')
  draft.run('counted', 'update', 'Update: 3 items', 'Update: 3 items')
  draft.run('about', 'contentplus', 'Content+: i7', 'Content+: i7')
  draft.run('renamed', 'update', 'Autumn and 5 more', 'Tea and 5 more')
  draft.run('given', 'update', 'Update', null)
  const batch =
    db.prepare(`INSERT INTO feed_batch (id, name, is_name_made, kind, first, feeds, items, state, created_at,
    updated_at) VALUES (?, ?, ?, 'update', ?, 2, 2, 'queued', 0, 0)`)
  batch.run('batch', 'Tea and 5 more', 1, 1)
  batch.run('given-batch', 'Spring', 0, 3)
  const feed =
    db.prepare(`INSERT INTO feed (id, kind, name, is_name_made, batch, posted_by, bytes, sha256, idempotency_key,
    item_count, state, created_at, updated_at) VALUES (?, 'update', ?, ?, ?, ?, 1, '', ?, 1, 'queued', 0, 0)`)
  const put = (id: string, name: string, made: number, batch: string | null, by: string | null = null) =>
    feed.run(id, name, made, batch, by, id)
  put('part', 'Tea and 5 more (1 of 2)', 1, 'batch')
  put('inner', 'Tea and 5 more (2 of 2, part 1.2)', 1, 'batch')
  put('given-part', 'Spring (1 of 2)', 0, 'given-batch')
  put('strange', 'Summer', 0, 'given-batch')
  put('posted', 'Posted by pim', 0, null, 'pim')
  put('alone', 'Posted by pim (1 of 2)', 0, null)
  migrate(db)

  const rows = ['draft', 'feed_batch', 'feed'].flatMap((table) =>
    db.prepare<[], Row>(`SELECT id, name, name_parts FROM ${table} ORDER BY rowid`).all(),
  )
  const parts = new Map(rows.map(({ id, name_parts }) => [id, JSON.parse(name_parts ?? 'null') as NameParts]))
  for (const { id, name } of rows) expect(englishName(parts.get(id) ?? name)).toBe(name)
  const tea = { made: 'begun-from', first: 'Tea', more: 5 }
  expect(Object.fromEntries(parts)).toEqual({
    several: tea,
    item: { made: 'begun-from', first: 'Tea', more: 0 },
    new: { made: 'contents', kind: 'create', about: 'Tea' },
    empty: { made: 'contents', kind: 'create' },
    counted: { made: 'contents', kind: 'update', items: 3 },
    about: { made: 'contents', kind: 'contentplus', about: 'i7' },
    renamed: null,
    given: null,
    batch: tea,
    'given-batch': null,
    part: { made: 'part', whole: tea, number: 1, of: 2 },
    inner: { made: 'part', whole: tea, number: 2, of: 2, inner: [1, 2] },
    'given-part': { made: 'part', whole: 'Spring', number: 1, of: 2 },
    strange: null,
    posted: { made: 'posted', by: 'pim' },
    alone: null,
  })
})
