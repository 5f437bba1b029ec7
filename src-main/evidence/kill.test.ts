/** A program that is killed while it reads pictures loses none, and leaves no process behind. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { itemBytes } from '../catalog/fixtures/item-fixture.ts'
import { catalogWriter } from '../catalog/index.ts'
import { createMedia } from '../media/index.ts'
import { programWords } from '../platform/child-program.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log/log.ts'
import { codePicture } from '../testing/code-pictures.ts'
import { startKeptReader } from '../testing/kept-readers.ts'
import { killTimeOf, runAndKill } from '../testing/killed-program.ts'
import { openTemporaryWorkspace, threadEntry } from '../testing/temporary-workspace.ts'
import { createEvidence } from './index.ts'

const rounds = 3
const pictures = 8
const within = 1500
const log = createLog('silent')
const codes = Array.from({ length: pictures }, (_, at) => `95212345432${String(at).padStart(2, '0')}`)

/** The reader processes whose parent has ended; those of other tests still have theirs. */
const orphanedReaders = (): string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      return (
        words.includes(programWords.pictureReader) &&
        /^PPid:\s+1$/m.test(readFileSync(`/proc/${name}/status`, 'utf8'))
      )
    } catch {
      return false
    }
  })

test('after kills at any moment, the next run reads the rest', { timeout: 480_000 }, async () => {
  await using workspace = await openTemporaryWorkspace()
  const { directory } = workspace
  const media = createMedia({ storage: workspace.storage, directory, clock: systemClock, log })
  await workspace.storage
    .writer(catalogWriter)
    .putItems(codes.map((id) => itemBytes({ id, media: ['A1C1'] })))
  for (const id of codes) {
    const bytes = await codePicture({ format: 'QRCode', text: `https://id.example/${id}`, side: 300 })
    await media.keep([{ url: `https://media.invalid/${id}/A1C1.jpg`, bytes }])
  }
  await media.close()
  await workspace.storage.close()
  for (let round = 0; round < rounds; round++)
    await runAndKill(
      'src-main/evidence/fixtures/reading-to-kill.ts',
      { directory },
      killTimeOf(round, within),
    )
  if (process.platform === 'linux') await expect.poll(orphanedReaders, { timeout: 20_000 }).toEqual([])
  const storage = await workspace.reopen()
  const again = createMedia({ storage, directory, clock: systemClock, log })
  const evidence = createEvidence({
    storage,
    media: again,
    log,
    version: '1',
    entry: threadEntry,
    profile: async () => ({}),
    startProgram: startKeptReader,
  })
  await evidence.settle({ signal: new AbortController().signal, onProgress: () => undefined })
  expect(await evidence.state()).toMatchObject({
    pictures,
    read: pictures,
    unreadable: 0,
    isOutOfDate: false,
  })
  await evidence.close()
  await again.close()
})
