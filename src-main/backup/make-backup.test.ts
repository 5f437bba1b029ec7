import { createHash } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { picturePath } from './backup-folder.ts'
import { copyPictures } from './make-backup.ts'

test('writes nothing after it reported a failed copy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'copy-pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  const hashes = Array.from({ length: 500 }, (_one, index) => {
    const sha256 = createHash('sha256').update(String(index)).digest('hex')
    const path = picturePath(from, sha256)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, String(index))
    return sha256
  })
  // A file blocks the folder required by the first picture.
  const blocked = dirname(picturePath(to, hashes[0] ?? ''))
  mkdirSync(dirname(blocked), { recursive: true })
  writeFileSync(blocked, '')

  await expect(copyPictures({ from, to, hashes })).rejects.toThrow()
  const copied = () => globSync(join(to, '**/*')).length
  const then = copied()
  await delay(200)
  expect(copied()).toBe(then)
})
