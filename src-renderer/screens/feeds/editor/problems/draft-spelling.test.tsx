import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Draft, DraftSpelling as Found } from '../../../../../src-shared/feeds/draft/model.ts'
import { installBackend } from '../../../../testing/test-backend.ts'
import type { DraftWork } from '../session/use-draft.ts'
import '../../../../ui/theme.css'

const found: Found = {
  words: [
    {
      word: 'choclate',
      items: 3,
      suggestions: ['chocolate'],
      columns: ['ecommerceTitle'],
      key: 7,
      title: 'Dark',
    },
  ],
  more: 2,
  items: 12,
  skipped: 1,
}
let asked = 0
const remembered: unknown[] = []
installBackend({
  feeds: {
    draftSpelling: () => {
      asked++
      return found
    },
  },
  names: { remember: (decisions: unknown) => void remembered.push(decisions) },
})
const { queryClient } = await import('../../../../rpc/client.ts')
const { DraftSpelling } = await import('./draft-spelling.tsx')

test('lists words when opened; writes a suggestion, adds a word, opens an item', async () => {
  const edits: unknown[] = []
  const opened: number[] = []
  const work = {
    edit: async (_: string, changes: unknown[]) => {
      edits.push(...changes)
      return true
    },
  } as unknown as DraftWork
  await render(
    <QueryClientProvider client={queryClient}>
      <DraftSpelling
        draft={{ id: 'd', revision: 1 } as Draft}
        work={work}
        onItem={(key) => opened.push(key)}
      />
    </QueryClientProvider>,
  )
  expect(asked).toBe(0)
  await page.getByText('Spelling', { exact: true }).click()
  await page.getByRole('button', { name: 'Write “chocolate”' }).click()
  expect(edits).toEqual([
    {
      do: 'replace',
      selection: {},
      columns: ['ecommerceTitle'],
      find: 'choclate',
      by: 'chocolate',
      matchCase: true,
      wholeWord: true,
    },
  ])
  await page.getByRole('button', { name: 'Add “choclate” to the words of this workspace' }).click()
  await expect
    .poll(() => remembered)
    .toEqual([{ kind: 'spelling', decisions: [{ name: 'choclate', choice: 'keep' }] }])
  await page.getByText('in 3 items').click()
  expect(opened).toEqual([7])
  await expect.element(page.getByText(/1 item in another language/)).toBeVisible()
})
