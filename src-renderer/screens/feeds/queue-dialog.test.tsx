import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { FeedKind } from '../../../src-shared/drafts/model.ts'
import type { Problem } from '../../../src-shared/problem.ts'
import { QueueDialog } from './queue-dialog.tsx'

const removal = (position: number, what: string): Problem => ({
  code: 'REFRESH_DROPS',
  path: `items/item[${position}]/packageData/packageType`,
  message: `The catalog's record has ${what}; this feed has none, so the refresh removes it.`,
  severity: 'warning',
})

const at = '2026-05-01T00:00:00Z'
const item = (ecommerceTitle: string) => ({ ecommerceTitle, productCodes: [{ text: '1' }] })
const draftOf = (kind: FeedKind) => ({
  id: 'd1',
  kind,
  name: 'Two items',
  itemCount: 2,
  errorCount: 0,
  revision: 1,
  createdAt: at,
  updatedAt: at,
  xml: '<items/>',
})
const show = (kind: FeedKind, problems: Problem[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <QueueDialog
        open
        onOpenChange={() => {}}
        draft={draftOf(kind)}
        name="Two items"
        value={{ item: [item('Oats'), item('Rye')] }}
        xml="<items/>"
        revision={1}
        problems={problems}
        onRefused={() => {}}
      />
    </QueryClientProvider>,
  )

test('names what is on the way already, with a way there', async () => {
  const about = (id: string, name: string, message: string, code = 'ITEM_ON_ITS_WAY'): Problem => ({
    code,
    path: 'items/item[1]',
    message,
    severity: 'warning',
    feed: { id, name },
  })
  const more: Problem = {
    code: 'ITEM_ON_ITS_WAY',
    path: 'items',
    message: 'Items of this feed are in 7 more feeds that are on their way.',
    severity: 'warning',
  }
  await show('refresh', [
    about(
      'f1',
      'Rye “dark”',
      'The very same feed is in the outbox already: “Rye “dark””, failed.',
      'SAME_FEED',
    ),
    about('f2', 'Rye', 'Item 1 is in “Rye” already (update).'),
    more,
    ...[1, 2, 3, 4, 5, 6].map((number) => ({ ...more, code: 'X', message: `Warning ${number}` })),
  ])
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('In the outbox already', { exact: true })).toBeVisible()
  await expect
    .poll(() =>
      [...dialog.element().querySelectorAll('a')].map((link) => [
        link.textContent,
        link.getAttribute('href'),
      ]),
    )
    .toEqual([
      ['Rye “dark”', '/outbox/f1'],
      ['Rye', '/outbox/f2'],
    ])
  await expect.element(dialog.getByText('Item 1 is in “Rye” already (update).')).toBeVisible()
  await expect.element(dialog.getByText(more.message)).toBeVisible()
  await expect.element(dialog.getByText('6 warnings')).toBeVisible()
  await expect.element(dialog.getByText('and 1 more in the list of problems')).toBeVisible()
})

test('says what a refresh removes from which item, apart from other warnings', async () => {
  await show('refresh', [
    removal(1, 'package type Bottle'),
    removal(2, 'package type Carton'),
    { code: 'BRAND_UNKNOWN', path: 'items/item[1]', message: 'No such brand', severity: 'warning' },
  ])
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
