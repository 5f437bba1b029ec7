import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeFileAtomic } from './private-files.ts'
import { removeUnfinishedFiles, unfinishedFolder } from './unfinished-files.ts'

test('removes only the unfinished files of killed processes at the next start', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'catalog-desk-'))
  const place = join(directory, 'place')
  mkdirSync(place)
  try {
    await removeUnfinishedFiles(directory)
    let seen: string[] = []
    await writeFileAtomic(
      join(place, 'own.csv'),
      (async function* () {
        seen = readdirSync(place)
        yield Buffer.from('own')
      })(),
      { forThePerson: true },
    )
    expect(seen).toEqual([expect.stringMatching(/^own\.csv\.[0-9a-f-]{36}\.new$/)])
    const [prefix = ''] = readdirSync(join(directory, unfinishedFolder))

    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const killed = `${prefix.startsWith('1') ? 2 : 1}${prefix.slice(1)}`
    writeFileSync(join(directory, unfinishedFolder, killed), `${dead}\n${place}\n`)
    writeFileSync(join(place, `export.csv.${killed}-000000000001.new`), 'half')
    writeFileSync(join(place, 'mine.new'), 'mine')
    await removeUnfinishedFiles(directory)
    expect(readdirSync(place).sort()).toEqual(['mine.new', 'own.csv'])
    expect(readdirSync(join(directory, unfinishedFolder))).toEqual([prefix])
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
