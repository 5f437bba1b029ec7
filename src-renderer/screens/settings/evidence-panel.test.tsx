import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type EvidenceState, findingKinds } from '../../../src-shared/evidence/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const counts = { ...Object.fromEntries(findingKinds.map((kind) => [kind, 0])), 'unknown-code': 4 }
let state: Partial<EvidenceState>
const calls: string[] = []
installBackend({
  evidence: {
    state: () => state,
    setMode({ mode }: Pick<EvidenceState, 'mode'>) {
      state = { ...state, mode }
      return state
    },
    clear() {
      calls.push('clear')
      state = { ...state, read: 0 }
      return state
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { EvidencePanel } = await import('./evidence-panel.tsx')

beforeEach(() => {
  queryClient.clear()
  calls.length = 0
  state = {
    mode: 'on-demand',
    pictures: 3,
    read: 2,
    counts: counts as EvidenceState['counts'],
  }
})
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <EvidencePanel />
    </QueryClientProvider>,
  )

test('the choice says when pictures are read', async () => {
  await show()
  await expect.element(page.getByText('Pictures are read when you start the picture check.')).toBeVisible()
  await page.getByText('In the background').click()
  await expect.element(page.getByText(/^New pictures are also read/)).toBeVisible()
})

test('what was read is deleted after a question that says what stays', async () => {
  await show()
  await page.getByRole('button', { name: 'Delete what was read…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete what was read in pictures?' })
  await expect
    .element(dialog.getByText(/2 pictures and 4 findings are deleted.*stay dismissed/))
    .toBeVisible()
  expect(calls).toEqual([])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('0 of 3 pictures read')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Delete what was read…' })).toBeDisabled()
})
