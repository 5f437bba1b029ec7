import { expect, test } from 'vitest'
import { fieldOfRefusal } from './refusal-field.ts'

const field = (path: string, message = '', kind: 'create' | 'contentplus' = 'create') =>
  fieldOfRefusal(kind, { path, message })

test('accepts a path from any starting element and with any separator', () => {
  expect(field('items/item[12]/productCodes/productCode[1]')).toBe('productCodes/productCode[1]')
  expect(field('/items/item/products/product/brandId')).toBe('products/product/brandId')
  expect(field('item.products.product[2].brandId')).toBe('products/product[2]/brandId')
  expect(field('manufacturerId')).toBe('manufacturerId')
  expect(field('contentPlus/item[1]/retailer[1]/@id', '', 'contentplus')).toBe('retailer[1]/@id')
})

test('resolves a unique element name or label; an ambiguous one is no field', () => {
  expect(field('brandId')).toBe('products/product/brandId')
  expect(field('BRANDID')).toBe('products/product/brandId')
  expect(field('E-commerce title')).toBe('ecommerceTitle')
  expect(field('text')).toBe('')
})

test('without a path finds a unique element name in the message, ignoring everyday words', () => {
  expect(field('', 'The value of manufacturerId is not in our list.')).toBe('manufacturerId')
  expect(field('', 'The description of this item is too short.')).toBe('')
  expect(field('', 'manufacturerId and categoryId contradict each other.')).toBe('')
})

test('treats an unknown path as the item itself', () => {
  expect(field('rules/47/b')).toBe('')
  expect(field('')).toBe('')
  expect(field('['.repeat(100_000))).toBe('')
})
