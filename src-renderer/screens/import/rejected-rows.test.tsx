import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ImportJob } from '../../../src-shared/import/model.ts'
import { installBackend } from '../../testing/test-backend.ts'

let total = 51
installBackend({
  imports: {
    rejected: ({ offset, limit }: { offset: number; limit: number }) => ({
      total,
      columns: [],
      rows: Array.from({ length: total }, (_, index) => ({
        line: index + 2,
        code: 'GTIN_INVALID',
        reason: `Wrong in line ${index + 2}`,
        raw: '1',
      })).slice(offset, offset + limit),
    }),
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { RejectedRows, rejectedAsCsv } = await import('./rejected-rows.tsx')

test('when the only row of the last page is taken in, the page before is shown', async () => {
  await render(
    <QueryClientProvider client={queryClient}>
      <RejectedRows job={{ id: 'j1', file: 'range.csv' } as ImportJob} />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText('51–51 of 51')).toBeVisible()
  total = 50
  await queryClient.invalidateQueries()
  await expect.element(page.getByText(/^1–50 of 50$/)).toBeVisible()
  expect(page.getByRole('listitem').elements()).toHaveLength(50)
})

test('the saved file keeps quotes, line breaks and commas, and no cell is a formula', () => {
  const csv = rejectedAsCsv([
    { line: 7, code: 'GTIN_INVALID', reason: 'A "wrong", code', raw: '=HYPERLINK("x")\nnext' },
  ])
  expect(csv).toBe(
    '\uFEFFline,code,reason,row\r\n"7","GTIN_INVALID","A ""wrong"", code","\'=HYPERLINK(""x"")\nnext"\r\n',
  )
})
