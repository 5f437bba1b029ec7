import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import type { Person } from '../../../../src-shared/team/person.ts'
import { installBackend } from '../../../testing/test-backend.ts'
import { Toaster } from '../../../ui/overlays/toast.tsx'
import '../../../ui/theme.css'

interface Window {
  offset: number
  limit: number
  text?: string
  templates?: boolean
  review?: string
}

const draft = (id: string, more: Partial<Draft> = {}): Draft => ({
  id,
  kind: 'create',
  name: `Draft ${id}`,
  group: '',
  isTemplate: false,
  revision: 2,
  itemCount: 100,
  errorCount: 0,
  warningCount: 0,
  uncheckedCount: 0,
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
  ...more,
})
/** The signed-in person; undefined without a team. */
let person: Person | undefined
let storedDrafts: Draft[] = []
const requests: Window[] = []
const calls: [string, unknown][] = []
const recording =
  (name: string, answer: unknown = {}) =>
  (input: unknown) => {
    calls.push([name, input])
    return answer
  }
installBackend({
  feeds: {
    drafts: (window: Window) => {
      requests.push(window)
      const { offset, limit, text = '', templates = false } = window
      const found = storedDrafts.filter(
        ({ name, isTemplate }) => name.includes(text) && isTemplate === templates,
      )
      return { total: found.length, offset, drafts: found.slice(offset, offset + limit) }
    },
    createDraft: recording('create', draft('new')),
    joinDrafts: recording('join', draft('a', { name: 'Draft a' })),
    deleteDraft: recording('delete', { deleted: true }),
    undeleteDraft: recording('undelete', draft('a')),
    groupDrafts: recording('group', { changed: ['a', 'c'] }),
    undoDraft: recording('undo'),
    queueDraft: recording('queue', { feeds: [{ id: 'f1' }] }),
    checkDraft: () => ({ groups: [], uncheckedCount: 0, pendingFeeds: [], feeds: 2 }),
  },
  team: { me: () => (person ? { person, people: ['Ana'] } : { person: null, people: [] }) },
  reviews: { mentions: () => ({ total: 0, mentions: [] }) },
  workspace: { state: () => ({ connection: { address: 'https://service.example', username: 'pim' } }) },
  outbox: {
    list: () => ({
      total: 1,
      offset: 0,
      feeds: [
        { id: 'f1', kind: 'refresh', name: 'Spring range', itemCount: 3, createdAt: '2026-11-01T10:00:00Z' },
      ],
    }),
  },
})
const { queryClient } = await import('../../../rpc/client.ts')
const { FeedsScreen } = await import('./feeds-screen.tsx')

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <FeedsScreen />
      <Toaster theme="light" />
    </QueryClientProvider>,
  )
beforeEach(() => {
  queryClient.clear()
  requests.length = 0
  calls.length = 0
  storedDrafts = [draft('a'), draft('b'), draft('c', { kind: 'refresh', errorCount: 2, group: 'Spring' })]
})
afterEach(() => history.replaceState(null, '', '/'))

test('requests and shows one page of ten thousand drafts', async () => {
  storedDrafts = Array.from({ length: 10_000 }, (_, index) =>
    draft(`d${index}`, { name: `Range, part ${index + 1}` }),
  )
  await show()
  await expect.element(page.getByText('1–50 of 10,000')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  expect(page.getByRole('row').elements()).toHaveLength(51)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByRole('link', { name: 'Range, part 51', exact: true })).toBeInViewport()
  expect(requests).toEqual([
    { offset: 0, limit: 50 },
    { offset: 50, limit: 50 },
  ])
})

test('groups drafts in the list and selects a group with one checkbox', async () => {
  storedDrafts = [draft('a', { group: 'Spring' }), draft('b'), draft('c', { group: 'Spring' })]
  await show()
  await page.getByRole('checkbox', { name: 'Spring' }).click()
  await expect.element(page.getByText('2 drafts selected')).toBeVisible()
  await page.getByRole('button', { name: 'Group…' }).click()
  await page.getByRole('textbox', { name: 'Group' }).fill('Summer')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => calls)
    .toEqual([
      ['group', { ids: ['a', 'c'], group: 'Summer' }],
      ['undo', { id: 'a' }],
    ])
  await expect.element(page.getByText('Put 2 drafts into “Summer”')).not.toBeInTheDocument()
})

test('joins only drafts of the same kind and queues only drafts without errors', async () => {
  await show()
  await page.getByRole('checkbox', { name: 'Select Draft a' }).click()
  await page.getByRole('checkbox', { name: 'Select Draft c' }).click()
  await expect
    .element(page.getByRole('button', { name: 'Join into one' }))
    .toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('button', { name: 'Queue…' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('checkbox', { name: 'Select Draft c' }).click()
  await page.getByRole('checkbox', { name: 'Select Draft b' }).click()
  await page.getByRole('button', { name: 'Queue…' }).click()
  await page.getByRole('button', { name: 'Queue for sending' }).click()
  await expect
    .poll(() => calls)
    .toEqual([
      ['queue', { id: 'a', revision: 2 }],
      ['queue', { id: 'b', revision: 2 }],
    ])
})

test('says before queueing several drafts how many feeds are sent: an update sends one for each item', async () => {
  storedDrafts = [draft('a', { kind: 'update', itemCount: 7 }), draft('b', { itemCount: 5 })]
  await show()
  await page.getByRole('checkbox', { name: 'Select Draft a' }).click()
  await page.getByRole('checkbox', { name: 'Select Draft b' }).click()
  await page.getByRole('button', { name: 'Queue…' }).click()
  const dialog = page.getByRole('dialog')
  await expect
    .element(dialog.getByText('Sends 9 feeds with 12 items in all to https://service.example as pim.'))
    .toBeVisible()
  expect(
    dialog
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Draft a7 items · 7 feeds', 'Draft b5 items · 2 feeds'])
})

test('deletes a draft immediately and restores it with Undo', async () => {
  await show()
  await page.getByRole('button', { name: 'Delete Draft a' }).click()
  await expect.element(page.getByText('Deleted “Draft a”')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => calls)
    .toEqual([
      ['delete', { id: 'a' }],
      ['undelete', { id: 'a' }],
    ])
})

test('offers updates before refreshes, which replace the entire record', async () => {
  await show()
  await page.getByRole('button', { name: 'New feed' }).click()
  const offered = page.getByRole('dialog').getByRole('listitem').elements()
  expect(offered.map((choice) => choice.querySelector('.font-semibold')?.textContent)).toEqual([
    'Create items',
    'Update items',
    'Refresh items',
    'Publish Content+',
    'From a template…',
    'From a sent feed…',
    'From a file…',
    'Paste cells…',
  ])
  await expect
    .element(page.getByText(/Fields that you leave empty are removed from the record/))
    .toBeVisible()
})

test('creates a draft without a name, so that the backend can derive it from the items', async () => {
  await show()
  await page.getByRole('button', { name: 'New feed' }).click()
  await page.getByRole('dialog').getByText('Create items').click()
  await expect.poll(() => calls).toEqual([['create', { kind: 'create' }]])
})

test('creates a draft from a template or from a feed sent before', async () => {
  storedDrafts = [draft('t', { isTemplate: true, name: 'Our usual' })]
  await show()
  await page.getByRole('button', { name: 'New feed' }).first().click()
  await page.getByText('From a template…').click()
  await page.getByText('Our usual').click()
  await expect.poll(() => location.pathname).toBe('/feeds/new')
  await page.getByRole('button', { name: 'New feed' }).first().click()
  await page.getByText('From a sent feed…').click()
  await page.getByText('Spring range').click()
  await expect
    .poll(() => calls)
    .toEqual([
      ['create', { kind: 'create', fromDraft: 't' }],
      ['create', { kind: 'refresh', fromFeed: 'f1' }],
    ])
})

test('in a team lists the drafts that are assigned to a person, and those to review', async () => {
  person = { name: 'Ana', role: 'reviewer' }
  storedDrafts = [draft('a', { review: 'proposed', assigned: 'Ana' })]
  await show()
  const proposed = page.getByRole('row', { name: /Draft a.*Proposed.*assigned to Ana/ })
  await expect.element(proposed).toBeVisible()
  await page.getByText('Assigned to me', { exact: true }).click()
  await expect.poll(() => requests.at(-1)).toMatchObject({ review: 'assigned' })
  await page.getByText('To review', { exact: true }).click()
  await expect.poll(() => requests.at(-1)).toMatchObject({ review: 'proposed' })
  person = undefined
})
