import type { ItemToFill } from '../../../src-shared/catalog/model.ts'
import { type Keys, sliceAt } from '../form-store.ts'

const textAt = (value: unknown, keys: Keys): string | undefined => {
  const text = sliceAt(value, keys)
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

/**
 * What is filled in so far of the item around a field: of a product's field, that product's brand and manufacturer.
 * @param value the value of the whole form
 * @param keys of the field
 */
export function itemAround(value: unknown, keys: Keys): ItemToFill {
  const item = sliceAt(value, keys.slice(0, 2))
  const product: Keys = ['products', keys[2] === 'products' ? (keys[3] ?? 0) : 0]
  const codes = sliceAt(item, ['productCodes'])
  return {
    id: textAt(item, ['id']),
    brandId: textAt(item, [...product, 'brandId']),
    manufacturerId: textAt(item, [...product, 'manufacturerId']) ?? textAt(item, ['manufacturerId']),
    codes: Array.isArray(codes)
      ? codes.flatMap((_, index) => textAt(codes, [index, 'text'])?.slice(0, 100) ?? []).slice(0, 20)
      : undefined,
  }
}
