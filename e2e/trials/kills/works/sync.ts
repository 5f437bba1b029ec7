import assert from 'node:assert/strict'
import { runDesk } from '../killed-desk.ts'
import { lookOver, lookOverPictures, query } from '../look-over.ts'
import type { MakeWork } from '../work.ts'

const bodies = 'SELECT id, cast(body AS TEXT) AS body FROM item JOIN item_document USING (seq) ORDER BY id'

/** A killed sync loses nothing that it kept, and in the end the copy is, byte for byte, that of a run without kills. */
export const syncWork: MakeWork = async (stage) => {
  let directory = stage.begin('sync', 'connected')
  let items = 0
  let longest = 4000
  return {
    async round(random) {
      const life = await runDesk(['sync', '--json', '--data', directory], {
        killAfter: random.below(longest),
      })
      const looked = await lookOver(directory)
      assert.ok(looked.items >= items, `${items} items were kept, ${looked.items} are there`)
      lookOverPictures(directory)
      items = looked.items
      if (life.killed) return true
      assert.equal(life.code, 0, life.stderr)
      longest = Math.max(1000, life.milliseconds)
      directory = stage.begin('sync', 'connected')
      items = 0
      return false
    },
    async finish() {
      // This sync finishes the interrupted one; the next one fetches what changed meanwhile.
      for (const _time of [1, 2]) {
        const life = await runDesk(['sync', '--json', '--data', directory])
        assert.equal(life.code, 0, life.stderr)
      }
      await lookOver(directory)
      // The stage's own copy was synced undisturbed, and the service has not changed since.
      assert.deepEqual(query(directory, bodies), query(stage.begin('undisturbed', 'synced'), bodies))
    },
  }
}
