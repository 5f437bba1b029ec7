import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const oats = {
  id: 'i1',
  name: 'Oat drink',
  brand: 'Oatlark',
  manufacturer: 'N',
  code: '036000291452',
  lastUpdated: '',
}
const bar = { ...oats, id: 'i2', name: 'Oat bar', code: '4006381333931' }
const none = { rows: [], total: 0, isCode: false, isIdentifier: false }
let searchDelay: Promise<void> = Promise.resolve()

installBackend({
  catalog: {
    itemRow: ({ id }: { id: string }) => [oats, bar].find((row) => row.id === id) ?? null,
    pickItem: async ({ text }: { text: string }) => {
      await searchDelay
      if (text === '0 36000-29145 2') return { ...none, rows: [oats], total: 1, isCode: true }
      if (text === '96385074') return { ...none, rows: [oats, bar], total: 2, isCode: true }
      if (text === '4006381333932') return { ...none, isCode: true, checkDigit: '1' }
      if (text.startsWith('oat')) return { ...none, rows: [oats, bar], total: 2 }
      return none
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { ItemInput } = await import('./item-input.tsx')

let stored: string[] = []
function Example({ value: initial }: { value: string }) {
  const [value, setValue] = useState(initial)
  const change = (next: string) => {
    stored.push(next)
    setValue(next)
  }
  const frame = { label: 'Item', labelHidden: false, help: 'h', error: undefined, required: true }
  return (
    <ItemInput field={{ value, change, error: undefined, warning: undefined, path: 'p' }} frame={frame} />
  )
}
const show = (value = '') =>
  render(
    <QueryClientProvider client={queryClient}>
      <Example value={value} />
    </QueryClientProvider>,
  )
const input = () => page.getByRole('combobox', { name: 'Item' })

beforeEach(() => {
  queryClient.clear()
  stored = []
  searchDelay = Promise.resolve()
})

test('a scanned code followed by Enter before the results arrive chooses the item with that code', async () => {
  let release = () => {}
  searchDelay = new Promise((resolve) => {
    release = resolve
  })
  await show()
  await input().click()
  await userEvent.keyboard('0 36000-29145 2{Enter}')
  expect(stored).toEqual([])
  release()
  await expect.poll(() => stored).toEqual(['i1'])
  await expect.element(page.getByRole('link', { name: 'Oat drink' })).toBeVisible()
  await expect.element(page.getByText('Oatlark · 036000291452 · identifier i1')).toBeVisible()
})

test('a code of several items, of no item, or with a wrong check digit chooses nothing and shows the reason', async () => {
  await show()
  await input().fill('96385074')
  await expect.element(page.getByText('2 items have this product code: choose one.')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await input().fill('4006381333932')
  await expect.element(page.getByText(/it would end in 1/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(stored).toEqual([])
})

test('words find items; leaving a half-typed name stores nothing', async () => {
  await show()
  await input().fill('oat')
  await expect.element(page.getByRole('option')).toHaveLength(2)
  await userEvent.tab()
  expect(stored).toEqual([])
  await page.getByRole('option', { name: /Oat bar/ }).click()
  expect(stored).toEqual(['i2'])
})

test('an identifier that the catalog does not have is stored only by its own button', async () => {
  await show()
  await input().fill('x99')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Use the identifier x99 as it is' }).click()
  expect(stored).toEqual(['x99'])
  await expect.element(page.getByText('No item of this computer’s catalog has this identifier')).toBeVisible()
})

test('another item can be chosen, or the current one kept', async () => {
  await show('i1')
  await page.getByRole('button', { name: 'Item' }).click()
  await page.getByRole('button', { name: 'Keep the current item' }).click()
  await expect.element(page.getByRole('link', { name: 'Oat drink' })).toBeVisible()
  expect(stored).toEqual([])
})
