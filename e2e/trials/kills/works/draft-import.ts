import assert from 'node:assert/strict'
import type { MakeOperation } from '../operation.ts'
import { columnOf, draftsOf, type Served, until } from '../served.ts'
import { gtinOf } from '../stage.ts'

const rows = 1500

/**
 * After a kill the draft contains a prefix of the rows, each once; after following the advice, all of them.
 */
export const draftImport: MakeOperation = () => {
  let round = 0
  return {
    async begin(served) {
      round += 1
      const name = `products-${round}.jsonl`
      const from = 8_000_000 + round * rows
      const titles = Array.from({ length: rows }, (_row, index) => `Imported ${from + index}`)
      const text = titles
        .map((title, index) =>
          JSON.stringify({ gtin: gtinOf(from + index), name: title, brand: 'Millbrook' }),
        )
        .join('\n')
      const importedDrafts = async (now: Served) =>
        (await draftsOf(now)).filter((draft) => draft.name === name)
      const file = await served.upload(name, text)
      return {
        run: () => imported(served, file),
        async expect(now, isDone) {
          const [job] = await now.calls.imports.jobs()
          if (isDone) assert.equal(job?.state, 'completed')
          await until('the import', async () =>
            (await now.calls.imports.jobs())[0]?.state === 'running' ? undefined : true,
          )
          for (const { id } of await importedDrafts(now)) {
            const kept = await columnOf(now, id, 'ecommerceTitle')
            assert.deepEqual(kept, titles.slice(0, kept.length), 'rows of the draft, in their order')
            if (isDone) assert.equal(kept.length, rows)
          }
          // The uploaded file is gone after a kill, so the advice is to import the same file again.
          const [left] = await now.calls.imports.jobs()
          if (left?.canResume || (await importedDrafts(now)).length === 0)
            await imported(now, await now.upload(name, text))
          const drafts = await importedDrafts(now)
          assert.deepEqual(
            drafts.map(({ itemCount }) => itemCount),
            [rows],
            `the drafts after following the advice: ${left?.note}`,
          )
          for (const { id } of drafts) await now.calls.feeds.deleteDraft({ id })
        },
      }
    },
  }
}

/** Imports into a new draft and waits for the end. */
async function imported({ calls }: Served, file: string): Promise<void> {
  const { id } = await calls.imports.start({ file, target: 'drafts' })
  const job = await until('an import', async () => {
    const now = await calls.imports.job({ id })
    return now.state === 'running' ? undefined : now
  })
  assert.equal(job.state, 'completed', job.note)
  assert.equal(job.rejected, 0)
}
