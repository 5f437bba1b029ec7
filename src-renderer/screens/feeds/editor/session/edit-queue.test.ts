import { expect, test } from 'vitest'
import { createEditQueue, type QueuedStep } from './edit-queue.ts'

class Unanswered extends Error {}

/** A backend that can be down, and a storage that survives a page reload. */
function createProgram() {
  const stored = new Map<string, string>()
  const backend = { isUp: true, refuses: '', saved: [] as string[] }
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
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
  return { backend, stored, page }
}

test('resends steps in order until there is a response, and only then reports "saved"', async () => {
  const { backend, page } = createProgram()
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

test('rejects a refused step and continues with the next', async () => {
  const { backend, page } = createProgram()
  const queue = page()
  backend.refuses = 'one'
  const [one, two] = [queue.send('one', []), queue.send('two', [])]
  await expect(one).rejects.toThrow('Refused')
  await two
  expect(backend.saved).toEqual(['two'])
})

test('sends unsaved steps and the open cell once after a reload', async () => {
  const { backend, stored, page } = createProgram()
  backend.isUp = false
  const before = page()
  void before.send('one', []).catch(() => undefined)
  const cell: QueuedStep = { label: 'cell', edits: [] }
  before.hold(cell)
  await expect.poll(() => stored.get('d1')).toContain('"sentAt":7')
  const steps = stored.get('d1') ?? ''

  // The previous page and its timers no longer exist; its storage does.
  const reloaded = createProgram()
  reloaded.stored.set('d1', steps)
  const after = reloaded.page()
  after.resume(() => undefined)
  after.resume(() => undefined)
  await expect.poll(() => reloaded.backend.saved).toEqual(['one again', 'cell'])
  expect(after.state().kind).toBe('saved')
  expect(reloaded.stored.size).toBe(0)
  backend.isUp = true
})

test('reports an open cell as unsaved and removes it from the storage when it is dropped', () => {
  const { stored, page } = createProgram()
  const queue = page()
  queue.hold({ label: 'cell', edits: [] })
  expect(queue.state().kind).toBe('unsaved')
  queue.hold(undefined)
  expect(queue.state().kind).toBe('saved')
  expect(stored.size).toBe(0)
})
