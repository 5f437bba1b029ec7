import { expect, test } from 'vitest'
import { openCatalogReader } from '../../catalog/catalog-reader.ts'
import { openCatalogWriter } from '../../catalog/catalog-writer.ts'
import { itemXml } from '../../catalog/fixtures/item-fixture.ts'
import { openItemMedia } from '../../catalog/index.ts'
import { runRebuild } from '../../catalog/rebuild/rebuild.ts'
import { scanItem } from '../../catalog/scan/item-scanner.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { migrate } from '../migrate.ts'

test('the media of items of before are read from their bodies, whose outlines a rebuild packs', async () => {
  using database = openTemporaryDatabase(70)
  const { db } = database
  const xml = itemXml({ id: 'a', codes: ['00034000123834'], media: ['A1C1', 'A2C1'] })
  const body = Buffer.from(xml)
  const outline = new Uint8Array(Uint32Array.from(scanItem(body).outline).buffer)
  db.prepare('INSERT INTO item_document (seq, received_at, outline, body) VALUES (1, 0, ?, ?)').run(
    outline,
    body,
  )
  db.exec(`
    INSERT INTO item (seq, id, hash, status, name, brand_id, brand, manufacturer_id, manufacturer, code, updated_at,
      updated, created_at, verified) VALUES (1, 'a', x'00', 'P', '', '', '', '', '', '', 0, '', 0, 0);
    INSERT INTO medium VALUES (1, 0, 'A1C1', '', '', '', '', '', 'https://media.invalid/a/A1C1.jpg');`)
  migrate(db)
  const urls = ['A1C1', 'A2C1'].map((view) => `https://media.invalid/a/${view}.jpg`)
  expect(
    openItemMedia(db)
      .ofId('a')
      .map(({ url }) => url),
  ).toEqual(urls)

  const query = { id: 'a', idx: 0, limit: 1, version: 'v2.1', profile: 'complete' } as const
  const answer = () => openCatalogReader({ db }).answer({ ...query, media: 'gaps' })
  const before = answer()
  expect(before.gaps.map(({ media }) => media.map(({ url }) => url))).toEqual([urls])
  expect(Buffer.from(before.body).toString()).toBe(xml.replace(/\s*<media>.*<\/media>/, ''))

  await runRebuild(openCatalogWriter({ db, now: () => 0, record: () => undefined }))
  const packed = db.prepare<[], Buffer>('SELECT outline FROM item_document').pluck().get()
  expect(packed?.length).toBeLessThan(outline.length / 3)
  const { gaps, body: bytes } = answer()
  expect({ bytes, media: gaps[0]?.media }).toEqual({ bytes: before.body, media: before.gaps[0]?.media })
})
