import assert from 'node:assert/strict'
import { checkFolder, checkPictures, query } from '../check-folder.ts'
import { runDesk } from '../killed-desk.ts'
import type { MakeWork } from '../work.ts'

const bodies = 'SELECT id, cast(body AS TEXT) AS body FROM item JOIN item_document USING (seq) ORDER BY id'

/** A killed sync loses no stored item, and finally the copy is byte for byte that of a run without kills. */
export const syncWork: MakeWork = async (stage) => {
  let directory = stage.begin('sync', 'connected')
  let items = 0
  let maxDuration = 4000
  return {
    async round(random) {
      const life = await runDesk(['sync', '--json', '--data', directory], {
        killAfter: random.below(maxDuration),
      })
      const checked = await checkFolder(directory)
      assert.ok(checked.items >= items, `${items} items were kept, ${checked.items} are there`)
      checkPictures(directory)
      items = checked.items
      if (life.killed) return true
      assert.equal(life.code, 0, life.stderr)
      maxDuration = Math.max(1000, life.milliseconds)
      directory = stage.begin('sync', 'connected')
      items = 0
      return false
    },
    async finish() {
      // The first sync completes the interrupted one; the second one fetches the changes since.
      for (const _time of [1, 2]) {
        const life = await runDesk(['sync', '--json', '--data', directory])
        assert.equal(life.code, 0, life.stderr)
      }
      await checkFolder(directory)
      // The prepared copy was synced without kills, and the service has not changed since.
      assert.deepEqual(query(directory, bodies), query(stage.begin('undisturbed', 'synced'), bodies))
    },
  }
}
