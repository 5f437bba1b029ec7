import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runDesk } from '../killed-desk.ts'
import type { MakeWork } from '../work.ts'

const formats = ['csv', 'jsonl', 'xlsx']

/**
 * The file of a killed export is the previous one or the complete new one, and the next export leaves no
 * other file.
 */
export const exportWork: MakeWork = async (stage) => {
  const directory = stage.begin('export', 'synced')
  const to = join(stage.folder, 'exports')
  mkdirSync(to)
  const names = () => readdirSync(to)
  let format = formats[0] ?? ''
  const maxDurations = new Map<string, number>()

  const make = async (killAfter?: number) => {
    const file = join(to, `items.${format}`)
    return {
      file,
      life: await runDesk(
        ['export', '--format', format, '--to', file, '--force', '--json', '--data', directory],
        {
          killAfter,
          countFrom: () => names().some((name) => name.endsWith('.new')),
        },
      ),
    }
  }
  /** Exports without a kill. @returns the size, which is constant for a format */
  const exportCompletely = async (): Promise<number> => {
    const { file, life } = await make()
    assert.equal(life.code, 0, life.stderr)
    maxDurations.set(format, life.milliseconds)
    assert.deepEqual(
      names().filter((name) => name.endsWith('.new')),
      [],
      'files are left over',
    )
    return statSync(file).size
  }
  return {
    async round(random) {
      format = random.pick(formats)
      const known = maxDurations.get(format)
      if (known === undefined) {
        await exportCompletely()
        return false
      }
      const isReplacing = random.once(2)
      const file = join(to, `items.${format}`)
      const before = isReplacing ? readFileSync(file) : undefined
      if (!isReplacing) rmSync(file)
      const { life } = await make(random.below(Math.ceil(known * 1000)) / 1000)
      const isThere = existsSync(file)
      if (!life.killed) assert.equal(life.code, 0, life.stderr)
      if (isReplacing) assert.ok(isThere, 'the previous file is lost')
      const after = isThere ? readFileSync(file) : undefined
      const size = await exportCompletely()
      // A printed catalogue and a workbook contain the time they were made.
      if (after && !before?.equals(after))
        assert.ok(Math.abs(after.length - size) < 16, 'the file is incomplete')
      return life.killed
    },
    async finish() {
      await exportCompletely()
    },
  }
}
