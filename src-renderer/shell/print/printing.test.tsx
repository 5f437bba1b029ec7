import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../testing/shown-shell.tsx'

const { usePrintedSheet } = await import('./printing.ts')
const { Toaster } = await import('../../ui/overlays/toast.tsx')

let make: () => Promise<string | undefined> = async () => undefined
function List() {
  usePrintedSheet(() => make())
  return <Toaster theme="light" />
}
/** The sheet at the moment of printing; undefined without one. */
const printed: (string | undefined)[] = []
const print = vi.spyOn(window, 'print').mockImplementation(() => {
  printed.push(document.querySelector('[data-print-sheet]')?.textContent ?? undefined)
})
beforeEach(() => {
  printed.length = 0
  print.mockClear()
})
const press = () => userEvent.keyboard('{Control>}p{/Control}')

test('prints the sheet of the screen, which is gone afterwards', async () => {
  make = async () => 'All 500 rows'
  await show(<List />)
  await press()
  await vi.waitFor(() => expect(printed).toEqual(['All 500 rows']))
  await expect.poll(() => document.querySelector('[data-print-sheet]')).toBeNull()
})

test('without a sheet prints the screen', async () => {
  make = async () => undefined
  await show(<List />)
  await press()
  await vi.waitFor(() => expect(printed).toEqual([undefined]))
})

test('reports a sheet that cannot be made, and prints nothing', async () => {
  make = async () => {
    throw new Error('The list could not be read.')
  }
  await show(<List />)
  await press()
  await expect.element(page.getByText('The page was not printed')).toBeVisible()
  expect(printed).toEqual([])
})
