import { expect, test, vi } from 'vitest'
import { createAutosave } from './autosave.ts'

class StaleRevision extends Error {}

/** An item as the backend keeps it: refuses a save that does not start from the newest revision. */
function keptDraft() {
  const kept = { revision: 1, text: '<items/>', saves: 0, reachable: true }
  /** The newest revision this window knows. */
  const window = { revision: 1 }
  return {
    kept,
    window,
    save: async (text: string) => {
      await Promise.resolve()
      if (!kept.reachable) throw new Error('No answer from the backend.')
      if (window.revision !== kept.revision) throw new StaleRevision('stale')
      window.revision = ++kept.revision
      kept.saves++
      kept.text = text
    },
  }
}
const start = ({ save }: ReturnType<typeof keptDraft>) =>
  createAutosave<string>({
    save,
    isConflict: (error) => error instanceof StaleRevision,
    quiet: 20,
    patience: 30,
  })

test('saves once after a burst of changes, and says so', async () => {
  const draft = keptDraft()
  const autosave = start(draft)
  const seen: string[] = []
  autosave.subscribe(() => seen.push(autosave.state().kind))
  for (const text of ['<a/>', '<b/>', '<c/>']) autosave.change(text)
  expect(autosave.state().kind).toBe('unsaved')
  await vi.waitFor(() => expect(autosave.state().kind).toBe('saved'))
  expect(draft.kept).toMatchObject({ text: '<c/>', saves: 1, revision: 2 })
  expect(seen).toContain('saving')
})

test('a change during a save is saved after it, from the new revision', async () => {
  const draft = keptDraft()
  const autosave = start(draft)
  autosave.change('<a/>')
  const first = autosave.flush()
  autosave.change('<b/>')
  expect(await first).toBe(true)
  expect(draft.kept).toMatchObject({ text: '<b/>', saves: 2, revision: 3 })
})

test('a failed save keeps the text and is tried again', async () => {
  const draft = keptDraft()
  draft.kept.reachable = false
  const autosave = start(draft)
  autosave.change('<a/>')
  expect(await autosave.flush()).toBe(false)
  expect(autosave.state()).toEqual({ kind: 'failed', message: 'No answer from the backend.' })
  draft.kept.reachable = true
  await vi.waitFor(() => expect(autosave.state().kind).toBe('saved'))
  expect(draft.kept.text).toBe('<a/>')
})

test('a conflict writes nothing until it is settled', async () => {
  const draft = keptDraft()
  const autosave = start(draft)
  draft.kept.revision = 9
  autosave.change('<mine/>')
  expect(await autosave.flush()).toBe(false)
  autosave.change('<mine-still/>')
  expect(await autosave.flush()).toBe(false)
  expect(draft.kept.saves).toBe(0)
  draft.window.revision = 9
  expect(await autosave.overwrite('<mine-still/>')).toBe(true)
  expect(draft.kept).toMatchObject({ text: '<mine-still/>', revision: 10 })
})

test('taking the other version drops what was unsaved', async () => {
  const draft = keptDraft()
  const autosave = start(draft)
  draft.kept.revision = 9
  autosave.change('<mine/>')
  await autosave.flush()
  draft.window.revision = 9
  autosave.adopt()
  expect(autosave.state().kind).toBe('saved')
  autosave.change('<next/>')
  expect(await autosave.flush()).toBe(true)
  expect(draft.kept).toMatchObject({ text: '<next/>', revision: 10 })
})

test('what is touched counts as unsaved before its content is there', async () => {
  const draft = keptDraft()
  const autosave = start(draft)
  autosave.touch()
  expect(autosave.state().kind).toBe('unsaved')
  autosave.change('<a/>')
  expect(await autosave.flush()).toBe(true)
  expect(autosave.state().kind).toBe('saved')
})
