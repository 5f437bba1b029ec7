import assert from 'node:assert/strict'
import { checkFolder } from '../check-folder.ts'
import { runDesk } from '../killed-desk.ts'
import type { MakeWork } from '../work.ts'

/** A killed rebuild leaves the old or the new index, and changes no item. */
export const rebuildWork: MakeWork = async (stage) => {
  const directory = stage.begin('rebuild', 'synced')
  const { items } = await checkFolder(directory)
  let maxDuration = 2500
  return {
    async round(random) {
      const life = await runDesk(['rebuild', '--json', '--data', directory], {
        killAfter: random.below(maxDuration),
      })
      assert.equal((await checkFolder(directory)).items, items)
      if (!life.killed) {
        assert.equal(life.code, 0, life.stderr)
        maxDuration = Math.max(800, life.milliseconds)
      }
      return life.killed
    },
    async finish() {
      const life = await runDesk(['rebuild', '--json', '--data', directory])
      assert.equal(life.code, 0, life.stderr)
      assert.equal(JSON.parse(life.stdout).items, items)
      await checkFolder(directory)
    },
  }
}
