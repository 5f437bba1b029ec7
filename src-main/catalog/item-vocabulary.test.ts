import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '../../src-shared/testing/number-of-cases.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { item as itemGroup } from '../../src-shared/vocabulary/elements/item.ts'
import { parseElement, writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { arbitrary } from '../../src-shared/vocabulary/kit/testing/arbitrary.ts'
import { readItemPage } from './scan/item-page.ts'
import { scanMediaPage, scanPage } from './scan/item-scanner.ts'

/** The scanner and the vocabulary parse the same records and must find the same data in them. */
test('scans everything that the vocabulary can write as the vocabulary parses it', () => {
  fc.assert(
    fc.property(arbitrary(documents.items), (value) => {
      const xml = writeDocument(documents.items, value)
      // Scanned directly, without the rewriting fallback.
      const { items } = scanPage(Buffer.from(xml))
      const media = scanMediaPage(Buffer.from(xml))
      const stored = readItemPage(Buffer.from(xml)).items
      expect(items).toHaveLength(value.item?.length ?? 0)
      value.item?.forEach((record, index) => {
        const products = record.products ?? []
        expect(items[index]).toMatchObject({
          id: (record.id ?? '').trim(),
          status: record.status ?? '',
          name: (record.name ?? '').trim(),
          updated: (record.lastUpdated?.text ?? '').trim(),
          codes: (record.upcs ?? [])
            .map(({ type = '', text = '' }) => ({ type, code: text.trim() }))
            .filter(({ code }) => code !== ''),
          brands: products.flatMap(({ brand }) =>
            brand ? [{ id: (brand.id ?? '').trim(), name: (brand.text ?? '').trim() }] : [],
          ),
          views: (record.media ?? []).map(({ view = '' }) => view),
        })
        expect(media[index]).toMatchObject(
          (record.media ?? []).map(({ view = '', url = '' }) => ({ view, url: url.trim() })),
        )
        const again = parseElement(itemGroup, Buffer.from(stored[index]?.body ?? []))
        expect(again.value).toEqual(record)
      })
    }),
    { numRuns: numberOfCases(150) },
  )
})
