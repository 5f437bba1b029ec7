import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { startDesk } from '../../../support/programs/desk.ts'
import { type Calls, callsOf } from '../../../support/rpc.ts'
import { checkFolder } from '../check-folder.ts'
import { killNow } from '../killed-desk.ts'
import type { MakeWork } from '../work.ts'

/** After any kill every confirmed save is kept, and an unconfirmed one is kept completely or not at all. */
export const draftsWork: MakeWork = async (stage) => {
  const directory = stage.begin('drafts', 'connected')
  let draft: { id: string; revision: number } | undefined
  let confirmed = ''
  let pending = ''
  let number = 0

  const expectKept = async (calls: Calls) => {
    if (draft === undefined) return
    const { value, revision } = await calls.feeds.draftItem({ id: draft.id, key: 1 })
    const kept = ('ecommerceTitle' in value && value.ecommerceTitle) || ''
    assert.ok(kept === confirmed || kept === pending, `revision ${draft.revision} was confirmed but is lost`)
    draft.revision = revision
    confirmed = kept
  }
  /** Saves as fast as possible until the program has ended. */
  const edit = async (calls: Calls): Promise<void> => {
    if (draft === undefined) {
      const { id } = await calls.feeds.createDraft({ kind: 'create' })
      draft = { id, revision: 1 }
    }
    for (;;) {
      pending = `${++number} ${'x'.repeat((number * 997) % 40_000)}`
      const { id, revision } = draft
      const value = { type: 'grocery', ecommerceTitle: pending }
      const edits = [{ do: 'item' as const, key: 1, revision, value }]
      await calls.feeds.editDraft({ id, label: `Title ${number}`, edits })
      draft.revision = revision + 1
      confirmed = pending
    }
  }
  return {
    async round(random) {
      const running = await startDesk('--data', directory)
      const calls = await callsOf(running.ui)
      await expectKept(calls)
      const editing = edit(calls).catch(() => undefined)
      await delay(random.below(400))
      await killNow(running.child)
      await editing
      await checkFolder(directory)
      return true
    },
    async finish() {
      const running = await startDesk('--data', directory)
      try {
        await expectKept(await callsOf(running.ui))
      } finally {
        assert.equal(await running.stop(), 0)
      }
    },
  }
}
