import { expect, test } from 'vitest'
import { openStores } from '../fixtures/outbox-stores.ts'
import { openEvidenceNotes, readEvidence } from './evidence-store.ts'

test('the names of a stored view stay as earlier versions wrote them', () => {
  using stores = openStores()
  const feed = { id: 'f1', idempotencyKey: 'key', itemCount: 1, codes: [] }
  stores.outbox.freezePosted({
    ...feed,
    kind: 'update',
    name: 'Tea',
    body: new TextEncoder().encode('<items/>'),
  })
  const notes = openEvidenceNotes(stores.db)
  notes.keep('f1', { at: 1, sent: [], items: [{ code: '4006381333931', is: 'there', isMute: true }] })
  notes.noteTellsNothing('f1')
  const view = {
    at: 1,
    sent: [],
    items: [{ code: '4006381333931', is: 'there', isMute: true }],
    tellsNothing: true,
  }
  expect(
    JSON.parse(stores.db.prepare<[], string>('SELECT view FROM feed_before').pluck().get() ?? ''),
  ).toEqual(view)
  expect(readEvidence(stores.db).noted('f1')?.view).toEqual(view)
})
