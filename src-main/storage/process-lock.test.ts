import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import { acquireProcessLock } from './process-lock.ts'

const directory = temporaryDirectory()
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('is held by one process at a time and released by kill -9', async () => {
  const holder = spawn(
    process.execPath,
    [
      '--input-type=module-typescript',
      '--eval',
      `import { acquireProcessLock } from ${JSON.stringify(new URL('./process-lock.ts', import.meta.url).href)}
       const lock = acquireProcessLock(${JSON.stringify(directory)}, 'outbox')
       process.stdout.write(lock ? 'held' : 'busy')
       setInterval(() => lock, 1000)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [output] = await once(holder.stdout, 'data')
  expect(String(output)).toBe('held')
  expect(acquireProcessLock(directory, 'outbox')).toBeUndefined()
  const other = acquireProcessLock(directory, 'sync')
  expect(other).toBeDefined()
  other?.release()

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const mine = acquireProcessLock(directory, 'outbox')
  expect(mine).toBeDefined()
  // The lock also excludes a second holder in the same process.
  expect(acquireProcessLock(directory, 'outbox')).toBeUndefined()
  mine?.release()
  const again = acquireProcessLock(directory, 'outbox')
  expect(again).toBeDefined()
  again?.release()
})
