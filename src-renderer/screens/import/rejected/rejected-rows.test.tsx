import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { DraftRowsQuestion } from '../../../../src-shared/feeds/draft/edits.ts'
import type { ImportJob, RejectedSummary } from '../../../../src-shared/import/model.ts'
import { installBackend } from '../../../testing/test-backend.ts'
import { Toaster } from '../../../ui/overlays/toast.tsx'
import { TooltipProvider } from '../../../ui/overlays/tooltip.tsx'
import '../../../ui/theme.css'

const columns = [{ name: 'gtin', field: 'GTIN' }, { name: 'size [1]' }, { name: 'name', field: 'Name' }]
let texts: Record<number, Record<string, string>>
let summary: RejectedSummary
const calls: unknown[] = []

installBackend({
  imports: {
    rejectedSummary: () => summary,
    rejectedGrid: ({ selection, columns: asked }: DraftRowsQuestion) => {
      const wanted = typeof selection.problem === 'object' ? selection.problem.code : undefined
      const found = Object.entries(texts).filter(
        ([line]) => wanted === undefined || (wanted === 'NAME_MISSING') === (line === '4'),
      )
      const rows = found.map(([line, row]) => ({
        ...{ key: Number(line), position: Number(line), revision: summary.revision, title: '', code: '' },
        ...{ errors: 1, warnings: 0, isChecked: true },
        cells: asked.map((column) => row[column] ?? null),
        marks: asked.map((column) => (column === (line === '4' ? 'size [1]' : 'gtin') ? 'error' : null)),
      }))
      return { total: rows.length, offset: 0, rows }
    },
    rejectedProblems: () => [
      { code: 'GTIN_CHECK_DIGIT', path: 'rows/row/gtin', message: 'It would be 8.', severity: 'error' },
      { code: 'SIZE', path: 'rows/row/size  1 ', message: 'The size is wrong.', severity: 'error' },
    ],
    editRejected: (step: unknown) => {
      calls.push(step)
      summary = { ...summary, edited: 1, revision: summary.revision + 1, undo: 'gtin of 1 item' }
      return { rows: 1 }
    },
    undoRejected: () => {
      calls.push('undo')
      return { rows: 1 }
    },
    checkRejected: () => {
      calls.push('check')
      summary = { ...summary, edited: 0 }
      return { created: 1, updated: 0, unchanged: 0, left: 0, rejected: 1 }
    },
  },
  catalog: { pictures: ({ wanted }: { wanted: unknown[] }) => wanted.map(() => ({})) },
})
const { queryClient } = await import('../../../rpc/client.ts')
const { RejectedRows, rejectedAsCsv } = await import('./rejected-rows.tsx')

beforeEach(async () => {
  await page.viewport(1280, 800)
  queryClient.clear()
  calls.length = 0
  texts = {
    3: { gtin: '4006381333940', name: 'Tea' },
    4: { gtin: '4006381333955', 'size [1]': '?' },
  }
  summary = {
    ...{ rejected: 2, columns, edited: 0, editable: 2, revision: 0, lastLine: 4 },
    faults: [
      { code: 'GTIN_CHECK_DIGIT', rows: 1, reason: 'It would be 8.' },
      { code: 'NAME_MISSING', rows: 1, reason: 'No name.' },
    ],
  }
  await render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RejectedRows job={{ id: 'j1', file: 'teas.csv', dry: true } as ImportJob} />
        <Toaster theme="light" />
      </TooltipProvider>
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('gridcell', { name: /^4006381333940/ })).toBeVisible()
})

test('shows exactly the columns of the file, with the reason of the marked cell', async () => {
  const heads = page.getByRole('columnheader').elements()
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Row#', 'Picture', 'gtin', 'size [1]', 'name'])
  await expect.element(page.getByText('2 rows cannot be read')).toBeVisible()
  await page.getByRole('gridcell', { name: /^4006381333940/ }).click()
  await expect.element(page.getByText('It would be 8.')).toBeVisible()
  await page.getByRole('gridcell', { name: /^\?/ }).click()
  await expect.element(page.getByText('The size is wrong.')).toBeVisible()
})

test('a typed cell is an edit of its row, which is checked again and can be undone', async () => {
  const checkAgain = page.getByRole('button', { name: 'Check again' })
  await expect.element(checkAgain).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('gridcell', { name: /^4006381333940/ }).click()
  await userEvent.keyboard('4006381333948{Enter}')
  await expect
    .poll(() => calls)
    .toMatchObject([
      {
        id: 'j1',
        edits: [{ do: 'cells', cells: [{ key: 3, column: 'gtin', value: '4006381333948' }] }],
      },
    ])
  await queryClient.invalidateQueries()
  await page.getByRole('button', { name: 'Check 1 row again' }).click()
  await expect.element(page.getByText('1 row joined the others: 1 new')).toBeVisible()
  await expect.element(page.getByText('1 row still has a problem.')).toBeVisible()
  await queryClient.invalidateQueries()
  await expect.element(checkAgain).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => calls.slice(1)).toContain('undo')
})

test('the focus stays in the panel when the last rejected row has joined the others', async () => {
  await page.getByRole('gridcell', { name: /^4006381333940/ }).click()
  await userEvent.keyboard('4006381333948{Enter}')
  await expect.poll(() => calls).toHaveLength(1)
  await queryClient.invalidateQueries()
  await page.getByRole('button', { name: 'Check 1 row again' }).click()
  await expect.element(page.getByText('1 row joined the others: 1 new')).toBeVisible()
  summary = { ...summary, rejected: 0, edited: 0 }
  await queryClient.invalidateQueries()
  await expect.element(page.getByText('Every rejected row has joined the others.')).toHaveFocus()
})

test('a problem shows only its rows', async () => {
  await page.getByRole('button', { name: /^No name/ }).click()
  await expect.element(page.getByRole('gridcell', { name: /^4006381333940/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('gridcell', { name: /^4006381333955/ })).toBeVisible()
  await page.getByRole('button', { name: /^No name/ }).click()
  await expect.element(page.getByRole('gridcell', { name: /^4006381333940/ })).toBeVisible()
})

test('escapes quotes, line breaks, commas and formulas in the saved file', () => {
  const csv = rejectedAsCsv([
    { line: 7, code: 'GTIN_INVALID', reason: 'A "wrong", code', raw: '=HYPERLINK("x")\nnext' },
  ])
  expect(csv).toBe(
    '\uFEFFline,code,reason,row\r\n"7","GTIN_INVALID","A ""wrong"", code","\'=HYPERLINK(""x"")\nnext"\r\n',
  )
})
