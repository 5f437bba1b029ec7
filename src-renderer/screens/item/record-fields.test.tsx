import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { item } from '../../../src-shared/vocabulary/elements/item.ts'
import type { Group, Member } from '../../../src-shared/vocabulary/kit/description.ts'
import { parseElement } from '../../../src-shared/vocabulary/kit/kit.ts'
import type { AnyValue } from '../../../src-shared/vocabulary/kit/value.ts'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { IdentifiersAsideProvider, identifiersOf, RecordFields } from './record-fields.tsx'

let counter = 0
const marks: string[] = []
const labels: string[] = []

/** Returns a text that occurs only once. */
function mark(): string {
  const text = `mark-${++counter}-end`
  marks.push(text)
  return text
}

const entry = ({ type }: Member): unknown => (type.kind === 'leaf' ? mark() : fill(type))

/** A value in which every member of a group, at every depth, has a unique text. */
function fill(group: Group): AnyValue {
  return Object.fromEntries(
    group.members.map((member) => {
      // The text of an element with attributes is shown under the label of the element.
      if (member.place !== 'text') labels.push(member.label)
      return [member.key, member.cardinality === 'list' ? [entry(member), entry(member)] : entry(member)]
    }),
  )
}

test('shows every member of the record, at every depth, with its label', async () => {
  const screen = await render(<RecordFields group={item} value={fill(item)} />)
  const shown = screen.container.textContent ?? ''
  expect(marks.length).toBeGreaterThan(150)
  expect(marks.filter((text) => !shown.includes(text))).toEqual([])
  expect(labels.filter((label) => !shown.includes(label))).toEqual([])
})

test('lists the identifiers separately on the product sheet and loses none', async () => {
  const before = marks.length
  const value = fill(item)
  const screen = await render(
    <IdentifiersAsideProvider value={true}>
      <RecordFields group={item} value={value} />
    </IdentifiersAsideProvider>,
  )
  const shown = screen.container.textContent ?? ''
  const aside = identifiersOf(item, value)
  const list = await render(<KeyValue entries={aside} />)
  const listed = list.container.textContent ?? ''
  const texts = marks.slice(before)
  expect(aside.length).toBeGreaterThan(10)
  expect(texts.filter((text) => !shown.includes(text) && !listed.includes(text))).toEqual([])
})

test('shows unknown parts as received, anywhere in the record', async () => {
  const { value } = parseElement(
    item,
    `<item id="1" shelf="B4"><name>Oats</name><rating scale="5"><stars>4</stars></rating>
      <upcs><upc type="GTIN">1</upc><barcode>2</barcode></upcs>
      <products><product><allergen>gluten</allergen></product></products></item>`,
    { role: 'response' },
  )
  if (!value) throw new Error('The sample is not well-formed.')
  const screen = await render(<RecordFields group={item} value={value} />)
  const shown = screen.container.textContent ?? ''
  for (const text of [
    'shelf',
    'B4',
    '<stars>4</stars>',
    '<barcode>2</barcode>',
    '<allergen>gluten</allergen>',
  ]) {
    expect(shown).toContain(text)
  }
})

test('names empty and absent members in one line only', async () => {
  const screen = await render(
    <RecordFields
      group={item}
      value={{
        id: '1',
        name: 'Oats',
        marketingDescription: '',
        upcs: [],
        packageImporter: { name: '', url: '' },
      }}
      only={['name', 'marketingDescription', 'upcs', 'packageImporter']}
    />,
  )
  await expect
    .element(screen.getByText('Not given: Marketing description, Product codes, Importer.'))
    .toBeVisible()
  expect(screen.container.querySelectorAll('dt')).toHaveLength(1)
})

test('a code without a known word says that it has none', async () => {
  const { value } = parseElement(
    item,
    `<item><products><product><countryOfOrigin>QX</countryOfOrigin><smallPartsWarnings>0</smallPartsWarnings>
      <grocery><kosherCodes><kosherCode>2</kosherCode><kosherCode>Kof-K</kosherCode></kosherCodes></grocery>
      </product></products><packageData><netWeight><measure>2</measure><uom>KGM</uom></netWeight>
      <weight><measure>3</measure><uom>ZZ</uom></weight></packageData></item>`,
  )
  const screen = await render(<RecordFields group={item} value={value ?? {}} />)
  const text = screen.container.textContent ?? ''
  for (const code of ['QX', '0', '2', 'ZZ']) expect(text).toContain(`code ${code}, not in the lookups`)
  expect(text).toContain('Kof-K')
  expect(text).not.toContain('code KGM')
})
