import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ImportJob } from '../../../src-shared/import/model.ts'
import type { UnmatchedNames } from '../../../src-shared/import/names.ts'
import type { ImportReport } from '../../../src-shared/import/report.ts'
import type { ComparedRow, RowChoices } from '../../../src-shared/import/row-classes.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const job: ImportJob = {
  id: 'look',
  file: '/tmp/teas.csv',
  target: 'catalog',
  dry: true,
  state: 'completed',
  rowsRead: 3,
  created: 2,
  updated: 1,
  unchanged: 0,
  left: 0,
  rejected: 0,
  bytesRead: 9,
  bytesTotal: 9,
  drafts: [],
  startedAt: '2026-01-01T00:00:00.000Z',
}
const report: ImportReport = {
  columns: [
    {
      column: 'country',
      field: 'Country of origin',
      read: 3,
      kept: 1,
      changed: { count: 1, examples: [{ line: 2, text: 'Frankreich', became: 'FR' }] },
      left: [{ code: 'NOT_A_COUNTRY', count: 1, examples: [{ line: 3, text: 'Atlantis' }] }],
    },
  ],
  names: [
    { kind: 'brand', name: 'Leaf', count: 2, column: 'brand', line: 2, became: 'add' },
    { kind: 'manufacturer', name: 'Leaf Works', count: 3, column: 'maker', line: 2, became: 'add' },
  ],
  moreNames: {},
}
const comparedRow: ComparedRow = {
  ...{ line: 3, class: 'changed', gtin: '04006381333931', title: 'Green tea', about: 'i7' },
  carried: { refresh: 1 },
  fields: [
    {
      keys: ['packageData', 'netWeight'],
      path: 'packageData/netWeight',
      labels: ['Net weight'],
      theirs: { measure: '1', uom: 'KGM' },
      mine: { measure: '900', uom: 'GRM' },
    },
  ],
}
installBackend({
  imports: {
    job: () => job,
    report: () => report,
    nameMatches: () => ({ matches: [], isCut: false }),
    rowSummary: () => ({ fields: 3, carried: { update: { rows: 1, fields: 1 } } }),
    comparedRows: () => ({ total: 1, rows: [comparedRow] }),
    nearNames: ({ names }: { names: string[] }) =>
      names.map((name) => ({ name, entries: [{ id: 'x7', name: `${name} Limited` }] })),
  },
  names: { decided: () => ({ count: 0 }) },
  catalog: {
    pictures: () => [{}],
    lookup: () => ({ total: 1, entries: [{ id: 'x9', name: 'Another entry' }] }),
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { DryRunResult } = await import('./dry-run-result.tsx')

let currentNames: UnmatchedNames
function TestView({ target }: { target: 'catalog' | 'drafts' }) {
  const [names, setNames] = useState<UnmatchedNames>({ choices: {} })
  const [rowChoices, setRowChoices] = useState<RowChoices>({})
  currentNames = names
  return (
    <DryRunResult
      id="look"
      place={{ target, sandbox: target === 'catalog' }}
      names={names}
      onNames={setNames}
      importable={[]}
      rowChoices={rowChoices}
      onRowChoices={setRowChoices}
    />
  )
}
const show = (target: 'catalog' | 'drafts') =>
  render(
    <QueryClientProvider client={queryClient}>
      <TestView target={target} />
    </QueryClientProvider>,
  )
const outcomeField = (name: string) => page.getByRole('combobox', { name: `What “${name}” becomes` })
const option = (name: string) => page.getByRole('option', { name })

test('shows left-out values by column with reasons and examples', async () => {
  await show('catalog')
  await expect
    .element(page.getByRole('status').filter({ hasText: '3 rows: 2 new, 1 changed.' }))
    .toBeVisible()
  // The differences of changed rows are shown at once.
  const differences = page.getByRole('table', { name: 'Differences of Green tea' })
  await expect.element(differences.getByRole('row', { name: /Net weight.*1.*900/ })).toBeVisible()
  const row = page.getByRole('row', { name: /country/ })
  await expect.element(row.getByText(/names no country/)).toBeVisible()
  await expect.element(row.getByText(/line 3: Atlantis/)).toBeVisible()
  await expect.element(row.getByText(/line 2: Frankreich → FR/)).toBeVisible()
  await expect.element(page.getByText('3 values read, 1 kept in another form, 1 left out')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save the report as CSV' })).toBeVisible()
})

test('adds, keeps or leaves out an unlisted name, or replaces it with a suggested or found entry', async () => {
  await show('catalog')
  await expect.element(outcomeField('Leaf')).toHaveValue('Add to the list')
  await outcomeField('Leaf').click()
  await option('Keep as text').click()
  await expect.poll(() => currentNames.choices).toEqual({ brand: { Leaf: 'keep' } })
  await outcomeField('Leaf').click()
  await option('Leaf Limited').click()
  await expect.poll(() => currentNames.choices).toEqual({ brand: { Leaf: { choose: 'x7' } } })
  await page.getByText(/^Manufacturers/).click()
  await outcomeField('Leaf Works').fill('another')
  await option('Another entry').click()
  await expect.poll(() => currentNames.choices.manufacturer).toEqual({ 'Leaf Works': { choose: 'x9' } })
})

test('does not offer to add names to the list of a service', async () => {
  await show('drafts')
  await page.getByText(/^Manufacturers/).click()
  await expect.element(outcomeField('Leaf Works')).toHaveValue('Leave out')
  await outcomeField('Leaf Works').click()
  await expect.element(option('Leaf Works Limited')).toBeVisible()
  expect(option('Add to the list').elements()).toEqual([])
})

test('offers one choice for each class of rows, and tells what it changes', async () => {
  job.target = 'drafts'
  queryClient.clear()
  await show('drafts')
  const changed = page.getByRole('group', { name: 'Changed rows' })
  await expect.element(changed.getByRole('radio', { name: 'Refresh items' })).toBeChecked()
  await expect.element(page.getByText(/A feed replaces each record/)).toBeVisible()
  await changed.getByText('Update items').click()
  await expect.element(page.getByText(/1 difference of 3 in 1 row/)).toBeVisible()
  await expect.element(changed.getByRole('radio', { name: 'Update items' })).toBeChecked()
})
