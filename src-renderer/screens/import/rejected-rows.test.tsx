import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ImportJob, RejectedRow } from '../../../src-shared/import/model.ts'
import { installBackend } from '../../testing/test-backend.ts'

let total = 51
const mended: unknown[] = []
installBackend({
  imports: {
    mendRow: (change: { line: number; take: boolean }) => {
      mended.push(change)
      return change.take ? { taken: 'created' } : { row: rowAtFault }
    },
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
const rowAtFault: RejectedRow = {
  line: 5,
  code: 'GTIN_INVALID',
  reason: 'The check digit is wrong.',
  raw: '9520000000036,Plum',
  fault: 'gtin',
  cells: { gtin: '9520000000036', name: 'Plum' },
}
const { queryClient } = await import('../../rpc/client.ts')
const { RejectedRowEditor } = await import('./rejected-row.tsx')
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

const showRow = (columns: { name: string; field: string }[]) =>
  render(
    <QueryClientProvider client={queryClient}>
      <RejectedRowEditor job="j1" row={rowAtFault} columns={columns} />
    </QueryClientProvider>,
  )

test('a row that cannot be mended here, as of a look through the file, says its column and why', async () => {
  await showRow([])
  await expect.element(page.getByText(/gtin: The check digit is wrong\.$/)).toBeVisible()
})

test('one press takes a row in while the cursor is in a cell that was changed', async () => {
  await showRow([{ name: 'gtin', field: 'GTIN' }])
  await page.getByRole('textbox', { name: 'gtin' }).fill('9520000000035')
  await page.getByRole('button', { name: 'Take in' }).click()
  await expect.poll(() => mended.length).toBe(1)
  expect(mended).toEqual([{ id: 'j1', line: 5, cells: { gtin: '9520000000035' }, take: true }])
})

test('the saved file keeps quotes, line breaks and commas, and no cell is a formula', () => {
  const csv = rejectedAsCsv([
    { line: 7, code: 'GTIN_INVALID', reason: 'A "wrong", code', raw: '=HYPERLINK("x")\nnext' },
  ])
  expect(csv).toBe(
    '\uFEFFline,code,reason,row\r\n"7","GTIN_INVALID","A ""wrong"", code","\'=HYPERLINK(""x"")\nnext"\r\n',
  )
})
