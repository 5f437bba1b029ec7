import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkFolder, checkPictures, isWorkspace } from '../check-folder.ts'
import { runDesk } from '../killed-desk.ts'
import type { MakeWork } from '../work.ts'

/** A killed restore leaves the complete backup as a workspace, or none; following the advice completes it. */
export const restoreWork: MakeWork = async (stage) => {
  const source = stage.begin('restore-source', 'synced')
  const made = await runDesk(['backup', '--json', '--data', source, '--to', join(stage.folder, 'to-restore')])
  assert.equal(made.code, 0, made.stderr)
  const backup: { directory: string; items: number; pictures: number } = JSON.parse(made.stdout)
  let number = 0
  let maxDuration = 2500

  const restore = async (killAfter?: number) => {
    const directory = join(stage.folder, `restored-${++number}`)
    const life = await runDesk(['restore', backup.directory, '--json', '--data', directory], { killAfter })
    if (existsSync(join(directory, 'restoring.json')) && !isWorkspace(directory)) {
      const { stderr } = await runDesk(['status', '--data', directory])
      assert.match(stderr, /Restore the backup into it again/)
      const again = await runDesk(['restore', backup.directory, '--json', '--data', directory])
      assert.equal(again.code, 0, again.stderr)
    }
    const isThere = isWorkspace(directory)
    if (isThere) {
      assert.equal((await checkFolder(directory)).items, backup.items)
      assert.equal(checkPictures(directory), backup.pictures)
    }
    rmSync(directory, { recursive: true, force: true })
    return { life, isThere }
  }
  return {
    async round(random) {
      const { life } = await restore(random.below(maxDuration))
      if (!life.killed) {
        assert.equal(life.code, 0, life.stderr)
        maxDuration = Math.max(800, life.milliseconds)
      }
      return life.killed
    },
    async finish() {
      const { life, isThere } = await restore()
      assert.equal(life.code, 0, life.stderr)
      assert.ok(isThere)
    },
  }
}
