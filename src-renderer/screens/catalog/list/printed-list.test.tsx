import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { CatalogRow } from '../../../../src-shared/catalog/model.ts'
import { installBackend } from '../../../testing/test-backend.ts'

/** Two different pictures. */
const picture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
const placeholder = `${picture}<!---->`
const rows = [
  {
    id: '1',
    name: 'Oat drink',
    brand: 'Oatlark',
    size: '1 l',
    code: '9522003001170',
    thumbnail: picture,
    placeholder,
  },
  { id: '2', name: '', brand: '', size: '', code: '40123456', placeholder },
] as CatalogRow[]
let total = 2
const limits: number[] = []
installBackend({
  catalog: {
    search({ limit }: { limit: number }) {
      limits.push(limit)
      return { total, offset: 0, rows }
    },
  },
})
const { dateOnly } = await import('../../../ui/text/words.ts')
const { usePrintedList } = await import('./printed-list.tsx')
const { printScreen } = await import('../../../shell/print/printing.ts')
const { PrintSheet } = await import('../../../shell/print/print-sheet.tsx')

let printed: string | undefined
let pictures: (string | null)[] = []
vi.spyOn(window, 'print').mockImplementation(() => {
  printed = document.querySelector<HTMLElement>('[data-print-sheet]')?.innerText
  pictures = [...document.querySelectorAll('[data-print-sheet] img')].map((one) => one.getAttribute('src'))
})
function Catalog({ isShown, brandIds = [] }: { isShown: boolean; brandIds?: string[] }) {
  usePrintedList({ selection: { text: 'oat', brandIds, manufacturerIds: [] } }, isShown)
  return <PrintSheet />
}
beforeEach(() => {
  total = 2
  printed = undefined
  limits.length = 0
})

test('the sheet has all items found, not only the rows on the screen', async () => {
  await render(<Catalog isShown />)
  await printScreen()
  expect(limits).toEqual([500])
  expect(printed).toContain('Search: oat')
  expect(printed).toContain(`2 items · ${dateOnly(Date.now())}`)
  expect(printed).toMatch(/Oat drink\s+Oatlark · 1 l\s+9522003001170/)
  expect(printed).toMatch(/No name\s+40123456/)
  expect(pictures).toEqual([picture, placeholder])
})

test('a list that is too long says how much of it is printed', async () => {
  total = 1200
  await render(<Catalog isShown />)
  await printScreen()
  expect(printed).toContain('The first 2 of 1,200 items')
})

test('a filtered list says so', async () => {
  await render(<Catalog isShown brandIds={['B1']} />)
  await printScreen()
  expect(printed).toContain('2 items · Filtered · ')
})

test('an open item is printed instead of the list', async () => {
  await render(<Catalog isShown={false} />)
  await printScreen()
  expect([limits, printed]).toEqual([[], undefined])
})
