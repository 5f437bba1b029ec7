import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ImportJob, ItemsToUndo } from '../../../src-shared/import/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import { Toaster } from '../../ui/overlays/toast.tsx'
import '../../ui/theme.css'

const kept = [{ id: 'i7', name: 'Green tea', why: 'changed' as const }]
const undone: unknown[] = []
let items: ItemsToUndo = { now: 2000, removed: 300, restored: 20, kept: 1, named: kept }
installBackend({
  imports: {
    itemsToUndo: () => items,
    undoItems: (input: unknown) => {
      undone.push(input)
      return { removed: 300, restored: 20, kept }
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { UndoItems } = await import('./undo-items.tsx')

const show = async () => {
  queryClient.clear()
  await render(
    <QueryClientProvider client={queryClient}>
      <UndoItems job={{ id: 'j1', file: '/tmp/teas.csv' } as ImportJob} />
      <Toaster theme="light" />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Undo the import…' }).click()
}
const dialog = () => page.getByRole('dialog', { name: 'Undo the import of teas.csv?' })

test('shows the counts before and after and names what is kept, then undoes the import', async () => {
  await show()
  const figures = () => [...dialog().element().querySelectorAll('dd')].map(({ textContent }) => textContent)
  await expect.poll(figures).toEqual(['2,000', '300', '20', '1', '1,700'])
  await expect
    .element(dialog().getByRole('link', { name: 'Green tea' }))
    .toHaveAttribute('href', '/catalog/i7')
  await dialog().getByRole('button', { name: 'Undo the import' }).click()
  await expect.poll(() => undone).toEqual([{ id: 'j1' }])
  await expect.element(page.getByText('300 items removed, 20 items restored, 1 item kept')).toBeVisible()
})

test('offers nothing when nothing is left to undo', async () => {
  items = { now: 10, removed: 0, restored: 0, kept: 1, named: kept }
  await show()
  await expect.element(dialog().getByText('Nothing is left to undo.')).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Undo the import' })).toBeDisabled()
})
