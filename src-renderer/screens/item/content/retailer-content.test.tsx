import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { installBackend } from '../../../testing/test-backend.ts'
import '../../../ui/theme.css'

let role = 'sandbox'
let feeds: unknown[] = []
const nothing = { retailers: [], unread: 0, isPart: false }
let published: unknown = nothing
const drafts: unknown[] = []
const started: unknown[] = []

installBackend({
  workspace: { state: () => ({ role }) },
  outbox: { contentPlusOf: () => feeds, publishedContentPlus: () => published },
  feeds: {
    createDraft: (input: unknown) => {
      drafts.push(input)
      return { id: 'd1' }
    },
  },
  exports: {
    start: (input: unknown) => {
      started.push(input)
      return {
        id: 'e1',
        state: 'completed',
        fileName: 'content-plus.xml',
        itemsWritten: 1,
        bytes: 1,
        revision: 1,
      }
    },
  },
})

// The RPC client captures `fetch` when it is created, so it is imported after the backend is installed.
const { queryClient } = await import('../../../rpc/client.ts')
const { RetailerContent } = await import('./retailer-content.tsx')

const contentOf = (retailerId: string, retailerName: string) => ({
  retailerId,
  retailerName,
  xml: `<retailer id="${retailerId}"><sellCopy>Sold at ${retailerName}</sellCopy></retailer>`,
})
const show = (content: ReturnType<typeof contentOf>[]) =>
  render(
    <QueryClientProvider client={queryClient}>
      <RetailerContent itemId="20" content={content} />
    </QueryClientProvider>,
  )
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => {
  queryClient.clear()
  role = 'sandbox'
  feeds = []
  published = nothing
  drafts.length = 0
  started.length = 0
})

test('exports or drafts the content of all retailers or of one', async () => {
  await show([contentOf('r1', 'Corner Shop'), contentOf('r2', 'Market Hall')])
  await expect.element(page.getByText('Content for 2 retailers')).toBeVisible()
  await button('Export all retailers').click()
  await button('Export the content of Market Hall').click()
  const request = { source: { itemIds: ['20'] }, format: 'contentplus', cells: 'safe' }
  await expect.poll(() => started).toEqual([request, { ...request, retailerIds: ['r2'] }])
  await button('Draft a Content+ feed').click()
  await button('Draft a feed for Corner Shop').click()
  const draft = { kind: 'contentplus', fromItemIds: ['20'] }
  await expect.poll(() => drafts).toEqual([draft, { ...draft, retailerIds: ['r1'] }])
})

test('shows content for every retailer, with the reason why no feed can contain it', async () => {
  await show([contentOf('', 'Every retailer')])
  await expect.element(page.getByText('Sold at Every retailer')).toBeVisible()
  await expect.element(page.getByText(/names single retailers and cannot carry it/)).toBeVisible()
  await expect.element(page.getByText('Content for 0 retailers')).toBeVisible()
  expect(page.getByRole('button', { name: /^Export/ }).elements()).toHaveLength(0)
})

test('shows that a copy has no retailer content and lists the feeds sent from this workspace', async () => {
  role = 'connected'
  feeds = [
    {
      id: 'f1',
      kind: 'contentplus',
      name: 'Autumn texts',
      state: 'done',
      itemCount: 1,
      bytes: 1,
      attempts: 1,
      createdAt: '2026-11-20T10:00:00Z',
      updatedAt: '2026-11-20T10:00:00Z',
    },
  ]
  await show([])
  await expect.element(page.getByRole('heading', { name: 'Not in this copy' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Autumn texts' })).toHaveAttribute('href', '/outbox/f1')
  expect(page.getByRole('button', { name: /^Export/ }).elements()).toHaveLength(0)
})

test('shows the content published by feeds of this workspace, with a note on its limits', async () => {
  role = 'connected'
  published = {
    unread: 0,
    isPart: false,
    retailers: [
      {
        retailerId: 'r1',
        retailerName: 'Corner Shop',
        xml: '<retailer id="r1"><sellCopy>Crisp</sellCopy><bulletPoints><bulletPoint>One</bulletPoint></bulletPoints></retailer>',
        feeds: [{ id: 'f1', name: 'Autumn texts', sentAt: '2026-11-20T10:00:00Z' }],
      },
    ],
  }
  await show([])
  await expect.element(page.getByRole('heading', { name: 'Corner Shop' })).toBeVisible()
  await expect.element(page.getByText('Crisp')).toBeVisible()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'One' })).toBeVisible()
  await expect.element(page.getByText(/Sent from this workspace on .*, accepted/)).toBeVisible()
  await expect.element(page.getByText('What this workspace sent, not what the service has')).toBeVisible()
})
