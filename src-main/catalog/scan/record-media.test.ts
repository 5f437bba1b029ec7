import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { packOutline } from '../../../src-shared/vocabulary/outline.ts'
import { itemXml } from '../fixtures/item-xml.ts'
import { expectedMedia, parse } from '../fixtures/scanned-witness.ts'
import { scanItem } from './item-scanner.ts'
import { mediaParts, scanMedia } from './record-media.ts'

test('reads the same media from stored records as a full parser', () => {
  fc.assert(
    fc.property(fc.array(itemXml, { maxLength: 4 }), (list) => {
      const bodies = list.map((xml) => Buffer.from(xml))
      const scanned = bodies.map((body) => scanItem(body))
      const parts = scanned.map(({ outline }, index) =>
        mediaParts({ body: bodies[index] as Buffer, outline: packOutline(outline) }),
      )
      const found = list.map((xml) => parse(xml)).map((tree) => tree && expectedMedia(tree))
      expect(scanMedia(parts)).toEqual(found)
    }),
    { numRuns: numberOfCases(300) },
  )
})

test('returns no media for a damaged record, without affecting the others', () => {
  const media = (view: string) => Buffer.from(`<media><medium view="${view}"/></media>`)
  const views = (records: Uint8Array[][]) => scanMedia(records).map((list) => list.map(({ view }) => view))
  expect(views([[media('A1C1')], [Buffer.from('<media><medium')], [], [media('A2C1')]])).toEqual([
    ['A1C1'],
    [],
    [],
    ['A2C1'],
  ])
  expect(views([[Buffer.from('</item><item>')], [media('A1C1')]])).toEqual([[], ['A1C1']])
})
