/** Drafts and feeds in states that views show, made with calls of the interface. */
import { checkDigit } from '../../../src-shared/values/gtin.ts'
import { createFeed } from '../feeds.ts'
import type { Calls } from '../rpc.ts'

/** A batch of five items in feeds of two; two feeds are held. */
export async function heldBatch(calls: Calls): Promise<string> {
  await calls.workspace.setFeedSize({ items: 2, bytes: 1_000_000 })
  await calls.outbox.setPaused({ paused: true })
  const { rows } = await calls.catalog.search({ text: '', offset: 20, limit: 5 })
  const { id, revision } = await calls.feeds.createDraft({
    kind: 'refresh',
    name: 'Spring range',
    fromItemIds: rows.map((row) => row.id),
  })
  const { feeds } = await calls.feeds.queueDraft({ id, revision })
  for (const feed of feeds.slice(1)) await calls.outbox.hold({ id: feed.id })
  await calls.outbox.setPaused({ paused: false })
  const [first] = feeds
  for (let tries = 0; tries < 50 && first; tries++) {
    if ((await calls.outbox.feed({ id: first.id })).state === 'done') break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return first?.batch ?? ''
}

let refusedFeeds = 0
/**
 * A feed of two items, one of which the service refuses, because it received that item in the feed before.
 */
export async function partlyRefusedFeed(calls: Calls): Promise<string> {
  const number = ++refusedFeeds
  const [known, other] = [0, 1].map((place) => {
    const body = `95200000${number}99${place}`
    return { gtin: body + checkDigit(body), title: `Quince spread, batch ${number}.${place + 1}` }
  })
  if (!known || !other) throw new Error('Two items were made')
  const [first, second] = [createFeed(known), createFeed(known, other)]
  await calls.outbox.setPaused({ paused: true })
  const queued: string[] = []
  for (const [xml, name] of [
    [first, 'Spreads'],
    [second, 'Spreads, once more'],
  ] as const) {
    const { id } = await calls.feeds.createDraft({ kind: 'create', name, xml })
    await calls.feeds.checkDraft({ id })
    const { revision } = await calls.feeds.draft({ id })
    const { feeds } = await calls.feeds.queueDraft({ id, revision })
    queued.push(feeds[0]?.id ?? '')
  }
  await calls.outbox.setPaused({ paused: false })
  const id = queued[1] ?? ''
  for (let tries = 0; tries < 100; tries++) {
    if ((await calls.outbox.feed({ id })).state === 'partly-done') break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return id
}

/** A refresh of a few items, one of which was changed by another feed in the meantime. */
export async function outdatedDraft(calls: Calls): Promise<string> {
  const { rows } = await calls.catalog.search({ text: 'oat', offset: 0, limit: 6 })
  const { id } = await calls.feeds.createDraft({ kind: 'refresh', fromItemIds: rows.map((row) => row.id) })
  const change = (draft: string, key: number, cells: Record<string, string | null>) =>
    calls.feeds.editDraft({
      id: draft,
      label: 'Typed',
      edits: [
        {
          do: 'cells',
          cells: Object.entries(cells).map(([column, value]) => ({ key, column, value })),
        },
      ],
    })
  const theirs = await calls.feeds.createDraft({ kind: 'refresh', fromItemIds: [rows[0]?.id ?? ''] })
  const { draft } = await change(theirs.id, 1, {
    ecommerceTitle: 'Their name of the drink',
    'ecommerceDescription/0/text': 'What somebody else wrote of the drink meanwhile.',
  })
  await calls.feeds.checkDraft({ id: theirs.id })
  const { feeds } = await calls.feeds.queueDraft({ id: theirs.id, revision: draft.revision })
  const until = async (holds: () => Promise<boolean>) => {
    for (let tries = 0; tries < 100 && !(await holds()); tries++)
      await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await until(async () => (await calls.outbox.feed({ id: feeds[0]?.id ?? '' })).state === 'done')
  await calls.sync.start({})
  await until(async () => (await calls.sync.state()).current === undefined)
  await change(id, 1, { ecommerceTitle: 'My name of the drink', frontOfPackageText: 'Whole oats inside' })
  await change(id, 2, { 'ecommerceDescription/0/text': null, frontOfPackageText: null })
  await change(id, 3, { 'products/0/description': 'Another description' })
  await calls.feeds.checkDraft({ id })
  return id
}

/** A draft whose first step clashes with a later one, and whose second was undone alone. */
export async function draftWithSteps(calls: Calls): Promise<string> {
  const { rows } = await calls.catalog.search({ text: 'oat', offset: 0, limit: 6 })
  const { id } = await calls.feeds.createDraft({ kind: 'refresh', fromItemIds: rows.map((row) => row.id) })
  const set = (label: string, column: string, value: string, keys?: number[]) =>
    calls.feeds.editDraft({
      ...{ id, label },
      edits: [{ do: 'set', selection: keys ? { keys } : {}, column, value }],
    })
  await set('Description of all items', 'ecommerceDescription/0/text', 'Oats from one valley.')
  await set('Country of origin of all items', 'products/0/countryOfOrigin', 'SE')
  await set('Description of Oat drink', 'ecommerceDescription/0/text', 'Oats, water, salt.', [1, 2])
  await calls.feeds.editDraft({
    ...{ id, label: 'Deleted 1 item' },
    edits: [{ do: 'remove', selection: { keys: [5] } }],
  })
  await calls.feeds.undoStep({ id, number: 2 })
  return id
}
