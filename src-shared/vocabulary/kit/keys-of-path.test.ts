import { expect, test } from 'vitest'
import { contentPlusFeedItem } from '../elements/content-plus.ts'
import { ingestItem } from '../elements/ingest.ts'
import { keysOfElement, keysOfPath } from './keys-of-path.ts'

test('keysOfPath converts the path of a problem to the keys of its text', () => {
  expect(keysOfPath(ingestItem, 'ecommerceTitle')).toEqual(['ecommerceTitle'])
  expect(keysOfPath(ingestItem, 'productCodes/productCode[2]')).toEqual(['productCodes', 1, 'text'])
  expect(keysOfPath(ingestItem, 'productCodes/productCode[2]/@type')).toEqual(['productCodes', 1, 'type'])
  expect(keysOfPath(ingestItem, 'products/product[1]/brandId')).toEqual(['products', 0, 'brandId'])
  expect(keysOfPath(contentPlusFeedItem, 'retailer[2]/@id')).toEqual(['retailer', 1, 'id'])
})

test('keysOfPath returns undefined if the path leads to no text or is unknown', () => {
  expect(keysOfPath(ingestItem, 'productCodes')).toBeUndefined()
  expect(keysOfPath(ingestItem, 'products/product[1]')).toBeUndefined()
  expect(keysOfPath(ingestItem, 'shelf')).toBeUndefined()
})

test('keysOfElement finds elements with children, and lists', () => {
  expect(keysOfElement(ingestItem, 'productCodes')).toEqual(['productCodes'])
  expect(keysOfElement(ingestItem, 'products/product[2]')).toEqual(['products', 1])
  expect(keysOfElement(ingestItem, 'productCodes/productCode[1]')).toEqual(['productCodes', 0])
  expect(keysOfElement(ingestItem, 'products/shelf')).toBeUndefined()
})
