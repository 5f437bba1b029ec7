import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { MakeOperation } from '../operation.ts'
import { draftsOf } from '../served.ts'

/**
 * A backup replaces the open workspace, which is set aside: after a kill either one is open. If the backup is
 * open, the other one is in the list of workspaces.
 */
export const restoreInstead: MakeOperation = () => {
  let round = 0
  return {
    async begin(served, book) {
      const { calls, directory } = served
      round += 1
      const kept = await book.draft(served, 50)
      const { directory: backup } = await calls.backups.make()
      const later = await calls.feeds.createDraft({ kind: 'update', name: `Later ${round}` })
      const aside = () =>
        readdirSync(dirname(directory)).filter((name) => name.startsWith(`${basename(directory)} before `))
      return {
        run: async () => void (await calls.backups.restore({ backup, mode: 'instead' })),
        async expect(now, isDone) {
          const ids = (await draftsOf(now)).map(({ id }) => id)
          assert.ok(ids.includes(kept.id), 'the previous workspace is lost')
          const isRestored = !ids.includes(later.id)
          assert.ok(isRestored || !isDone, 'a confirmed restore is missing')
          const { workspaces } = await now.calls.workspaces.list()
          const found = aside().map((name) => join(dirname(directory), name))
          assert.equal(found.length, isRestored ? 1 : 0, 'workspaces that were kept aside')
          for (const one of found) {
            const known = workspaces.find((workspace) => workspace.directory === one)
            assert.ok(known && !known.missing, 'the workspace that was kept aside is not in the list')
            assert.match(known.name, /kept aside/)
            await now.calls.workspaces.forget({ directory: one })
            rmSync(one, { recursive: true })
          }
          assert.ok(!existsSync(join(directory, 'restoring.json')), 'the marker of a restore was left')
          for (const { id, name } of await draftsOf(now))
            if (name.startsWith('Later')) await now.calls.feeds.deleteDraft({ id })
        },
      }
    },
  }
}
