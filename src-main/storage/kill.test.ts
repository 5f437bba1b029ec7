import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { killTimeOf } from '../testing/killed-program.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import { openDatabase } from './open-database.ts'

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const program = fileURLToPath(new URL('./fixtures/note-process.ts', import.meta.url))

test('keeps every acknowledged write and its change number after kill -9', async () => {
  const answered: string[] = []
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, [program, directory, `round${round}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    await once(child.stdout, 'data')
    await new Promise((resolve) => setTimeout(resolve, killTimeOf(round, 60)))
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
    // The last line may be incomplete.
    answered.push(...output.split('\n').slice(0, -1))
  }
  const db = openDatabase(join(directory, 'catalog.db'))
  const kept = db
    .prepare<[], string>("SELECT substr(key, 6) FROM setting WHERE key LIKE 'note:%'")
    .pluck()
    .all()
  const changeNumber = db.prepare("SELECT value FROM meta WHERE key = 'change_number'").pluck().get()
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
  expect(answered.length).toBeGreaterThanOrEqual(3)
  expect(kept).toEqual(expect.arrayContaining(answered))
  expect(changeNumber).toBe(kept.length)
})
