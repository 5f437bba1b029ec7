import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { checkFeed, checkItems } from '../../src-shared/feeds/kinds/check-feed.ts'
import { kinds } from '../../src-shared/feeds/kinds/kinds.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import {
  type IngestItem,
  type IngestItems,
  ingestItem,
  ingestItems,
} from '../../src-shared/vocabulary/elements/ingest.ts'
import { unusualFields } from '../../src-shared/vocabulary/elements/unusual-fields.ts'
import { parseDocument, writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { requiredPaths } from '../../src-shared/vocabulary/rules/ingest-rules.ts'
import { type CatalogDifferences, CatalogDifferencesProvider } from './catalog-differences.ts'
import { Form, sectionsOf } from './form.tsx'
import { createFormStore, FormStoreProvider } from './form-store.ts'
import { jumpToField } from './jump.ts'
import { entryPlace, rootPlace } from './place.ts'
import { createProblemStore, ProblemStoreProvider } from './problem-store.ts'

const namespace = 'https://ns.catalog-desk.example/feed/item'
const feed = (item: string) => `<items xmlns="${namespace}">${item}</items>`

const granola = feed(`<item type="grocery">
  <ecommerceTitle>Maple granola</ecommerceTitle>
  <productCodes><productCode type="GTIN">00850012345671</productCode><productCode type="SKU">G-1</productCode></productCodes>
  <storeShelf level="2">upper</storeShelf>
  <packageData type="Product"><length><measure>19.5</measure><uom>CMT</uom></length></packageData>
  <products><product><description>Granola</description><warnings><warning>Oats</warning><warning>Nuts</warning></warnings>
    <grocery><nutritions><nutrition><energy>220</energy><totalFat uom="GRM" dailyPct="12">9</totalFat></nutrition></nutritions></grocery>
  </product></products>
</item>`)

/** Renders the first item of a feed as a form, and returns accessors for the tests. */
async function draw(xml: string, unusual?: ReadonlySet<string>, differences: CatalogDifferences = new Map()) {
  const { value } = parseDocument(documents.ingestItems, xml)
  if (!value) throw new Error('The feed of this test cannot be read.')
  const store = createFormStore(value)
  const problems = createProblemStore()
  const member = ingestItems.elements.get('item')
  if (!member) throw new Error('The payload has no items.')
  const { container } = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <FormStoreProvider value={store}>
        <ProblemStoreProvider value={problems}>
          <CatalogDifferencesProvider value={differences}>
            <Form
              group={ingestItem}
              place={entryPlace(rootPlace('items'), member, 0)}
              sections={sectionsOf(ingestItem)}
              required={new Set(requiredPaths(kinds.create))}
              unusual={unusual}
            />
          </CatalogDifferencesProvider>
        </ProblemStoreProvider>
      </FormStoreProvider>
    </QueryClientProvider>,
  )
  const written = () => writeDocument(documents.ingestItems, store.value() as IngestItems)
  return {
    container,
    problems,
    written,
    item: (): IngestItem => {
      const [item] = (store.value() as IngestItems).item
      if (!item) throw new Error('The feed has lost its item.')
      return item
    },
    validate: () => problems.replace(checkFeed('create', written()).problems),
  }
}
const field = (name: string) => page.getByRole('textbox', { name, exact: true })

test('the form shows the value and takes edits; all other parts are unchanged', async () => {
  const form = await draw(granola)
  const before = form.item()
  await expect.element(field('E-commerce title')).toHaveValue('Maple granola')
  await userEvent.fill(field('E-commerce title'), 'Cocoa granola')
  expect(form.item()).toEqual({ ...before, ecommerceTitle: 'Cocoa granola' })
})

test('a field that differs from the catalog is marked, with the value of the catalog to put back', async () => {
  const form = await draw(
    granola,
    undefined,
    new Map<string, unknown>([
      ['items/item[1]/ecommerceTitle', 'Plain granola'],
      ['items/item[1]/packageData/length', { measure: '21', uom: 'CMT' }],
      ['items/item[1]/products/product[1]/warnings/warning[2]', undefined],
    ]),
  )
  const changed = () => [...form.container.querySelectorAll('[data-changed]')].map((one) => one.textContent)
  await expect.element(page.getByText('In the catalog: Plain granola')).toBeVisible()
  await expect.element(page.getByText('In the catalog: 21', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Changed: the catalog has nothing here')).toBeVisible()
  // The unit of the length is the same.
  expect(changed()).toHaveLength(3)
  await userEvent.click(page.getByRole('button', { name: 'Put back: E-commerce title' }))
  expect(form.item().ecommerceTitle).toBe('Plain granola')
  expect(changed()).toHaveLength(2)
})

test('unknown parts are shown, keep their position and can be removed', async () => {
  const form = await draw(granola)
  await userEvent.fill(field('E-commerce title'), 'Cocoa granola')
  expect(form.written()).toContain('</productCodes><storeShelf level="2">upper</storeShelf><packageData')
  await userEvent.click(page.getByRole('button', { name: 'Remove <storeShelf>' }))
  expect(form.written()).not.toContain('storeShelf')
})

test('a typed number is parsed, together with the unit of a measure', async () => {
  const form = await draw(granola)
  const input = form.container.querySelector<HTMLInputElement>('[data-path*="length"] input')
  if (!input) throw new Error('The form has no field for the length.')
  const typed = async (text: string) => {
    await userEvent.fill(input, text)
    await userEvent.tab()
    return form.item().packageData?.length
  }
  expect(await typed(',5')).toMatchObject({ measure: '0.5', uom: 'CMT' })
  expect(await typed('1 1/2 in')).toMatchObject({ measure: '1.5', uom: 'INH' })
  expect(await typed('10-12')).toMatchObject({ measure: '10-12', uom: 'INH' })
})

test('clearing a field removes it from the document', async () => {
  const form = await draw(granola)
  await userEvent.clear(field('E-commerce title'))
  expect(form.item()).not.toHaveProperty('ecommerceTitle')
  expect(form.written()).not.toContain('ecommerceTitle')
})

test('list entries are added, moved and removed; removing the last one removes the list', async () => {
  const form = await draw(granola)
  await userEvent.click(page.getByRole('button', { name: 'Move warning 2 up' }))
  expect(form.item().products?.[0]?.warnings).toEqual(['Nuts', 'Oats'])
  await userEvent.click(page.getByRole('button', { name: 'Add warning' }))
  await userEvent.fill(field('Warning 3'), 'Milk')
  expect(form.item().products?.[0]?.warnings).toEqual(['Nuts', 'Oats', 'Milk'])
  for (const _ of [1, 2, 3]) await userEvent.click(page.getByRole('button', { name: 'Remove warning 1' }))
  expect(form.item().products?.[0]).not.toHaveProperty('warnings')
})

test('a group is absent until it is added, and can be removed', async () => {
  const form = await draw(feed('<item/>'))
  expect(form.item()).not.toHaveProperty('packageData')
  await userEvent.click(page.getByRole('button', { name: 'Add package' }))
  expect(form.item().packageData).toEqual({})
  await userEvent.fill(field('Units in package'), '6')
  await userEvent.click(page.getByRole('button', { name: 'Remove package' }))
  expect(form.item()).not.toHaveProperty('packageData')
})

test('a required list shows one empty entry, which is created when a person types into it', async () => {
  const form = await draw(feed('<item/>'))
  expect(form.item()).not.toHaveProperty('productCodes')
  await userEvent.fill(field('Code'), '00850012345671')
  expect(form.item().productCodes).toEqual([{ text: '00850012345671' }])
})

test('a measure gets its usual unit, and is removed when it is cleared', async () => {
  const form = await draw(granola)
  await userEvent.fill(field('Weight, number'), '362')
  expect(form.item().packageData?.weight).toEqual({ measure: '362', uom: 'GRM' })
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Weight, unit' }), 'KGM')
  expect(form.item().packageData?.weight).toEqual({ measure: '362', uom: 'KGM' })
  await userEvent.clear(field('Weight, number'))
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Weight, unit' }), '')
  await userEvent.click(field('Units in package'))
  expect(form.item().packageData).not.toHaveProperty('weight')
})

test('fields that are unusual for a kind of item are hidden until requested, unless they have a value', async () => {
  const battery = feed(
    `<item type="grocery"><products><product><isPesticide>N</isPesticide></product></products></item>`,
  )
  await draw(battery, unusualFields('Grocery'))
  const flag = (name: string) => page.getByRole('group', { name, exact: true })
  await expect.element(flag('Pesticide')).toBeVisible()
  await expect.element(flag('Temperature sensitive')).toBeVisible()
  expect(flag('Contains mercury').query()).toBeNull()
  await userEvent.click(page.getByRole('button', { name: 'Show 10 more fields' }))
  await expect.element(flag('Contains mercury')).toBeVisible()
  expect(page.getByRole('button', { name: /more fields/ }).query()).toBeNull()
  expect(unusualFields('tool').size).toBe(0)
})

test('a flag has three states', async () => {
  const form = await draw(granola)
  const flag = page.getByRole('group', { name: 'Has batteries' })
  await expect.element(flag.getByRole('radio', { name: 'Not given' })).toBeChecked()
  await flag.getByText('Yes').click()
  expect(form.item().products?.[0]?.hasBatteries).toBe('Y')
  await flag.getByText('Not given').click()
  expect(form.item().products?.[0]).not.toHaveProperty('hasBatteries')
})

test('nutrients are rows of a table; clearing a row removes its element', async () => {
  const form = await draw(granola)
  const nutrition = () => form.item().products?.[0]?.grocery?.nutritions?.[0]
  await userEvent.fill(field('Sodium, amount'), '75')
  expect(nutrition()?.sodium).toEqual({ text: '75', uom: 'MGM' })
  await userEvent.clear(field('Sodium, amount'))
  expect(nutrition()).not.toHaveProperty('sodium')
  await expect.element(page.getByRole('rowheader', { name: 'Zinc' })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Show all vitamins and minerals' }))
  await userEvent.fill(field('Vitamin A, percent of daily value'), '4')
  expect(nutrition()).toMatchObject({ dailyPercentOfVitaminA: '4', totalFat: { text: '9', dailyPct: '12' } })
})

test('the check digit is validated while typing', async () => {
  await draw(granola)
  await expect.element(page.getByText('GTIN-14, check digit fits')).toBeVisible()
  await userEvent.fill(field('Code').first(), '00850012345672')
  await expect.element(page.getByText('As GTIN-14 it would end in 1, not 2.')).toBeVisible()
})

test('a problem is shown at its field and marks it as invalid', async () => {
  const form = await draw(granola)
  await userEvent.fill(field('Code').first(), '123')
  form.validate()
  await expect.element(field('Code').first()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Code').first()).toHaveAccessibleDescription(/123 is not a valid GTIN/)
})

test('an empty required field shows its problem only after it was visited', async () => {
  const form = await draw(feed('<item/>'))
  form.validate()
  const words = page.getByText('Give the item its e-commerce title.')
  await expect.element(words).not.toBeInTheDocument()
  await userEvent.click(field('E-commerce title'))
  await userEvent.tab()
  await expect.element(words).toBeVisible()
})

test('a problem jumps to its field, or to the nearest element around a missing field', async () => {
  const form = await draw(granola)
  const jump = (path: string) => jumpToField(form.container as HTMLElement, `items/item[1]/${path}`)
  expect(jump('productCodes/productCode[2]')).toBe(true)
  await expect.element(field('Code').nth(1)).toHaveFocus()
  jump('packageData/length/uom')
  await expect.element(page.getByRole('combobox', { name: 'Length, unit' })).toHaveFocus()
  jump('products/product[1]/grocery/nutritions/nutrition[1]/totalFat/@dailyPct')
  await expect.element(field('Total fat, percent of daily value')).toHaveFocus()
  jump('contentPlus/sellCopy')
  await expect.element(page.getByRole('button', { name: 'Add Content+' })).toHaveFocus()
})

test('an element created by its attribute also gets a text, and can be validated', async () => {
  const form = await draw(feed('<item/>'))
  await userEvent.click(page.getByRole('combobox', { name: 'Kind of code' }))
  await userEvent.click(page.getByRole('option', { name: 'GTIN' }))
  expect(form.item().productCodes).toEqual([{ type: 'GTIN', text: '' }])
  expect(checkItems('create', [form.item()]).map(({ code }) => code)).toContain('GTIN_REQUIRED')
})

test('an address that is pasted or dropped becomes a picture, with the view in its file name', async () => {
  const form = await draw(granola)
  const choose = page.getByRole('button', { name: 'Choose pictures…' }).first().element()
  const paste = (text: string) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    choose.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }
  paste('https://pictures.example/09522003001170_A7N1.jpg?signature=1')
  paste('no address')
  const dataTransfer = new DataTransfer()
  dataTransfer.setData('text/uri-list', 'https://pictures.example/front.jpg')
  choose.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  expect(form.item().media).toEqual([
    { view: 'A7N1', url: 'https://pictures.example/09522003001170_A7N1.jpg?signature=1' },
    { url: 'https://pictures.example/front.jpg' },
  ])
})

test('a problem of a field with a help button jumps to its input, not to the help', async () => {
  const form = await draw(feed('<item/>'))
  expect(jumpToField(form.container as HTMLElement, 'items/item[1]/categoryId')).toBe(true)
  await expect.element(page.getByRole('combobox', { name: 'Category' })).toHaveFocus()
})
