import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { itemXml, page } from '../fixtures/item-xml.ts'
import { prepareItemPage } from '../scan/prepare-page.ts'
import { type ItemAnswerDocument, projectPage, readApart } from './projected-page.ts'

/** Converts all kinds of bytes to comparable values. */
const plain = (answer: ItemAnswerDocument) => {
  const { items, ...rest } = projectPage(answer)
  return {
    ...rest,
    items: items.map(({ body, projection: { outline, columns, ...projection } }) => ({
      ...projection,
      columns: { ...columns, hash: Buffer.from(columns.hash).toString('hex') },
      outline: [...outline],
      body: Buffer.from(body).toString(),
    })),
  }
}

test('parses a page in another thread to the same result as in the writer', () => {
  const memory = new Uint8Array(new SharedArrayBuffer(100_000))
  fc.assert(
    fc.property(fc.array(itemXml, { maxLength: 4 }), fc.boolean(), (items, hasMemory) => {
      const answer = page(items.join('\n'))
      const read = readApart(answer, hasMemory ? memory : undefined)
      expect(read.packed.buffer === memory.buffer).toBe(hasMemory)
      expect(plain({ document: answer, ...read })).toEqual(plain(answer))
    }),
    { numRuns: numberOfCases(100) },
  )
})

test('prepares an unusual response first and returns the prepared document', () => {
  const answer = Buffer.from(
    '<i:items xmlns:i="https://ns.catalog-desk.example/item" total="2"><i:item id="7"><i:name>Té</i:name></i:item></i:items>',
  )
  const { document, packed } = readApart(answer)
  expect(document).toBeDefined()
  expect(plain({ document: document ?? answer, packed })).toEqual(plain(prepareItemPage(answer)))
  expect(() => readApart(Buffer.from('<items><item></items>'))).toThrow(/well-formed|not closed|item/)
})

test('does not use memory that is too short for a page', () => {
  const answer = page('<item id="1"/>')
  expect(readApart(answer, new Uint8Array(2)).packed.length).toBeGreaterThan(2)
})
