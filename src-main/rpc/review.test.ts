import { RPCHandler } from '@orpc/server/fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Draft } from '../../src-shared/feeds/draft/model.ts'
import type { OutboxFeed, OutboxFeedDetail } from '../../src-shared/feeds/outbox/model.ts'
import type { Discussion, DraftComment, DraftReview, Mentions } from '../../src-shared/feeds/review/model.ts'
import type { Person, Role } from '../../src-shared/team/person.ts'
import type { Desk } from '../app/desk.ts'
import { createTestDesk } from '../app/fixtures/test-desk.ts'
import { createGrants, type PageSession } from '../platform/page-session.ts'
import { itemFeed, sampleItem } from '../testing/feed-payloads.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import { createRouter } from './router.ts'
import { createUploads, pageLimits } from './uploads.ts'

const person = (name: string, role: Role): Person => ({ name, role })
const ana = person('Ana', 'author')
const bob = person('Bob', 'reviewer')
const eve = person('Eve', 'sender')
const root = person('Root', 'administrator')

let desk: Desk
let handler: RPCHandler<PageSession>
beforeAll(async () => {
  const home = temporaryDirectory()
  desk = createTestDesk(home, {}, async () => undefined)
  await desk.open(`${home}/team`, { create: true })
  const uploads = createUploads(`${home}/uploads`, pageLimits)
  handler = new RPCHandler<PageSession>(createRouter(desk, desk.required(), uploads))
})
afterAll(() => desk.close())

/** Calls a procedure over the transport of the page, in the session of a person or of a desk without a team. */
async function ask<T>(who: Person | undefined, path: string, input?: unknown): Promise<T> {
  const request = new Request(`http://127.0.0.1/rpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: input }),
  })
  const context = {
    grants: createGrants(),
    addressOf: (address: string) => address,
    ...(who && { person: who }),
  }
  const { response } = await handler.handle(request, { prefix: '/rpc', context })
  const answer = (await response?.json()) as { json: T & { code?: string; message?: string } }
  if (response?.status !== 200)
    throw Object.assign(new Error(answer.json.message), { code: answer.json.code })
  return answer.json
}

let next = 1
const newDraft = async (who: Person | undefined): Promise<Draft> => {
  const xml = new TextDecoder().decode(itemFeed(sampleItem(next++)))
  const { id } = await ask<Draft>(who, 'feeds/createDraft', { kind: 'create', xml, name: 'Teas' })
  return ask<Draft>(who, 'feeds/draft', { id })
}
const edit = (who: Person | undefined, id: string, value: string) =>
  ask(who, 'feeds/editDraft', {
    id,
    label: 'Title',
    edits: [{ do: 'cells', cells: [{ key: 1, column: 'ecommerceTitle', value }] }],
  })
const at = async (id: string) => {
  const { revision } = await ask<Draft>(ana, 'feeds/draft', { id })
  return { id, revision }
}
const review = (id: string) => ask<DraftReview>(ana, 'reviews/review', { id })
const trail = async (id: string) =>
  (await ask<Discussion>(ana, 'reviews/discussion', { id })).trail.map(({ event, by, detail }) =>
    [event, by, detail].filter(Boolean).join(' '),
  )
const queue = (who: Person | undefined, draft: { id: string; revision: number }) =>
  ask<{ feeds: OutboxFeed[] }>(who, 'feeds/queueDraft', draft)

test('without a team, a draft is queued without a review, and there is nothing to discuss', async () => {
  const { id } = await newDraft(undefined)
  expect(await ask(undefined, 'team/me')).toEqual({ person: null, people: [] })
  await expect(ask(undefined, 'reviews/propose', await at(id))).rejects.toMatchObject({ code: 'NO_PERSON' })
  await expect(ask(undefined, 'reviews/comment', { id, text: 'Hm' })).rejects.toMatchObject({
    code: 'NO_PERSON',
  })
  const { feeds } = await queue(undefined, await at(id))
  const { events } = await ask<OutboxFeedDetail>(undefined, 'outbox/feed', { id: feeds[0]?.id })
  expect(events[0]?.trail).toBeUndefined()
})

test('a draft is proposed, returned, changed, approved and queued by those who may; the trail tells it', async () => {
  const { id } = await newDraft(ana)
  await expect(queue(eve, await at(id))).rejects.toMatchObject({ code: 'NOT_APPROVED' })
  await expect(ask(bob, 'reviews/approve', await at(id))).rejects.toMatchObject({ code: 'NOT_PROPOSED' })
  await ask(ana, 'reviews/propose', { ...(await at(id)), word: 'Please look' })
  await expect(ask(ana, 'reviews/approve', await at(id))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await ask(bob, 'reviews/sendBack', { ...(await at(id)), reason: 'The title is too short' })
  expect(await review(id)).toMatchObject({
    ...{ state: 'returned', word: 'The title is too short', decided: { by: 'Bob' } },
  })
  await edit(ana, id, 'Green tea, loose')
  await ask(ana, 'reviews/propose', await at(id))
  const proposed = await at(id)
  await edit(ana, id, 'Green tea, loose leaves')
  await expect(ask(bob, 'reviews/approve', proposed)).rejects.toMatchObject({ code: 'STALE_REVISION' })
  await ask(bob, 'reviews/approve', await at(id))
  await expect(queue(bob, await at(id))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { feeds } = await queue(eve, await at(id))
  expect(await trail(id)).toEqual([
    'proposed Ana Please look',
    'returned Bob The title is too short',
    'proposed Ana',
    'approved Bob',
    'queued Eve',
  ])
  const { events } = await ask<OutboxFeedDetail>(ana, 'outbox/feed', { id: feeds[0]?.id })
  expect(events[0]?.trail).toEqual({ queuedBy: 'Eve', approvedBy: 'Bob' })
})

test('a change after the approval ends it, and undoing the change does not bring it back', async () => {
  const { id } = await newDraft(ana)
  await ask(ana, 'reviews/propose', await at(id))
  await ask(bob, 'reviews/approve', await at(id))
  const approved = await review(id)
  expect(approved).toMatchObject({ state: 'approved', revision: (await at(id)).revision })
  await edit(eve, id, 'Something else')
  expect(await review(id)).toMatchObject({ state: 'working', lastAuthor: 'Eve', reopened: { by: 'Eve' } })
  await ask(eve, 'feeds/undoDraft', { id })
  await expect(queue(eve, await at(id))).rejects.toMatchObject({ code: 'NOT_APPROVED' })
  expect(await trail(id)).toEqual(['proposed Ana', 'approved Bob', 'reopened Eve'])
})

test('who changed a draft last does not approve it, except for an administrator who says so', async () => {
  const { id } = await newDraft(bob)
  await ask(bob, 'reviews/propose', await at(id))
  await expect(ask(bob, 'reviews/approve', { ...(await at(id)), isOwn: true })).rejects.toMatchObject({
    code: 'OWN_CHANGE',
  })
  await edit(root, id, 'By the administrator')
  await expect(ask(root, 'reviews/approve', await at(id))).rejects.toMatchObject({ code: 'OWN_CHANGE' })
  await ask(root, 'reviews/approve', { ...(await at(id)), isOwn: true })
  expect((await queue(root, await at(id))).feeds).toHaveLength(1)
})

test('lists the drafts that are assigned to a person, and those to review', async () => {
  const [whole, item, other] = [await newDraft(ana), await newDraft(ana), await newDraft(ana)]
  const listed = async (who: Person, which: string) =>
    (await ask<{ drafts: Draft[] }>(who, 'feeds/drafts', { offset: 0, limit: 50, review: which })).drafts
  const before = (await listed(bob, 'proposed')).length
  await ask(ana, 'reviews/assign', { id: whole.id, person: 'Bob' })
  await ask(ana, 'reviews/assign', { id: item.id, key: 1, person: 'Bob' })
  await ask(ana, 'reviews/propose', await at(other.id))
  expect((await listed(bob, 'assigned')).map(({ id }) => id).sort()).toEqual([whole.id, item.id].sort())
  expect(await listed(ana, 'assigned')).toEqual([])
  const proposed = await listed(bob, 'proposed')
  expect(proposed).toHaveLength(before + 1)
  expect(proposed[0]).toMatchObject({ id: other.id, review: 'proposed' })
  await expect(ask(ana, 'reviews/assign', { id: item.id, key: 9, person: 'Bob' })).rejects.toMatchObject({
    code: 'ITEM_NOT_FOUND',
  })
  await ask(bob, 'reviews/assign', { id: whole.id, person: null })
  expect(await trail(whole.id)).toEqual(['assigned Ana Bob', 'unassigned Bob Bob'])
  expect((await review(item.id)).items).toEqual([{ key: 1, person: 'Bob' }])
})

test('comments mention people, who see them once; only their authors change them', async () => {
  const { id } = await newDraft(ana)
  const mentions = async (who: Person) =>
    (await ask<Mentions>(who, 'reviews/mentions')).mentions.filter(({ draft }) => draft === id)
  const comment = (who: Person, text: string, key?: number) =>
    ask<DraftComment>(who, 'reviews/comment', { id, text, ...(key !== undefined && { key }) })
  const { id: first } = await comment(ana, 'Is this the weight, @bob? Write to ana@example.org.', 1)
  await comment(ana, 'I asked @Bob.')
  expect((await mentions(bob)).map(({ text, key }) => [text.length > 20, key])).toEqual([
    [false, undefined],
    [true, 1],
  ])
  expect(await mentions(ana)).toEqual([])
  await ask(bob, 'reviews/seeMentions', { id })
  expect(await mentions(bob)).toEqual([])
  await expect(ask(bob, 'reviews/editComment', { comment: first, text: 'No' })).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
  })
  await ask(ana, 'reviews/editComment', { comment: first, text: 'Is this the weight, @Eve?' })
  expect(await mentions(eve)).toHaveLength(1)
  await ask(root, 'reviews/deleteComment', { comment: first })
  expect(await mentions(eve)).toEqual([])
  const { comments } = await ask<Discussion>(ana, 'reviews/discussion', { id })
  expect(comments.find((one) => one.id === first)).toMatchObject({
    ...{ text: '', editedAt: expect.any(String), deletedAt: expect.any(String), key: 1 },
  })
  expect(await ask(ana, 'team/me')).toEqual({ person: ana, people: expect.arrayContaining(['Ana', 'Bob']) })
})
