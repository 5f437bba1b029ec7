import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupsOf, listBackups, verifyBackup } from '../../../../src-main/backup/index.ts'
import { checkFolder } from '../check-folder.ts'
import { runDesk } from '../killed-desk.ts'
import type { MakeWork } from '../work.ts'

/** A listed backup is complete; a killed backup is not listed. */
export const backupWork: MakeWork = async (stage) => {
  const directory = stage.begin('backup', 'synced')
  const to = join(stage.folder, 'backups')
  const folder = backupsOf(to, directory)
  let maxDuration = 3000

  const expectComplete = async () => {
    const backups = await listBackups(folder)
    for (const backup of backups) assert.deepEqual(await verifyBackup(backup.directory), [], backup.directory)
    return backups
  }
  const make = (killAfter?: number) =>
    runDesk(['backup', '--json', '--data', directory, '--to', to], { killAfter })
  return {
    async round(random) {
      const life = await make(random.below(maxDuration))
      const backups = await expectComplete()
      for (const { directory: old } of backups.slice(1)) rmSync(old, { recursive: true })
      if (!life.killed) {
        assert.equal(life.code, 0, life.stderr)
        maxDuration = Math.max(800, life.milliseconds)
      }
      return life.killed
    },
    async finish() {
      const life = await make()
      assert.equal(life.code, 0, life.stderr)
      const made = JSON.parse(life.stdout).directory
      assert.ok((await expectComplete()).some((backup) => backup.directory === made))
      await checkFolder(directory)
    },
  }
}
