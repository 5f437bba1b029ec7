import { ORPCError } from '@orpc/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ItemVersion } from '../../../../src-shared/history/model.ts'
import { installBackend } from '../../../testing/test-backend.ts'
import '../../../ui/theme.css'

const bodies = [
  '<name>Tea</name><ecommerceDescription>Loose tea, 100 g</ecommerceDescription><otherDescription>same</otherDescription><lastUpdated>2026-11-01T00:00:00Z</lastUpdated>',
  '<name>Green tea</name><ecommerceDescription>Loose tea, 100 g</ecommerceDescription><otherDescription>same</otherDescription><lastUpdated>2026-11-01T00:00:00Z</lastUpdated>',
  '<name>Green tea</name><ecommerceDescription>Loose leaf tea, 100 g</ecommerceDescription><otherDescription>same</otherDescription><lastUpdated>2026-11-01T00:00:07Z</lastUpdated>',
]
const versions: ItemVersion[] = bodies
  .map((body, index) => ({
    number: index + 1,
    receivedAt: `2026-11-0${index + 1}T10:00:00Z`,
    origin: { kind: 'sync' as const, reference: `run-${index + 1}` },
    hash: `hash${index + 1}0000`,
    bytes: body.length,
    isCurrent: index === bodies.length - 1,
    ...(index > 0 && { fields: index === 1 ? ['name'] : ['ecommerceDescription', 'lastUpdated'] }),
  }))
  .reverse()

let currentVersions = versions
const restored: unknown[] = []
installBackend({
  history: {
    versions: () => currentVersions,
    version: ({ number }: { number: number }) => ({
      number,
      xml: `<item id="7">${bodies[number - 1]}</item>`,
      namespace: 'https://ns.catalog-desk.example/item',
    }),
    restore: (input: unknown) => {
      restored.push(input)
      throw new ORPCError('NOTHING_TO_RESTORE', { message: 'Nothing can be put back.' })
    },
  },
})
const { queryClient } = await import('../../../rpc/client.ts')
const { HistoryTab } = await import('./history-tab.tsx')
const { Toaster } = await import('../../../ui/overlays/toast.tsx')

beforeEach(() => {
  queryClient.clear()
  restored.length = 0
  currentVersions = versions
})
const show = (version?: number) =>
  render(
    <QueryClientProvider client={queryClient}>
      <HistoryTab itemId="7" version={version} />
      <Toaster theme="system" />
    </QueryClientProvider>,
  )
const differenceList = () => page.getByRole('list', { name: 'What differs' })

test('shows a message for an item that never changed', async () => {
  currentVersions = versions.slice(-1)
  await show()
  await expect.element(page.getByText('One version so far')).toBeVisible()
})

test('shows the newest change first, with the timestamps of the service last', async () => {
  await show()
  await expect
    .element(page.getByRole('heading', { name: 'Version 2 compared with version 3 (now)' }))
    .toBeVisible()
  await expect.element(page.getByText('2 values differ')).toBeVisible()
  const rows = differenceList().getByRole('listitem')
  await expect.element(rows.nth(0).getByText('E-commerce description', { exact: true }).last()).toBeVisible()
  await expect.element(rows.nth(1).getByText('Last updated', { exact: true })).toBeVisible()
  // Two times within one minute would look the same, so they are shown as in the record.
  await expect.element(rows.nth(1)).toMatchTextContent(/2026-11-01T00:00:00Z.*2026-11-01T00:00:07Z/)
  // The added word is marked with an element, not by color alone.
  expect(rows.nth(0).element().querySelector('ins')?.textContent).toBe('leaf ')
  expect(rows.nth(0).element().querySelector('del')).toBeNull()
})

test('shows the changes of a version in the timeline and compares any two versions', async () => {
  await show()
  await page.getByRole('button', { name: /^Version 2/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Version 1 compared with version 2' })).toBeVisible()
  await expect.element(differenceList().getByText('Name', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: /^Restore/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Compare version 1 with now to restore' }).click()
  await expect.element(page.getByText('3 values differ')).toBeVisible()
})

test('opens the version named in the address', async () => {
  await show(2)
  await expect.element(page.getByRole('heading', { name: 'Version 1 compared with version 2' })).toBeVisible()
})

test('shows unchanged fields on request', async () => {
  await show()
  await expect.element(differenceList()).toBeVisible()
  await expect.element(page.getByText('Other description')).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Only what changed' }).click()
  await expect.element(page.getByText('Other description')).toBeVisible()
  await expect.element(page.getByText('same')).toBeVisible()
})

test('restores selected values in a draft; an update accepts only the e-commerce description', async () => {
  await show()
  await page.getByRole('button', { name: /^Version 2/ }).click()
  await page.getByRole('button', { name: /with now to restore/ }).click()
  const update = page.getByRole('button', { name: 'Restore in an update' })
  const refresh = page.getByRole('button', { name: 'Restore in a refresh' })
  await expect.element(refresh).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Restore: E-commerce description' }).click()
  await expect.element(update).toBeEnabled()
  await page.getByRole('checkbox', { name: 'Restore: Name' }).click()
  await expect.element(update).toBeDisabled()
  await expect.element(page.getByText('2 values of version 1 to put back')).toBeVisible()
  // A timestamp cannot be restored, because a feed has no field for it.
  await expect.element(page.getByRole('checkbox', { name: /Last updated/ })).not.toBeInTheDocument()
  await refresh.click()
  await expect.element(page.getByText('Nothing can be put back.')).toBeVisible()
  expect(restored).toEqual([
    {
      itemId: '7',
      number: 1,
      kind: 'refresh',
      differences: ['changed name', 'changed ecommerceDescription[1]'],
    },
  ])
})
