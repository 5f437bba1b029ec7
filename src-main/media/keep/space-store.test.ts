import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { openCatalogWriter } from '../../catalog/index.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { missingPictureReader, missingPictureWriter } from './missing-store.ts'
import { pictureReader, pictureWriter } from './picture-store.ts'
import { pictureSpaceReader, pictureSpaceWriter } from './space-store.ts'
import { pictureUpkeepWriter } from './upkeep-store.ts'

const choice = { views: 'all', longestSide: null, quota: null } as const
const urlOf = (item: number) => `https://media.example/${item}.jpg`
const recordOf = (item: number, url: string) =>
  Buffer.from(
    `<item id="${item}"><media><medium view="A1C1" type="original"><url>${url}</url></medium></media></item>`,
  )

function openStores(items: number) {
  const database = openTemporaryDatabase()
  const { db } = database
  const time = { now: 1 }
  const context = { db, now: () => time.now, record: () => undefined }
  const catalog = openCatalogWriter(context)
  for (let item = 1; item <= items; item++) catalog.putItems([recordOf(item, urlOf(item))])
  db.exec('UPDATE item SET updated_at = 0')
  return {
    database,
    catalog,
    tick: () => ++time.now,
    time,
    missing: missingPictureReader.open(context),
    missingWriter: missingPictureWriter.open(context),
    space: pictureSpaceReader.open(context),
    spaceWriter: pictureSpaceWriter.open(context),
    pictures: pictureReader.open(context),
    writer: pictureWriter.open(context),
  }
}
const picture = (item: number, bytes: number, content = `content-${item}`) => ({
  url: urlOf(item),
  sha256: content,
  mimeType: 'image/jpeg',
  width: 1,
  height: 1,
  bytes,
  placeholder: new Uint8Array([item]),
})

test('evicts the least recently used files first, never pinned ones, and no more than necessary', () => {
  const items = 6
  const item = fc.integer({ min: 1, max: items })
  const action = fc.oneof(
    fc.record({ do: fc.constant('keep' as const), item, bytes: fc.integer({ min: 1, max: 50 }) }),
    fc.record({ do: fc.constant('use' as const), item }),
    fc.record({ do: fc.constant('pin' as const), item, pinned: fc.boolean() }),
    fc.record({ do: fc.constant('evict' as const), quota: fc.integer({ min: 0, max: 150 }) }),
  )
  const { database, tick, space, spaceWriter, pictures, writer } = openStores(items)
  using _ = database
  database.db.pragma('synchronous = OFF')
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      database.db.exec('DELETE FROM picture; DELETE FROM picture_file; DELETE FROM pinned_item')
      /** The model's stored files, least recently used first. */
      let kept: { item: number; bytes: number; usedAt: number }[] = []
      const pinned = new Set<number>()
      for (const step of actions) {
        const at = tick()
        if (step.do === 'keep' && !kept.some((one) => one.item === step.item)) {
          writer.put([picture(step.item, step.bytes)])
          kept.push({ item: step.item, bytes: step.bytes, usedAt: at })
        } else if (step.do === 'use') {
          spaceWriter.used([{ sha256: `content-${step.item}`, at }])
          for (const one of kept) if (one.item === step.item) one.usedAt = at
        } else if (step.do === 'pin') {
          spaceWriter.setPinned(String(step.item), step.pinned)
          if (step.pinned) pinned.add(step.item)
          else pinned.delete(step.item)
        } else if (step.do === 'evict') {
          const excess = space.usage().bytes - step.quota
          const evicted = spaceWriter.evict(excess, Number.MAX_SAFE_INTEGER)
          let freed = 0
          const expected: string[] = []
          for (const one of kept.toSorted((a, b) => a.usedAt - b.usedAt)) {
            if (freed >= excess || pinned.has(one.item)) continue
            freed += one.bytes
            expected.push(`content-${one.item}`)
          }
          expect(evicted).toEqual({ files: expected, bytes: freed })
          kept = kept.filter((one) => !expected.includes(`content-${one.item}`))
        }
        expect(space.usage()).toEqual({
          files: kept.length,
          bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
          derivedBytes: 0,
        })
        const held = pictures.kept(Array.from({ length: items }, (_, i) => urlOf(i + 1)))
        expect(held.flatMap((one) => one?.sha256 ?? [])).toEqual(
          kept.map((one) => `content-${one.item}`).toSorted(),
        )
      }
    }),
    { numRuns: numberOfCases(60) },
  )
})

test('does not evict the files of a run for further files of the same run', () => {
  const { database, tick, spaceWriter, writer } = openStores(3)
  using _ = database
  writer.put([picture(1, 10)])
  const runStart = tick()
  writer.put([picture(2, 10), picture(3, 10)])
  expect(spaceWriter.evict(25, runStart)).toEqual({ files: ['content-1'], bytes: 10 })
})

test('keeps the placeholder of an evicted picture, and downloads it again only if pinned or retried', () => {
  const { database, spaceWriter, missing, missingWriter, pictures, writer } = openStores(1)
  using _ = database
  const wanted = () => missing.pictures(0, 100, choice, 0).pictures.map(({ url }) => url)
  expect(wanted()).toEqual([urlOf(1)])
  writer.put([picture(1, 10)])
  expect(pictures.fronts(['1'])).toEqual([{ sha256: 'content-1', placeholder: Buffer.from([1]) }])
  spaceWriter.evict(1, Number.MAX_SAFE_INTEGER)
  expect(pictures.fronts(['1'])).toEqual([{ placeholder: Buffer.from([1]) }])
  expect(wanted()).toEqual([])
  spaceWriter.setPinned('1', true)
  expect(wanted()).toEqual([urlOf(1)])
  spaceWriter.setPinned('1', false)
  missingWriter.retryLeftOut()
  expect(wanted()).toEqual([urlOf(1)])
})

describe('a failed address', () => {
  const failure = { url: urlOf(1), itemId: '1', error: 'gone' }
  const minute = 60_000

  test('is retried with increasing delays, up to a week', () => {
    const { database, missing, missingWriter, time } = openStores(1)
    using _ = database
    const isTried = () => missing.pictures(0, 100, choice, time.now).pictures.length === 1
    const waits: number[] = []
    for (let attempt = 1; attempt <= 8; attempt++) {
      expect(isTried()).toBe(true)
      missingWriter.failed([failure])
      expect(isTried()).toBe(false)
      const failedAt = time.now
      while (!isTried()) time.now += 10 * minute
      waits.push((time.now - failedAt) / (60 * minute))
    }
    expect(waits).toEqual([1 / 6, 1, 6, 24, 72, 168, 168, 168])
  })
  test('is retried without delay if its host could not be reached', () => {
    const { database, missing, missingWriter, time } = openStores(1)
    using _ = database
    for (let i = 0; i < 5; i++) missingWriter.failed([{ ...failure, passing: true }])
    expect(missing.pictures(0, 100, choice, time.now).pictures).toHaveLength(1)
  })
  test('is retried at once if its record has changed or a person requests it, but not for another item', () => {
    const { database, catalog, missing, missingWriter, time } = openStores(2)
    using _ = database
    const tried = () => missing.pictures(0, 100, choice, time.now).pictures.map(({ itemId }) => itemId)
    catalog.putItems([recordOf(2, urlOf(1))])
    missingWriter.failed([failure])
    database.db.prepare("UPDATE item SET updated_at = 5 WHERE id = '2'").run()
    expect(tried()).toEqual([])
    database.db.prepare("UPDATE item SET updated_at = 5 WHERE id = '1'").run()
    expect(tried()).toEqual(['1'])
    missingWriter.failed([failure])
    expect(tried()).toEqual([])
    missingWriter.tryAgain()
    expect(tried()).toEqual(['1', '2'])
  })
  test('is listed with cause, item and time of the next retry, latest first', () => {
    const { database, missing, missingWriter, writer, time } = openStores(3)
    using _ = database
    missingWriter.failed([failure])
    time.now += 1
    missingWriter.failed([{ url: urlOf(2), itemId: '2', error: 'no network', passing: true }])
    missingWriter.failed([{ url: urlOf(3), itemId: '3', error: 'gone' }])
    writer.put([picture(3, 10)])
    const instant = (moment: number) => new Date(moment).toISOString()
    expect(missing.failures(0, 10)).toEqual([
      {
        address: urlOf(2),
        reason: 'no network',
        attempts: 0,
        failedAt: instant(time.now),
        item: { id: '2', name: '' },
        view: 'A1C1',
      },
      {
        address: urlOf(1),
        reason: 'gone',
        attempts: 1,
        failedAt: instant(time.now - 1),
        retryAt: instant(time.now - 1 + 10 * minute),
        item: { id: '1', name: '' },
        view: 'A1C1',
      },
    ])
    expect(missing.failures(1, 1).map(({ address }) => address)).toEqual([urlOf(1)])
  })
  test('is found through an index', () => {
    const { database } = openStores(1)
    using _ = database
    const [plan] = database.db
      .prepare<[], { detail: string }>(
        'EXPLAIN QUERY PLAN SELECT address FROM picture WHERE error IS NOT NULL AND sha256 IS NULL ORDER BY changed_at DESC, address LIMIT 9',
      )
      .all()
    expect(plan?.detail).toContain('picture_failed')
  })
})

test('treats a reduced picture as missing for a larger choice, and deletes its file afterwards', () => {
  const { database, space, missing, writer } = openStores(1)
  using _ = database
  writer.put([{ ...picture(1, 10, 'small'), reducedTo: 600 }])
  const wanted = (longestSide: number | null) =>
    missing.pictures(0, 100, { ...choice, longestSide }, 0).pictures.length
  expect([600, 300, 1200, null].map(wanted)).toEqual([0, 0, 1, 1])
  expect(writer.put([picture(1, 90, 'large')])).toEqual(['small'])
  expect(space.usage()).toEqual({ files: 1, bytes: 90, derivedBytes: 0 })
})

test('deletes a file shared by two addresses when neither needs it', () => {
  const { database, space, writer } = openStores(2)
  using _ = database
  writer.put([picture(1, 10, 'shared'), picture(2, 10, 'shared')])
  expect(space.usage()).toEqual({ files: 1, bytes: 10, derivedBytes: 0 })
  expect(writer.put([picture(1, 5, 'own')])).toEqual([])
  expect(writer.put([picture(2, 5, 'own')])).toEqual(['shared'])
})

test('a picture that a person added is neither evicted nor swept, and a later download keeps it so', () => {
  const { database, space, spaceWriter, writer, pictures } = openStores(0)
  using _ = database
  const upkeep = pictureUpkeepWriter.open({ db: database.db, now: () => 1, record: () => undefined })
  writer.put([{ ...picture(1, 10), isAdded: true }, picture(2, 10)])
  writer.put([picture(1, 10)])
  expect(pictures.known([urlOf(1), urlOf(2), urlOf(3)]).map((one) => one?.isAdded)).toEqual([
    true,
    false,
    undefined,
  ])
  expect(spaceWriter.evict(100, 1000)).toEqual({ files: ['content-2'], bytes: 10 })
  expect(upkeep.forgetUnnamed(5, 1000, 100)).toMatchObject({ forgotten: 1 })
  expect(space.usage()).toMatchObject({ files: 1, bytes: 10 })
})
