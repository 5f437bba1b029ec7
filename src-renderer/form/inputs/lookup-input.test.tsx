import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ItemToFill, ListKind, LookupOption, LookupPage } from '../../../src-shared/catalog/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

interface LookupRequest {
  kind: ListKind
  text: string
  below?: string
  item?: ItemToFill
}
const brands: LookupOption[] = [
  {
    id: 'b1',
    name: 'Oatlark',
    common: [{ by: 'digits', items: 3, of: 4, isPart: false, digits: '0036000' }],
  },
  { id: 'b2', name: 'Meadowbell' },
  { id: 'b8', name: 'Twin' },
  { id: 'b9', name: 'Twin' },
]
const categories: LookupOption[] = [
  { id: '1', name: 'Food', path: [], narrower: 1 },
  { id: '10', name: 'Milk', path: ['Food'], narrower: 0 },
]
let isListEmpty = false
let workspace: object = {}
const requests: LookupRequest[] = []

installBackend({
  workspace: { state: () => workspace },
  catalog: {
    lookup: (request: LookupRequest): LookupPage => {
      requests.push(request)
      const { kind, text, below } = request
      const list = isListEmpty ? [] : kind === 'category' ? categories : brands
      const entries = list.filter(({ id, name, path = [] }) =>
        below === undefined
          ? id === text || name.toLowerCase().includes(text.toLowerCase())
          : below === ''
            ? path.length === 0
            : path.length === 1,
      )
      const mayBeIdentifier = /^b[0-9]+$/.test(text) && !entries.some(({ id }) => id === text)
      return { entries, total: entries.length, isListEmpty, isTree: kind === 'category', mayBeIdentifier }
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { LookupInput } = await import('./lookup-input.tsx')

let stored: string[] = []
function Example({ kind }: { kind: ListKind }) {
  const [value, setValue] = useState('')
  const change = (next: string) => {
    stored.push(next)
    setValue(next)
  }
  const frame = { label: 'Choice', labelHidden: false, help: undefined, error: undefined, required: false }
  return (
    <LookupInput
      kind={kind}
      field={{ value, change }}
      frame={frame}
      itemAround={() => ({ codes: ['036000291452'] })}
    />
  )
}
const show = (kind: ListKind = 'brand') =>
  render(
    <QueryClientProvider client={queryClient}>
      <Example kind={kind} />
    </QueryClientProvider>,
  )
const input = () => page.getByRole('combobox', { name: 'Choice' })

beforeEach(() => {
  queryClient.clear()
  stored = []
  requests.length = 0
  isListEmpty = false
  workspace = { role: 'connected', connection: { address: 'http://127.0.0.1:1' } }
})

test('an option shows what it has in common with the item, which is read when the list opens', async () => {
  await show()
  expect(requests.every(({ item }) => item === undefined)).toBe(true)
  await input().click()
  await expect
    .element(page.getByText('Brand of 3 of 4 items whose GTIN begins with 0036000, as this one does'))
    .toBeVisible()
  await page.getByRole('option', { name: /Oatlark/ }).click()
  expect(stored).toEqual(['b1'])
  await expect.element(input()).toHaveValue('Oatlark')
})

test('an option shows its identifier only if another entry has the same name', async () => {
  await show()
  await input().click()
  await userEvent.keyboard('twin')
  await expect.element(page.getByRole('option', { name: 'Twin (identifier b8)' })).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'Twin (identifier b9)' })).toBeVisible()
  await userEvent.clear(input())
  await userEvent.keyboard('oat')
  await expect.element(page.getByRole('option', { name: /^Oatlark\s*Brand of/ })).toBeVisible()
})

test.each(['Enter', 'Tab'])('%s stores the first match, however fast it follows the text', async (key) => {
  await show()
  await input().click()
  await userEvent.keyboard(`oat{${key}}`)
  await expect.poll(() => stored).toEqual(['b1'])
  await expect.element(input()).toHaveValue('Oatlark')
})

test('the first match is highlighted when it arrives', async () => {
  await show()
  await input().click()
  await userEvent.keyboard('oat')
  await expect.element(page.getByRole('option', { name: /Oatlark/ })).toHaveAttribute('data-highlighted')
})

test('a text without a match stores nothing and stays in the field with a message', async () => {
  await show()
  await input().fill('meadw')
  await userEvent.tab()
  await expect.element(page.getByText(/Nothing matches “meadw”/)).toBeVisible()
  await expect.element(input()).toHaveValue('meadw')
  expect(stored).toEqual([])
})

test('a part of a name is not stored when the field is left with the mouse', async () => {
  await show()
  await input().fill('oat')
  await expect.element(page.getByRole('option', { name: /Oatlark/ })).toBeVisible()
  ;(input().element() as HTMLElement).blur()
  await expect.element(page.getByText(/“oat” is not chosen yet/)).toBeVisible()
  expect(stored).toEqual([])
})

test('an identifier missing from the list is offered if it has the form of one, and stored when chosen', async () => {
  await show()
  await input().fill('meadw')
  await expect.element(page.getByText('No matches')).toBeVisible()
  await input().fill('b77')
  await userEvent.keyboard('{Enter}')
  expect(stored).toEqual([])
  await page.getByRole('option', { name: /Use the identifier b77/ }).click()
  expect(stored).toEqual(['b77'])
})

test.each([
  [{ role: 'connected', connection: {} }, 'Sync', '/sync'],
  [{ role: 'connected' }, 'Connect it', '/settings'],
  [{ role: 'sandbox' }, 'Import products', '/import'],
])('an empty list shows the reason and the next step: %j', async (state, words, href) => {
  isListEmpty = true
  workspace = state
  await show()
  await expect.element(page.getByRole('link', { name: words }).first()).toHaveAttribute('href', href)
})

test('categories are found with their path, and browsed from the top level', async () => {
  await show('category')
  await page.getByRole('button', { name: 'Browse the categories' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Food/ }).click()
  await dialog.getByRole('button', { name: /Milk/ }).click()
  expect(stored).toEqual(['10'])
  await expect.element(page.getByText('In Food')).toBeVisible()
})
