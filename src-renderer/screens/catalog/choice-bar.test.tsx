import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'
import type { ItemChoice } from './item-choice.ts'
import type { Choosing } from './use-item-selection.ts'

interface SearchCall {
  id: string
  kind: string
  selection: unknown
}
const calls: { created: unknown[]; searched: SearchCall[]; stopped: string[]; cleared: number } = {
  created: [],
  searched: [],
  stopped: [],
  cleared: 0,
}
let resolveDraft: ((draft: { id: string } | null) => void) | undefined

installBackend({
  computer: { settings: () => ({}) },
  feeds: {
    createDraft: (input: unknown) => {
      calls.created.push(input)
      return { id: 'd1' }
    },
    draftSearch: (input: SearchCall) => {
      calls.searched.push(input)
      return new Promise((resolve) => {
        resolveDraft = resolve
      })
    },
    drafting: () => ({ done: 12_000, total: 30_000 }),
    stopDrafting: ({ id }: { id: string }) => {
      calls.stopped.push(id)
      resolveDraft?.(null)
    },
  },
})

const { queryClient } = await import('../../rpc/client.ts')
const { ChoiceBar } = await import('./choice-bar.tsx')

const selection = { text: 'tea', brandIds: [], manufacturerIds: [] }
const all = (total: number): ItemChoice => ({ kind: 'all', selection, total, except: new Set(['7']) })
const choosing = (choice: ItemChoice, size: number): Choosing => ({
  choice,
  size,
  anchor: { current: undefined },
  only: () => {},
  set: () => {},
  replace: () => {},
  all: () => {},
  clear: () => {
    calls.cleared++
  },
})
const show = (choice: ItemChoice, size: number) =>
  render(
    <QueryClientProvider client={queryClient}>
      <ChoiceBar choosing={choosing(choice, size)} total={40_000} />
    </QueryClientProvider>,
  )
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => {
  queryClient.clear()
  Object.assign(calls, { created: [], searched: [], stopped: [], cleared: 0 })
  resolveDraft = undefined
})

test('creates one draft of 30,000 search results in the backend, without the excluded items', async () => {
  await show(all(30_001), 30_000)
  await button('Draft an update').click()
  await expect
    .poll(() => calls.searched)
    .toMatchObject([{ kind: 'update', selection: { ...selection, excludedIds: ['7'] } }])
  expect(calls.created).toEqual([])
  await expect
    .element(page.getByRole('progressbar', { name: 'Making the draft' }))
    .toHaveAttribute('aria-valuenow', '40')
  resolveDraft?.({ id: 'd1' })
  await expect.poll(() => location.pathname).toBe('/feeds/d1')
  expect(calls.cleared).toBe(1)
})

test('keeps the selection when drafting is cancelled', async () => {
  await show(all(30_001), 30_000)
  await button('Draft a refresh').click()
  await button('Cancel').click()
  await expect.poll(() => calls.stopped).toEqual([calls.searched[0]?.id])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(calls.cleared).toBe(0)
})

test('shows an error and sends no request when more items are selected than a draft can hold', async () => {
  await show(all(60_001), 60_000)
  await button('Draft an update').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(calls.searched).toEqual([])
})

test('sends individually selected items by their ids', async () => {
  await show({ kind: 'some', ids: new Set(['1', '2']) }, 2)
  await button('Draft an update').click()
  await expect.poll(() => calls.created).toEqual([{ kind: 'update', fromItemIds: ['1', '2'] }])
})
