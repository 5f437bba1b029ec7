import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ImportJob } from '../../../src-shared/import/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const calls: unknown[] = []
installBackend({
  imports: {
    goOn: (input: unknown) => calls.push(input),
    rejectedSummary: () => ({
      ...{ rejected: 0, edited: 0, editable: 0, revision: 0 },
      columns: [],
      faults: [],
    }),
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { JobList } = await import('./job-list.tsx')

const done: ImportJob = {
  ...{ id: 'j1', file: '/tmp/teas.csv', target: 'drafts', dry: false, state: 'completed' },
  ...{ rowsRead: 2, created: 2, updated: 0, unchanged: 0, left: 0, rejected: 0, bytesRead: 9, bytesTotal: 9 },
  ...{ startedAt: '2026-11-01T10:00:00Z', drafts: [{ id: 'd1', kind: 'create' }] },
}
const list = (jobs: ImportJob[], openJob?: string) => (
  <QueryClientProvider client={queryClient}>
    <JobList jobs={jobs} openJob={openJob} onOpenJob={() => {}} />
  </QueryClientProvider>
)
const show = (...jobs: ImportJob[]) => render(list(jobs))

test('shows a completed import into one draft and links to it', async () => {
  await show(done)
  await expect.element(page.getByText('Completed')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open the draft' }))
    .toHaveAttribute('href', '/feeds/d1')
})

test('shows "Nothing imported" instead of "Completed" for an import without imported rows', async () => {
  await show({ ...done, created: 0, rejected: 2 })
  await expect.element(page.getByText('Nothing imported')).toBeVisible()
  expect(page.getByText('Completed').elements()).toEqual([])
})

test('resumes an interrupted import and hides the button for others', async () => {
  await show({ ...done, id: 'cut', state: 'failed', canResume: true }, done)
  // Only the first job has this button.
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => calls).toEqual([{ id: 'cut' }])
})

test('closes the editor of the rejected rows when the import is undone', async () => {
  const job = { ...done, rejected: 2 }
  const { rerender } = await render(list([job], job.id))
  await expect.element(page.getByRole('button', { name: 'Hide the rejected rows' })).toBeVisible()
  await rerender(list([{ ...job, undoneAt: '2026-11-01T11:00:00Z' }], job.id))
  await expect.element(page.getByText(/The import is undone, so its rejected rows/)).toBeVisible()
  expect(page.getByRole('button', { name: /the rejected rows/ }).elements()).toEqual([])
})
