import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { cell, click, copied, grid, name, openGrid, paste, selected, text } from './testing/grid-page.tsx'
import { MemorySource, sampleItems } from './testing/memory-source.ts'

test('pastes a block from a spreadsheet over cells as one step', async () => {
  const source = new MemorySource('create', sampleItems('create', 50))
  await openGrid(source)
  await userEvent.click(cell(1, name) as Element)
  paste('First\t4006381333931\n"Second\nof two lines"\t0012345678905\n')
  await expect.poll(() => source.undoLabel).toBe('2 columns of 2 items')
  expect(source.text(1, 'ecommerceTitle')).toBe('First')
  expect(source.text(2, 'ecommerceTitle')).toBe('Second\nof two lines')
  expect(source.text(2, 'productCodes/0/text')).toBe('0012345678905')
  expect(source.steps).toHaveLength(1)
  await expect.poll(() => selected()).toBe(4)
  source.undo()
  await expect.poll(() => text(1, name)).toBe('Rice cakes 2')
})

test('converts pasted names to identifiers and reports names that are not found', async () => {
  const source = new MemorySource('create', sampleItems('create', 20))
  const columns = ['products/0/brandId', 'packageData/netWeight/uom', 'products/0/countryOfOrigin']
  await openGrid(source, new Map([['create', { columns, widths: {}, frozen: 1 }]]))
  await userEvent.click(cell(0, 'Brand') as Element)
  paste('Brand Number 4\n brand number 5\nb6\nNobody')
  await expect.poll(() => source.undoLabel).toBe('Brand of 4 items')
  expect([0, 1, 2, 3].map((row) => source.text(row, 'products/0/brandId'))).toEqual([
    'b4',
    'b5',
    'b6',
    'Nobody',
  ])
  expect(source.steps).toHaveLength(1)
  await expect.element(page.getByText('2 names found, 1 not found')).toBeVisible()
  await expect.element(page.getByText(/Nothing is called “Nobody”/)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await userEvent.click(page.getByRole('button', { name: 'Use brand number 3' }))
  await expect.poll(() => source.text(3, 'products/0/brandId')).toBe('b3')

  await click(0, 'Net')
  paste('kilogram')
  await expect.poll(() => source.text(0, 'packageData/netWeight/uom')).toBe('KGM')
  await click(2, 'Country')
  paste('Frankreich\nAtlantis')
  await expect.poll(() => source.text(2, 'products/0/countryOfOrigin')).toBe('FR')
  expect(source.text(3, 'products/0/countryOfOrigin')).toBe('Atlantis')
})

test('offers to add items for rows pasted beyond the last row', async () => {
  const source = new MemorySource('create', sampleItems('create', 3))
  await openGrid(source)
  await userEvent.click(cell(2, name) as Element)
  paste('Last\nNew one\nNew two')
  await userEvent.click(page.getByRole('button', { name: 'Add 2 items' }))
  await expect.poll(() => source.items.length).toBe(5)
  expect(source.text(2, 'ecommerceTitle')).toBe('Last')
  expect(source.text(4, 'ecommerceTitle')).toBe('New two')
  expect(source.steps).toHaveLength(1)
  await expect.poll(() => text(4, name)).toBe('New two')
})

test('replaces only in the columns of the grid, and counts the changed cells that are not listed', async () => {
  const items = Array.from({ length: 7 }, (_, index) => ({
    ecommerceTitle: `Spraed ${index}`,
    frontOfPackageText: 'Spraed',
  }))
  const source = new MemorySource('create', items)
  await openGrid(source, new Map([['create', { columns: ['ecommerceTitle'], widths: {}, frozen: 1 }]]))
  await userEvent.click(cell(0, name) as Element)
  await userEvent.keyboard('{Control>}h{/Control}')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Find' }).fill('Spraed')
  await dialog.getByRole('textbox', { name: 'Replace with' }).fill('Spread')
  await expect.element(dialog.getByText('7 cells in 7 items would change.')).toBeVisible()
  await expect.element(dialog.getByText('and 2 more cells')).toBeVisible()
  await expect.element(dialog.getByText(/Hidden columns stay as they are/)).toBeVisible()
  expect(dialog.getByRole('listitem').elements()).toHaveLength(5)
  await dialog.getByRole('button', { name: 'Replace in 7 cells' }).click()
  await expect.poll(() => source.text(6, 'ecommerceTitle')).toBe('Spread 6')
  expect(source.text(6, 'frontOfPackageText')).toBe('Spraed')
})

test('copies text that can be pasted back and keeps leading zeros in spreadsheets', async () => {
  const source = new MemorySource('create', [
    { ecommerceTitle: 'Two\nlines', productCodes: [{ type: 'GTIN', text: '00012345678905' }] },
    { ecommerceTitle: '=1+1' },
  ])
  await openGrid(source)
  await userEvent.click(cell(0, name) as Element)
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
  const { text: table, markup } = copied()
  expect(table).toBe('"Two\nlines"\t00012345678905\n\'=1+1\t')
  expect(markup).toContain("mso-number-format:'\\@'\">00012345678905<")
  await userEvent.keyboard('{ArrowDown}')
  paste(table)
  await userEvent.click(page.getByRole('button', { name: 'Add 1 item' }))
  await expect.poll(() => source.text(2, 'ecommerceTitle')).toBe('=1+1')
  expect(source.text(1, 'productCodes/0/text')).toBe('00012345678905')
})

test('moves the active cell and extends the selection by keyboard', async () => {
  const source = new MemorySource('create', sampleItems('create', 200))
  await openGrid(source)
  await userEvent.click(cell(0, name) as Element)
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.poll(() => document.activeElement === cell(1, 'Code')).toBe(true)
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowRight}{/Shift}')
  await expect.poll(() => selected()).toBe(6)
  await expect.poll(() => document.activeElement === cell(1, 'Code')).toBe(true)
  await expect.element(page.getByText('3 items × 2 columns selected')).toBeVisible()
  await userEvent.keyboard('{Control>}{Shift>}{ArrowDown}{/Shift}{/Control}')
  await expect.element(page.getByText('199 items × 2 columns selected')).toBeVisible()
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(page.getByText('200 items × 12 columns selected')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => selected()).toBe(1)
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await expect.poll(() => document.activeElement?.parentElement?.getAttribute('aria-rowindex')).toBe('201')
})

test('Home and Ctrl+Home scroll back to the first columns, which the frozen one hides no more', async () => {
  const source = new MemorySource('create', sampleItems('create', 60))
  await openGrid(source)
  const isScrolled = () => grid().scrollLeft > 0
  await userEvent.click(cell(1, name) as Element)
  for (const keys of ['{Home}', '{Control>}{Home}{/Control}', '{Control>}{ArrowLeft}{/Control}']) {
    await userEvent.keyboard('{ArrowDown}{End}')
    await expect.poll(isScrolled).toBe(true)
    await userEvent.keyboard(keys)
    await expect.poll(isScrolled).toBe(false)
  }
  // The active cell is already in the frozen column.
  grid().scrollLeft = 400
  await expect.poll(isScrolled).toBe(true)
  await userEvent.keyboard('{Control>}{Home}{/Control}')
  await expect.poll(isScrolled).toBe(false)
  await expect.poll(() => document.activeElement).toBe(cell(0, name))
  // Moving up and down in the frozen column keeps the columns next to it.
  grid().scrollLeft = 400
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => document.activeElement).toBe(cell(1, name))
  expect(isScrolled()).toBe(true)
})

test('selects cells, rows and columns with the pointer', async () => {
  const source = new MemorySource('create', sampleItems('create', 100))
  await openGrid(source)
  await userEvent.dragAndDrop(cell(1, name) as Element, cell(4, 'Code') as Element)
  await expect.poll(() => selected()).toBe(8)
  await userEvent.click(grid().querySelector('[aria-rowindex="4"] > [role=rowheader]') as Element)
  await expect.element(page.getByText('1 item × 12 columns selected')).toBeVisible()
  await userEvent.click(page.getByText('Code', { exact: true }).first())
  await expect.element(page.getByText('100 items × 1 column selected')).toBeVisible()
})

test('replaces a value by typing, moves on with Enter and cancels with Escape', async () => {
  const source = new MemorySource('create', sampleItems('create', 20))
  await openGrid(source)
  await userEvent.click(cell(0, name) as Element)
  await userEvent.keyboard('Other{Enter}')
  await expect.poll(() => source.text(0, 'ecommerceTitle')).toBe('Other')
  expect(source.undoLabel).toBe('E-commerce title of 1 item')
  await expect.poll(() => document.activeElement === cell(1, name)).toBe(true)
  await userEvent.keyboard('{F2}, organic{Tab}')
  await expect.poll(() => source.text(1, 'ecommerceTitle')).toBe('Rice cakes 2, organic')
  await expect.poll(() => document.activeElement === cell(1, 'Code')).toBe(true)
  await userEvent.keyboard('123{Escape}')
  await expect.poll(() => document.activeElement === cell(1, 'Code')).toBe(true)
  expect(source.steps).toHaveLength(2)
})

test('finds an option by its label and a lookup entry by its name', async () => {
  const source = new MemorySource('create', sampleItems('create', 20))
  await openGrid(source)
  await userEvent.click(cell(0, 'Brand') as Element)
  await expect.poll(() => text(0, 'Brand')).toBe('brand number 1')
  await userEvent.keyboard('number 5')
  await expect.element(page.getByRole('option', { name: 'brand number 5' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => source.text(0, 'products/0/brandId')).toBe('b5')
  expect(document.activeElement).toBe(cell(1, 'Brand'))
})

test('takes the first match with Tab however fast, and keeps a text that matches nothing', async () => {
  const source = new MemorySource('create', sampleItems('create', 20))
  await openGrid(source)
  await userEvent.click(cell(0, 'Brand') as Element)
  await userEvent.keyboard('number 7{Tab}')
  await expect.poll(() => source.text(0, 'products/0/brandId')).toBe('b7')
  await userEvent.click(cell(1, 'Brand') as Element)
  await userEvent.keyboard('nobody{Enter}')
  await expect.element(page.getByText('“nobody” is not in the list of Brand')).toBeVisible()
  expect(source.text(1, 'products/0/brandId')).toBe('nobody')
  await expect.poll(() => document.activeElement === cell(2, 'Brand')).toBe(true)
  await userEvent.keyboard('somebody')
  await userEvent.click(page.getByRole('searchbox', { name: 'Find items' }))
  await expect.poll(() => source.text(2, 'products/0/brandId')).toBe('somebody')
})

test('copies names instead of identifiers, which can be pasted back', async () => {
  const source = new MemorySource('create', sampleItems('create', 20))
  await openGrid(source)
  let written = ''
  navigator.clipboard.write = async ([item]) => {
    written = (await (await item?.getType('text/plain'))?.text()) ?? ''
  }
  await userEvent.click(cell(0, 'Brand') as Element)
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
  copied()
  await expect.poll(() => written).toMatch(/^brand number 1\tmanufacturer number 1\nbrand number \d\tmanu/)
  await userEvent.click(cell(4, 'Brand') as Element)
  paste('brand number 1')
  await expect.poll(() => source.text(4, 'products/0/brandId')).toBe('b1')
})

test('shows the brand in words while the brand has no identifier', async () => {
  const source = new MemorySource('create', [
    { ecommerceTitle: 'Oats', products: [{ brandDescription: 'Hofgut Aue', description: 'Oats' }] },
  ])
  await openGrid(source)
  await expect.poll(() => text(0, 'Brand')).toBe('Hofgut Aue')
})

test('marks a cell that differs from the catalog and puts the value of the catalog back', async () => {
  const [first, ...others] = sampleItems('create', 3)
  const source = new MemorySource('create', [first ?? {}, ...others])
  source.befores.set(1, { ...first, ecommerceTitle: 'Oat drink of before' })
  await openGrid(source)
  await expect.poll(() => cell(0, name)?.getAttribute('aria-description')).toBe('Changed')
  expect(cell(0, 'Brand')?.hasAttribute('aria-description')).toBe(false)
  expect(cell(1, name)?.hasAttribute('aria-description')).toBe(false)
  await userEvent.click(cell(0, name) as Element)
  await expect.element(page.getByText('In the catalog: Oat drink of before')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Put back' }))
  await expect.poll(() => source.text(0, 'ecommerceTitle')).toBe('Oat drink of before')
  await expect.poll(() => cell(0, name)?.hasAttribute('aria-description')).toBe(false)
})

test('stores the text of an open cell when the screen is left', async () => {
  const source = new MemorySource('create', sampleItems('create', 20))
  const { unmount } = await openGrid(source)
  await userEvent.click(cell(0, name) as Element)
  await userEvent.keyboard('Left open')
  await unmount()
  await expect.poll(() => source.text(0, 'ecommerceTitle')).toBe('Left open')
  expect(source.steps).toHaveLength(1)
})

test('clears the selection, fills it down and fills it by its handle', async () => {
  const source = new MemorySource('create', sampleItems('create', 60))
  await openGrid(source)
  await userEvent.click(cell(0, 'Manufacturer') as Element)
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}')
  await expect.poll(() => source.undoLabel).toBe('Manufacturer of 3 items')
  expect([0, 1, 2, 3].map((row) => source.text(row, 'manufacturerId'))).toEqual(['m1', 'm1', 'm1', 'm1'])
  await userEvent.keyboard('{Delete}')
  await expect.poll(() => source.undoLabel).toBe('Manufacturer of 4 items')
  expect(source.text(2, 'manufacturerId')).toBeUndefined()

  await userEvent.click(cell(0, name) as Element)
  paste('Flavour 1\nFlavour 2')
  await expect.poll(() => source.text(1, 'ecommerceTitle')).toBe('Flavour 2')
  const corner = cell(1, name) as HTMLElement
  const { width, height } = corner.getBoundingClientRect()
  await userEvent.dragAndDrop(corner, cell(5, name) as Element, {
    sourcePosition: { x: width - 4, y: height - 4 },
  })
  await expect.poll(() => source.text(5, 'ecommerceTitle')).toBe('Flavour 6')
  expect(source.undoLabel).toBe('E-commerce title of 4 items')
})

test('sets a column of all items in one step', async () => {
  const source = new MemorySource('create', sampleItems('create', 96))
  await openGrid(source)
  await userEvent.click(cell(0, 'Manufacturer') as Element)
  await userEvent.keyboard('{Control>} {/Control}')
  await userEvent.click(page.getByRole('button', { name: 'Set selected…' }))
  await expect.element(page.getByRole('dialog', { name: 'Set Manufacturer for 96 items' })).toBeVisible()
  await userEvent.fill(page.getByRole('combobox', { name: 'Manufacturer' }), 'number 9')
  await userEvent.click(page.getByRole('option', { name: 'manufacturer number 9' }))
  await userEvent.click(page.getByRole('button', { name: 'Set', exact: true }))
  await expect.poll(() => source.undoLabel).toBe('Manufacturer of 96 items')
  expect(source.items.every((_, index) => source.text(index, 'manufacturerId') === 'm9')).toBe(true)
  expect(source.steps).toHaveLength(1)
})

test('reverts a rejected edit and shows the error', async () => {
  const source = new MemorySource('create', sampleItems('create', 20))
  await openGrid(source)
  // Long enough to be observed on a busy machine.
  source.milliseconds = 2000
  source.refusal = 'The draft is being queued.'
  await userEvent.click(cell(0, name) as Element)
  await userEvent.keyboard('Other{Enter}')
  await expect.poll(() => text(0, name)).toBe('Other')
  await expect.element(page.getByText('Not saved: E-commerce title of 1 item')).toBeVisible()
  await expect.poll(() => text(0, name)).toBe('Oat drink 1')
})

test.each(['kale', 'jam', 'egg', 'xylitol'])(
  'types %s into a cell, whatever the shortcuts of the screen are',
  async (typed) => {
    const { queryClient } = await import('../../../../rpc/client.ts')
    const { useRowCommands } = await import('../../../../shell/commands/use-row-commands.ts')
    const { useShortcuts } = await import('../../../../shell/commands/shortcuts.tsx')
    function Keys() {
      useRowCommands({ isSelectable: true })
      useShortcuts()
      return null
    }
    const source = new MemorySource('create', sampleItems('create', 20))
    await openGrid(source)
    await render(
      <QueryClientProvider client={queryClient}>
        <Keys />
      </QueryClientProvider>,
    )
    await userEvent.click(cell(1, name) as Element)
    await userEvent.keyboard(`${typed}{Enter}`)
    await expect.poll(() => source.text(1, 'ecommerceTitle')).toBe(typed)
  },
)
