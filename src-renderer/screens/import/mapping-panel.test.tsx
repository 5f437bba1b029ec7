import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ImportPreview } from '../../../src-shared/import/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const forgotten: unknown[] = []
installBackend({ imports: { forgetChoices: (input: unknown) => void forgotten.push(input) } })
const { queryClient } = await import('../../rpc/client.ts')
const { MappingPanel } = await import('./mapping-panel.tsx')

const preview: ImportPreview = {
  file: '/tmp/weights.tsv',
  format: 'tsv',
  compressed: false,
  columns: [
    { name: 'gtin', samples: ['4006381333931'] },
    { name: 'Weight', samples: ['1,250 g'], unclear: '1,250' },
    { name: 'remark', samples: ['over 1,000 leaves'], unclear: '1,000' },
  ],
  mapping: { gtin: 'productCodes/productCode', name: 'ecommerceTitle', Weight: 'packageData/netWeight' },
  numbers: { columns: {} },
  names: { choices: {} },
  fields: [
    { path: 'productCodes/productCode', label: 'GTIN', section: 'identity', numeric: false },
    { path: 'packageData/netWeight', label: 'Net weight', section: 'package', numeric: true },
  ],
}
const show = (shown: ImportPreview) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MappingPanel
        preview={shown}
        sandbox
        into="catalog"
        onClose={() => {}}
        onDetect={() => {}}
        onTable={() => {}}
        onStarted={() => {}}
      />
    </QueryClientProvider>,
  )
const meaning = () => page.getByRole('group', { name: '1,250 in “Weight” means' })
const importButton = () => page.getByRole('button', { name: 'Import', exact: true })

test('requires a choice for an ambiguous number before the import', async () => {
  await show(preview)
  await expect.element(importButton()).toBeDisabled()
  await expect.element(page.getByText('Numbers that can be read in two ways')).toBeVisible()
  expect(page.getByRole('group', { name: /remark/ }).elements()).toEqual([])
  await meaning().getByText('1.25', { exact: true }).click()
  await expect.element(importButton()).toBeEnabled()
  expect(page.getByText('Numbers that can be read in two ways').elements()).toEqual([])
})

test('shows the notation detected in the file and lets it be changed', async () => {
  await show({ ...preview, numbers: { columns: {}, other: 'point' } })
  await expect.element(meaning().getByRole('radio', { name: '1250' })).toBeChecked()
  await expect.element(importButton()).toBeEnabled()
  await meaning().getByText('1.25', { exact: true }).click()
  await expect.element(meaning().getByRole('radio', { name: '1.25' })).toBeChecked()
})

test('tells which choices of an earlier import are proposed, and forgets them with one click', async () => {
  await show({
    ...preview,
    remembered: { at: '2026-11-01T10:00:00Z', choices: ['mapping', 'encoding', 'rows'] },
  })
  await expect
    .element(page.getByText(/Proposed again: the mapping of columns, the encoding, what becomes of new/))
    .toBeVisible()
  await page.getByRole('button', { name: 'Forget' }).click()
  await expect.poll(() => forgotten).toEqual([{ columns: ['gtin', 'Weight', 'remark'] }])
})
