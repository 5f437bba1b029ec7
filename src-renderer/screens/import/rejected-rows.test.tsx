import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ImportJob, RejectedRow } from '../../../src-shared/import/model.ts'
import { installBackend } from '../../testing/test-backend.ts'

let total = 51
const fixedRows: unknown[] = []
installBackend({
  imports: {
    fixRejectedRow: (change: { line: number; take: boolean }) => {
      fixedRows.push(change)
      return change.take ? { taken: 'created' } : { row: invalidRow }
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
const invalidRow: RejectedRow = {
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

test('shows the previous page when the only row of the last page is imported', async () => {
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
      <RejectedRowEditor job="j1" row={invalidRow} columns={columns} />
    </QueryClientProvider>,
  )

test('shows the column and reason of a row that is not editable, as in a dry run', async () => {
  await showRow([])
  await expect.element(page.getByText(/gtin: The check digit is wrong\.$/)).toBeVisible()
})

test('imports a row with one press while a changed cell has the focus', async () => {
  await showRow([{ name: 'gtin', field: 'GTIN' }])
  await page.getByRole('textbox', { name: 'gtin' }).fill('9520000000035')
  await page.getByRole('button', { name: 'Import' }).click()
  await expect.poll(() => fixedRows.length).toBe(1)
  expect(fixedRows).toEqual([{ id: 'j1', line: 5, cells: { gtin: '9520000000035' }, take: true }])
})

test('escapes quotes, line breaks, commas and formulas in the saved file', () => {
  const csv = rejectedAsCsv([
    { line: 7, code: 'GTIN_INVALID', reason: 'A "wrong", code', raw: '=HYPERLINK("x")\nnext' },
  ])
  expect(csv).toBe(
    '\uFEFFline,code,reason,row\r\n"7","GTIN_INVALID","A ""wrong"", code","\'=HYPERLINK(""x"")\nnext"\r\n',
  )
})
