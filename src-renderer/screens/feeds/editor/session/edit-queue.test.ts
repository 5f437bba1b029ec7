import { expect, test } from 'vitest'
import { createEditQueue, type QueuedStep } from './edit-queue.ts'

class Unanswered extends Error {}

/** A backend that can be down, and a storage that outlives the page. */
function program() {
  const kept = new Map<string, string>()
  const backend = { isUp: true, refuses: '', saved: [] as string[] }
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  }
  const page = () =>
    createEditQueue({
      save: async ({ label }, again) => {
        if (!backend.isUp) throw new Unanswered('No answer')
        if (label === backend.refuses) throw new Error('Refused')
        backend.saved.push(again ? `${label} again` : label)
      },
      revision: () => 7,
      isUnanswered: (error) => error instanceof Unanswered,
      storage,
      name: 'd1',
      patience: 5,
    })
  return { backend, kept, page }
}

test('a step is sent again, in its order, until there is an answer; only then all is saved', async () => {
  const { backend, page } = program()
  const queue = page()
  backend.isUp = false
  const sent = [queue.send('one', []), queue.send('two', [])]
  expect(queue.state().kind).toBe('saving')
  await expect.poll(() => queue.state()).toEqual({ kind: 'failed', message: 'No answer' })
  backend.isUp = true
  await Promise.all(sent)
  expect(backend.saved).toEqual(['one again', 'two'])
  expect(queue.state().kind).toBe('saved')
})

test('a refused step rejects, and those after it go on', async () => {
  const { backend, page } = program()
  const queue = page()
  backend.refuses = 'one'
  const [one, two] = [queue.send('one', []), queue.send('two', [])]
  await expect(one).rejects.toThrow('Refused')
  await two
  expect(backend.saved).toEqual(['two'])
})

test('a reload sends what was not saved, also the text of the open cell, and nothing twice', async () => {
  const { backend, kept, page } = program()
  backend.isUp = false
  const before = page()
  void before.send('one', []).catch(() => undefined)
  const cell: QueuedStep = { label: 'cell', edits: [] }
  before.hold(cell)
  await expect.poll(() => kept.get('d1')).toContain('"sentAt":7')
  const steps = kept.get('d1') ?? ''

  // The page before is gone with its timers; its storage is there.
  const reloaded = program()
  reloaded.kept.set('d1', steps)
  const after = reloaded.page()
  after.resume(() => undefined)
  after.resume(() => undefined)
  await expect.poll(() => reloaded.backend.saved).toEqual(['one again', 'cell'])
  expect(after.state().kind).toBe('saved')
  expect(reloaded.kept.size).toBe(0)
  backend.isUp = true
})

test('the text of an open cell is not saved until it is sent, and is kept no longer when it was dropped', () => {
  const { kept, page } = program()
  const queue = page()
  queue.hold({ label: 'cell', edits: [] })
  expect(queue.state().kind).toBe('unsaved')
  queue.hold(undefined)
  expect(queue.state().kind).toBe('saved')
  expect(kept.size).toBe(0)
})
