import { QueryClientProvider } from '@tanstack/react-query'
import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import type { Discussion, DraftReview, Mentions } from '../../../../../src-shared/feeds/review/model.ts'
import type { Role } from '../../../../../src-shared/team/person.ts'
import { installBackend } from '../../../../testing/test-backend.ts'
import type { DraftWork } from '../session/use-draft.ts'
import '../../../../ui/theme.css'

const at = '2026-11-28T10:12:00Z'
const draft = { id: 'd1', name: 'Teas', kind: 'create', revision: 7 } as Draft
const working: DraftReview = { state: 'working', revision: 7, word: '', lastAuthor: 'Ana', items: [] }
let review: DraftReview
let discussion: Discussion
let mentions: Mentions
const calls: unknown[] = []
const called =
  (name: string, answer?: () => unknown) =>
  (input: unknown): unknown => {
    calls.push([name, input])
    return answer?.()
  }
installBackend({
  feeds: { draft: () => draft },
  reviews: {
    review: () => review,
    discussion: () => discussion,
    mentions: () => mentions,
    propose: called('propose', () => ({ ...working, state: 'proposed', decided: { by: 'Ana', at } })),
    approve: called('approve', () => ({ ...working, state: 'approved', decided: { by: 'Bob', at } })),
    sendBack: called('return', () => ({ ...working, state: 'returned', decided: { by: 'Bob', at } })),
    assign: called('assign', () => review),
    comment: called('comment', () => ({ id: 'c9', text: '', by: 'Ana', at })),
    editComment: called('edit'),
    deleteComment: called('delete'),
    seeMentions: called('see'),
  },
})
const { queryClient } = await import('../../../../rpc/client.ts')
const { ReviewActions } = await import('./review-actions.tsx')
const { DiscussionPanel } = await import('./discussion-panel.tsx')
const { MyMentions } = await import('../../list/my-mentions.tsx')

const work = {
  attempt: (_failed: string, call: () => Promise<unknown>) => call(),
} as unknown as DraftWork
const meAs = (name: string, role: Role) => ({ person: { name, role }, people: ['Ana', 'Bob', 'Eve María'] })
beforeEach(() => {
  queryClient.clear()
  calls.length = 0
  review = working
  discussion = { comments: [], trail: [] }
  mentions = { total: 0, mentions: [] }
})
const showActions = (name: string, role: Role) =>
  render(
    <QueryClientProvider client={queryClient}>
      <main>
        <ReviewActions
          draft={draft}
          work={work}
          me={meAs(name, role)}
          queue={<button type="button">Queue</button>}
        />
      </main>
    </QueryClientProvider>,
  )
const opened: number[] = []
const showPanel = (name = 'Ana', role: Role = 'author') =>
  render(
    <QueryClientProvider client={queryClient}>
      <main>
        <DiscussionPanel
          draft={draft}
          me={meAs(name, role)}
          item={{ key: 1, name: 'Oats' }}
          onItem={(key) => opened.push(key)}
          onClose={() => undefined}
        />
      </main>
    </QueryClientProvider>,
  )
const violations = async () =>
  (await axe.run(document.body)).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)

test('an author proposes a draft with a word', async () => {
  await showActions('Ana', 'author')
  await page.getByRole('button', { name: 'Propose…' }).click()
  await page.getByLabelText('A word to the reviewer (optional)').fill('The new teas')
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect.element(page.getByText('Proposed: Ana')).toBeVisible()
  await expect.element(page.getByText('Another reviewer decides')).toBeVisible()
  expect(calls).toEqual([['propose', { id: 'd1', revision: 7, word: 'The new teas' }]])
})

test('a reviewer approves the revision on screen, or returns it with a reason', async () => {
  review = { ...working, state: 'proposed', decided: { by: 'Ana', at } }
  await showActions('Bob', 'reviewer')
  await page.getByRole('button', { name: 'Return…' }).click()
  await expect
    .element(page.getByRole('button', { name: 'Return', exact: true }))
    .toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('textbox', { name: /What should be changed/ }).fill('The title')
  await page.getByRole('button', { name: 'Return', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Propose…' })).toBeVisible()
  expect(calls).toEqual([['return', { id: 'd1', revision: 7, reason: 'The title' }]])
})

test('approving needs no dialog, unless an administrator approves the own change', async () => {
  review = { ...working, state: 'proposed', decided: { by: 'Ana', at } }
  const { unmount } = await showActions('Bob', 'reviewer')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByText('A sender queues it')).toBeVisible()
  expect(calls).toEqual([['approve', { id: 'd1', revision: 7, isOwn: false, word: '' }]])
  await unmount()
  queryClient.clear()
  await showActions('Ana', 'administrator')
  await page.getByRole('button', { name: 'Approve my own change…' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Queue' })).toBeVisible()
  expect(calls[1]).toEqual(['approve', { id: 'd1', revision: 7, isOwn: true, word: '' }])
})

test('says who ended an approval', async () => {
  review = { ...working, reopened: { by: 'Eve', at } }
  await showActions('Ana', 'author')
  await expect.element(page.getByText('Changed by Eve since the approval')).toBeVisible()
})

test('shows comments and history, newest first, and opens the item of a comment', async () => {
  discussion = {
    comments: [
      { id: 'c1', key: 2, text: 'Is it @Bob or @nobody?', by: 'Ana', at: '2026-11-28T10:00:00Z' },
      { id: 'c2', text: '', by: 'Eve María', at: '2026-11-28T12:00:00Z', deletedAt: at },
    ],
    trail: [
      { event: 'commented', by: 'Ana', at: '2026-11-28T10:00:00Z', revision: 3, key: 2, detail: '' },
      { event: 'returned', by: 'Bob', at: '2026-11-28T11:00:00Z', revision: 4, detail: 'Too short' },
    ],
  }
  await showPanel()
  await expect.element(page.getByText('Too short')).toBeVisible()
  const entries = page.getByRole('list', { name: 'Comments and history' }).getByRole('listitem')
  expect(entries.elements().map((entry) => entry.textContent)).toEqual([
    expect.stringContaining('This comment was deleted.'),
    expect.stringMatching(/Bob returned the draft.*Too short/),
    expect.stringMatching(/Item 2.*Is it @Bob or @nobody\?/),
  ])
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Item 2' }).click()
  expect(opened).toEqual([2])
})

test('@ offers people; Enter takes one; Ctrl+Enter saves the comment', async () => {
  await showPanel()
  const field = page.getByLabelText('New comment')
  await field.click()
  await userEvent.keyboard('Ask @e')
  const offered = page.getByRole('listbox', { name: 'People to mention' })
  await expect
    .element(offered.getByRole('option', { name: 'Eve María' }))
    .toHaveAttribute('aria-selected', 'true')
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('Ask Eve María '.replace('Eve', '@Eve'))
  await userEvent.keyboard('please')
  await page.getByRole('checkbox', { name: 'About the open item' }).click()
  await field.click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(field).toHaveValue('')
  expect(calls).toEqual([['comment', { id: 'd1', key: 1, text: expect.stringContaining('Ask @Eve María') }]])
})

test('an author edits and deletes an own comment, but not that of another', async () => {
  discussion = {
    comments: [
      { id: 'c1', text: 'Mine', by: 'Ana', at },
      { id: 'c2', text: 'Not mine', by: 'Bob', at },
    ],
    trail: [],
  }
  await showPanel()
  await page.getByRole('button', { name: 'Actions for the comment by Ana' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabelText('Edit the comment').fill('Mine, longer')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => calls).toEqual([['edit', { comment: 'c1', text: 'Mine, longer' }]])
  expect(page.getByRole('button', { name: 'Actions for the comment by Bob' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Actions for the comment by Ana' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.poll(() => calls.at(-1)).toEqual(['delete', { comment: 'c1' }])
})

test('assigns the draft and the open item, and marks mentions as seen', async () => {
  review = { ...working, assigned: 'Bob', items: [{ key: 1, person: 'Ana' }] }
  mentions = { total: 1, mentions: [{ comment: 'c1', draft: 'd1', text: '@Ana', by: 'Bob', at }] }
  await showPanel()
  await expect.element(page.getByLabelText('The draft is assigned to')).toHaveValue('Bob')
  await userEvent.selectOptions(page.getByLabelText('Oats is assigned to'), '')
  await expect
    .poll(() => calls)
    .toEqual([
      ['see', { id: 'd1' }],
      ['assign', { id: 'd1', key: 1, person: null }],
    ])
})

test('lists mentions with a link to each discussion', async () => {
  mentions = {
    total: 1,
    mentions: [{ comment: 'c1', draft: 'd1', name: 'Teas', key: 3, text: '@Ana look', by: 'Bob', at }],
  }
  await render(
    <QueryClientProvider client={queryClient}>
      <main>
        <h1>Feeds</h1>
        <MyMentions />
      </main>
    </QueryClientProvider>,
  )
  await expect
    .element(page.getByRole('link', { name: 'Teas' }))
    .toHaveAttribute('href', '/feeds/d1?discussion=1&item=3')
  expect(await violations()).toEqual([])
})
