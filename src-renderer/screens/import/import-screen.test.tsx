import { ORPCError } from '@orpc/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ImportPreview } from '../../../src-shared/import/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const preview: ImportPreview = {
  file: '/tmp/range.xlsx',
  format: 'xlsx',
  compressed: false,
  sheet: 'Products',
  sheets: ['Products', 'Notes'],
  columns: [{ name: 'gtin', samples: ['4006381333931'] }],
  mapping: { gtin: 'productCodes/productCode', name: 'ecommerceTitle' },
  numbers: { columns: {} },
  names: { choices: {} },
  fields: [{ path: 'productCodes/productCode', label: 'GTIN', section: 'identity', numeric: false }],
}
installBackend({
  workspace: { state: () => ({ role: 'sandbox' }) },
  imports: {
    jobs: () => [],
    preview: ({ sheet }: { sheet?: string }) => {
      if (sheet === 'Notes') throw new ORPCError('CONFLICT', { message: 'This sheet holds no table.' })
      return preview
    },
  },
})
window.catalogDesk = { chooseFile: async () => preview.file } as unknown as NonNullable<
  typeof window.catalogDesk
>
const { queryClient } = await import('../../rpc/client.ts')
const { ImportScreen } = await import('./import-screen.tsx')
const { Toaster } = await import('../../ui/overlays/toast.tsx')

test('keeps the file and its settings when a sheet is rejected', async () => {
  await render(
    <QueryClientProvider client={queryClient}>
      <ImportScreen />
      <Toaster theme="light" />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Choose a file…' }).click()
  const sheet = page.getByRole('combobox', { name: 'Sheet' })
  await expect.element(sheet).toBeVisible()
  await sheet.selectOptions('Notes')
  await expect.element(page.getByText('This sheet holds no table.')).toBeVisible()
  await expect.element(sheet).toHaveValue('Products')
})
