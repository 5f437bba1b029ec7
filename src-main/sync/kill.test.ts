import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import { startFaultyUpstream } from '../testing/faulty-upstream.ts'
import { killTimeOf, runAndKill } from '../testing/killed-program.ts'
import type { TaskToKill } from '../testing/program-to-kill.ts'
import { startSandboxService } from '../testing/sandbox-service.ts'
import { openTemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createUpstream } from '../upstream/index.ts'
import { createSync } from './sync.ts'

const kills = 10
const items = 1500
const pageSize = 25

function contents(path: string): { items: string[]; integrity: unknown; codes: unknown } {
  const db = new BetterSqlite3(path, { readonly: true })
  try {
    const bodies = db.prepare<[], string>(
      'SELECT id || cast(body AS TEXT) FROM item JOIN item_document USING (seq) ORDER BY id',
    )
    return {
      items: bodies.pluck().all(),
      integrity: db.pragma('integrity_check', { simple: true }),
      codes: db.prepare('SELECT count(*) FROM item_code').pluck().get(),
    }
  } finally {
    db.close()
  }
}

test('completes the copy after ten kills at random times', {
  timeout: 180_000,
}, async () => {
  await using sandbox = await startSandboxService()
  await sandbox.putItems(1, 21)
  const service = await startFaultyUpstream(sandbox.address)
  service.fail({ kind: 'latency', milliseconds: 3 }, { times: Number.POSITIVE_INFINITY })
  await using workspace = await openTemporaryWorkspace()
  await workspace.storage.close()

  const { directory } = workspace
  const task: TaskToKill = {
    does: 'sync',
    directory,
    address: service.address,
    ...sandbox.credentials,
    pageSize,
  }
  await using other = await openTemporaryWorkspace()
  await other.storage.close()
  await runAndKill(
    'src-main/testing/program-to-kill.ts',
    { ...task, directory: other.directory },
    Number.POSITIVE_INFINITY,
  )
  await sandbox.putItems(21, items + 1)
  let killed = 0
  for (let round = 0; killed < kills; round++) {
    // The service's catalog keeps changing, so that every round has something to sync.
    await sandbox.putItems(1 + round * 40, 41 + round * 40, {
      updatedFrom: Date.now() - 3600_000,
      text: `round ${round}`,
    })
    const outcome = await runAndKill('src-main/testing/program-to-kill.ts', task, killTimeOf(round, 430))
    if (outcome.killed) killed++
    if (round > 3 * kills) throw new Error('The program ends before it can be killed')
  }

  const storage = await workspace.reopen()
  const upstream = createUpstream({ ...sandbox.credentials, address: sandbox.address })
  const sync = createSync({ storage, directory, upstream, pageSize })
  await sync.start()
  const last = await sync.finished()
  expect(last.history[0]?.outcome).toBe('completed')
  // The interrupted run is complete now; the next run syncs the later changes.
  await sync.start()
  const state = await sync.finished()
  expect(state.history.every(({ outcome }) => outcome === 'completed')).toBe(true)
  const copy = contents(storage.path)
  const original = contents(sandbox.storage.path)
  expect(copy.integrity).toBe('ok')
  expect(copy.items).toEqual(original.items)
  expect(copy.codes).toEqual(original.codes)
  await sync.close()
  await upstream.close()
  await service.close()
})
