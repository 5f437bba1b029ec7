import { expect, test, vi } from 'vitest'
import { createAutosave } from './autosave.ts'

class StaleRevision extends Error {}

/** A backend stand-in that rejects a save that does not start from the newest revision. */
function createBackend() {
  const stored = { revision: 1, text: '<items/>', saves: 0, reachable: true }
  /** The newest revision known to this window. */
  const window = { revision: 1 }
  return {
    stored,
    window,
    save: async (text: string) => {
      await Promise.resolve()
      if (!stored.reachable) throw new Error('No answer from the backend.')
      if (window.revision !== stored.revision) throw new StaleRevision('stale')
      window.revision = ++stored.revision
      stored.saves++
      stored.text = text
    },
  }
}
const start = ({ save }: ReturnType<typeof createBackend>) =>
  createAutosave<string>({
    save,
    isConflict: (error) => error instanceof StaleRevision,
    quiet: 20,
    patience: 30,
  })

test('saves once after a burst of changes and reports each state', async () => {
  const draft = createBackend()
  const autosave = start(draft)
  const seen: string[] = []
  autosave.subscribe(() => seen.push(autosave.state().kind))
  for (const text of ['<a/>', '<b/>', '<c/>']) autosave.change(text)
  expect(autosave.state().kind).toBe('unsaved')
  await vi.waitFor(() => expect(autosave.state().kind).toBe('saved'))
  expect(draft.stored).toMatchObject({ text: '<c/>', saves: 1, revision: 2 })
  expect(seen).toContain('saving')
})

test('saves a change made during a save afterwards, from the new revision', async () => {
  const draft = createBackend()
  const autosave = start(draft)
  autosave.change('<a/>')
  const first = autosave.flush()
  autosave.change('<b/>')
  expect(await first).toBe(true)
  expect(draft.stored).toMatchObject({ text: '<b/>', saves: 2, revision: 3 })
})

test('keeps the text of a failed save and retries', async () => {
  const draft = createBackend()
  draft.stored.reachable = false
  const autosave = start(draft)
  autosave.change('<a/>')
  expect(await autosave.flush()).toBe(false)
  expect(autosave.state()).toEqual({ kind: 'failed', message: 'No answer from the backend.' })
  draft.stored.reachable = true
  await vi.waitFor(() => expect(autosave.state().kind).toBe('saved'))
  expect(draft.stored.text).toBe('<a/>')
})

test('writes nothing during a conflict', async () => {
  const draft = createBackend()
  const autosave = start(draft)
  draft.stored.revision = 9
  autosave.change('<mine/>')
  expect(await autosave.flush()).toBe(false)
  autosave.change('<mine-still/>')
  expect(await autosave.flush()).toBe(false)
  expect(draft.stored.saves).toBe(0)
  draft.window.revision = 9
  expect(await autosave.overwrite('<mine-still/>')).toBe(true)
  expect(draft.stored).toMatchObject({ text: '<mine-still/>', revision: 10 })
})

test('discards unsaved changes when the other version is adopted', async () => {
  const draft = createBackend()
  const autosave = start(draft)
  draft.stored.revision = 9
  autosave.change('<mine/>')
  await autosave.flush()
  draft.window.revision = 9
  autosave.adopt()
  expect(autosave.state().kind).toBe('saved')
  autosave.change('<next/>')
  expect(await autosave.flush()).toBe(true)
  expect(draft.stored).toMatchObject({ text: '<next/>', revision: 10 })
})

test('is unsaved after touch, before the content is given', async () => {
  const draft = createBackend()
  const autosave = start(draft)
  autosave.touch()
  expect(autosave.state().kind).toBe('unsaved')
  autosave.change('<a/>')
  expect(await autosave.flush()).toBe(true)
  expect(autosave.state().kind).toBe('saved')
})
