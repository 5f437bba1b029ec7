import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ImportJob } from '../../../src-shared/import/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const calls: unknown[] = []
installBackend({ imports: { goOn: (input: unknown) => calls.push(input) } })
const { queryClient } = await import('../../rpc/client.ts')
const { JobList } = await import('./job-list.tsx')

const job = (more: Partial<ImportJob>): ImportJob => ({
  ...{ id: 'j', file: 'range.csv', target: 'drafts', dry: false, state: 'failed' },
  ...{ rowsRead: 1200, created: 1200, updated: 0, unchanged: 0, rejected: 0, bytesRead: 1, bytesTotal: 2 },
  startedAt: '2026-11-01T10:00:00Z',
  draft: 'd',
  ...more,
})

test('an import that was cut off is gone on with; one that cannot go on has no such button', async () => {
  const jobs = [job({ canGoOn: true }), job({ id: 'done', state: 'completed' })]
  await render(
    <QueryClientProvider client={queryClient}>
      <JobList jobs={jobs} openJob={undefined} onOpenJob={() => undefined} />
    </QueryClientProvider>,
  )
  // One button, that of the first.
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.poll(() => calls).toEqual([{ id: 'j' }])
})
