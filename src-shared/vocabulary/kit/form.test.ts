import { describe, expect, it } from 'vitest'
import { kinds } from '../../feeds/kinds/kinds.ts'
import { documents } from '../documents.ts'
import { sections } from '../elements/sections.ts'
import { requiredPaths } from '../rules/ingest-rules.ts'
import { type FormField, form } from './form.ts'

const flat = (fields: readonly FormField[]): FormField[] =>
  fields.flatMap((field) => [field, ...flat(field.fields)])
const feedForm = form(documents.ingestItems, { required: requiredPaths(kinds.create), below: 'items/item' })
const fieldAt = (path: string) =>
  flat(feedForm).find((field) => field.path === path && field.place !== 'text')

describe('the form of an item feed', () => {
  it('has a label, a known section and an input for every field', () => {
    const known = new Set<string>(sections.map(({ id }) => id))
    const fields = flat(feedForm[0]?.fields ?? [])
    expect(fields.filter(({ label, section }) => label === '' || !known.has(section ?? ''))).toEqual([])
    expect(fields.length).toBeGreaterThan(200)
  })

  it('names the lookup list of each identifier', () => {
    const lookups = flat(feedForm).flatMap(({ path, lookup }) =>
      lookup === undefined ? [] : [`${path} ${lookup}`],
    )
    expect(lookups).toEqual([
      'items/item/manufacturerId manufacturer',
      'items/item/distributorId distributor',
      'items/item/importerId distributor',
      'items/item/categoryId category',
      'items/item/manufacturerContent/retailers/@id retailer',
      'items/item/products/product/brandId brand',
      'items/item/products/product/manufacturerId manufacturer',
    ])
  })

  it('marks the fields that the schema and the rules require', () => {
    expect(fieldAt('items/item/ecommerceTitle')?.required).toBe(true)
    expect(fieldAt('items/item/products/product/description')?.required).toBe(true)
    expect(fieldAt('items/item/manufacturerContent/retailers/@id')?.required).toBe(true)
    expect(fieldAt('items/item/frontOfPackageText')?.required).toBe(false)
    const everyPath = new Set(flat(feedForm).map(({ path }) => path))
    const rulePaths = requiredPaths(kinds.create).map((path) => `items/item/${path}`)
    expect(rulePaths.filter((path) => !everyPath.has(path))).toEqual([])
  })

  it('offers the known values', () => {
    expect(fieldAt('items/item/privateLabelItem')).toMatchObject({
      input: 'flag',
      options: [{ value: 'Y' }, { value: 'N' }],
    })
    expect(fieldAt('items/item/packageData/weight/uom')?.options?.[0]).toEqual({
      value: 'GRM',
      label: 'g (gram)',
    })
    expect(fieldAt('items/item/media/medium/@view')?.input).toBe('view')
  })
})
