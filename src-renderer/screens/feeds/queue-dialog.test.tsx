import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Problem } from '../../../src-shared/problem.ts'
import { QueueDialog } from './queue-dialog.tsx'

const removal = (position: number, what: string): Problem => ({
  code: 'REFRESH_DROPS',
  path: `items/item[${position}]/packageData/packageType`,
  message: `The catalog's record has ${what}; this feed has none, so the refresh removes it.`,
  severity: 'warning',
})

test('says what a refresh removes from which item, apart from other warnings', async () => {
  const item = (ecommerceTitle: string) => ({ ecommerceTitle, productCodes: [{ text: '1' }] })
  const at = '2026-05-01T00:00:00Z'
  const draft = {
    id: 'd1',
    kind: 'refresh' as const,
    name: 'Refresh: 2 items',
    itemCount: 2,
    errorCount: 0,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    xml: '<items/>',
  }
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <QueueDialog
        open
        onOpenChange={() => {}}
        draft={draft}
        name={draft.name}
        value={{ item: [item('Oats'), item('Rye')] }}
        xml={draft.xml}
        revision={1}
        problems={[
          removal(1, 'package type Bottle'),
          removal(2, 'package type Carton'),
          { code: 'BRAND_UNKNOWN', path: 'items/item[1]', message: 'No such brand', severity: 'warning' },
        ]}
        onRefused={() => {}}
      />
    </QueryClientProvider>,
  )
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('What this refresh removes')).toBeVisible()
  await expect
    .poll(() => [...dialog.element().querySelectorAll('li')].map(({ textContent }) => textContent))
    .toEqual([
      'Oats1',
      'Rye1',
      "Oats: The catalog's record has package type Bottle; this feed has none, so the refresh removes it.",
      "Rye: The catalog's record has package type Carton; this feed has none, so the refresh removes it.",
      'No such brand',
    ])
  await expect.element(dialog.getByText('1 warning')).toBeVisible()
  await expect.element(dialog.getByText(/refresh also removes the Content/)).toBeVisible()
})
