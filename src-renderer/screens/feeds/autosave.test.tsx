import { expect, test, vi } from 'vitest'
import { createAutosave } from './autosave.ts'

class StaleRevision extends Error {}

/** A draft as the backend keeps it: refuses a save that does not start from the newest revision. */
function keptDraft() {
  const kept = { revision: 1, xml: '<items/>', name: 'Draft', saves: 0, reachable: true }
  return {
    kept,
    save: async (revision: number, content: { xml: string; name: string }) => {
      await Promise.resolve()
      if (!kept.reachable) throw new Error('No answer from the backend.')
      if (revision !== kept.revision) throw new StaleRevision('stale')
      kept.revision++
      kept.saves++
      Object.assign(kept, content)
      return kept.revision
    },
  }
}
const start = ({ kept, save }: ReturnType<typeof keptDraft>) =>
  createAutosave({
    revision: kept.revision,
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
  for (const xml of ['<a/>', '<b/>', '<c/>']) autosave.change({ xml, name: 'Draft' })
  expect(autosave.state().kind).toBe('unsaved')
  await vi.waitFor(() => expect(autosave.state().kind).toBe('saved'))
  expect(draft.kept).toMatchObject({ xml: '<c/>', saves: 1, revision: 2 })
  expect(seen).toContain('saving')
})

test('a change during a save is saved after it, from the new revision', async () => {
  const draft = keptDraft()
  const autosave = start(draft)
  autosave.change({ xml: '<a/>', name: 'Draft' })
  const first = autosave.flush()
  autosave.change({ xml: '<b/>', name: 'Draft' })
  expect(await first).toBe(true)
  expect(draft.kept).toMatchObject({ xml: '<b/>', saves: 2, revision: 3 })
})

test('a failed save keeps the text and is tried again', async () => {
  const draft = keptDraft()
  draft.kept.reachable = false
  const autosave = start(draft)
  autosave.change({ xml: '<a/>', name: 'Draft' })
  expect(await autosave.flush()).toBe(false)
  expect(autosave.state()).toEqual({ kind: 'failed', message: 'No answer from the backend.' })
  draft.kept.reachable = true
  await vi.waitFor(() => expect(autosave.state().kind).toBe('saved'))
  expect(draft.kept.xml).toBe('<a/>')
})

test('a conflict writes nothing until it is settled', async () => {
  const draft = keptDraft()
  const autosave = start(draft)
  draft.kept.revision = 9
  autosave.change({ xml: '<mine/>', name: 'Draft' })
  expect(await autosave.flush()).toBe(false)
  autosave.change({ xml: '<mine-still/>', name: 'Draft' })
  expect(await autosave.flush()).toBe(false)
  expect(draft.kept.saves).toBe(0)
  expect(await autosave.overwrite(9)).toBe(true)
  expect(draft.kept).toMatchObject({ xml: '<mine-still/>', revision: 10 })
})

test('taking the other version drops what was unsaved', async () => {
  const draft = keptDraft()
  const autosave = start(draft)
  draft.kept.revision = 9
  autosave.change({ xml: '<mine/>', name: 'Draft' })
  await autosave.flush()
  autosave.adopt(9)
  expect(autosave.state().kind).toBe('saved')
  autosave.change({ xml: '<next/>', name: 'Draft' })
  expect(await autosave.flush()).toBe(true)
  expect(draft.kept).toMatchObject({ xml: '<next/>', revision: 10 })
})

test('what is touched counts as unsaved before its content is there', async () => {
  const draft = keptDraft()
  const autosave = start(draft)
  autosave.touch()
  expect(autosave.state().kind).toBe('unsaved')
  autosave.change({ xml: '<a/>', name: 'Draft' })
  expect(await autosave.flush()).toBe(true)
  expect(autosave.state().kind).toBe('saved')
})
