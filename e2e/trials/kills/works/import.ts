import assert from 'node:assert/strict'
import { join } from 'node:path'
import { checkFolder, isWorkspace, query } from '../check-folder.ts'
import { runDesk } from '../killed-desk.ts'
import { writeProducts } from '../stage.ts'
import type { MakeWork } from '../work.ts'

const count = 3000

/** A killed import keeps every imported row, and imports no row twice. */
export const importWork: MakeWork = async (stage) => {
  const directory = join(stage.folder, 'imported')
  const file = join(stage.folder, 'import.jsonl')
  let round = 0
  let items = 0
  let maxDuration = 3000
  const importAll = (killAfter?: number) =>
    runDesk(['import', file, '--json', '--data', directory], { killAfter })
  return {
    async round(random) {
      // Every file changes every product, so that each import has work to do.
      writeProducts(file, 1_000_000, count, `Of round ${++round}. `.repeat(10))
      const life = await importAll(random.below(maxDuration))
      if (!isWorkspace(directory)) return life.killed
      const checked = await checkFolder(directory)
      assert.ok(
        checked.items >= items && checked.items <= count,
        `${items} items before, ${checked.items} now`,
      )
      items = checked.items
      if (!life.killed) {
        assert.equal(life.code, 0, life.stderr)
        maxDuration = Math.max(800, life.milliseconds)
      }
      return life.killed
    },
    async finish() {
      writeProducts(file, 1_000_000, count, 'The last. ')
      const life = await importAll()
      assert.equal(life.code, 0, life.stderr)
      assert.equal((await checkFolder(directory)).items, count)
      const [{ old } = { old: -1 }] = query<{ old: number }>(
        directory,
        "SELECT count(*) AS old FROM item_document WHERE cast(body AS TEXT) NOT LIKE '%The last.%'",
      )
      assert.equal(old, 0, 'products that the last file did not change')
    },
  }
}
