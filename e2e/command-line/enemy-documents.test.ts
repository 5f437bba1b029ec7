import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { type FaultyUpstream, startFaultyUpstream } from '../../src-main/testing/faulty-upstream.ts'
import { type SandboxService, startSandboxService } from '../../src-main/testing/sandbox-service.ts'
import { namespaceName } from '../../src-shared/vocabulary/namespaces.ts'
import { desk, startDesk } from '../support/programs/desk.ts'
import { callsOf } from '../support/rpc.ts'

/**
 * While a document designed to be slow is read, a signal ends the program. That takes less than 0.1 s on an idle
 * computer. The limit is that of a program that reads on: these documents take minutes.
 */
const maxMilliseconds = 20_000
const withTimeout = { timeout: 240_000 }
const entry = join(projectDirectory, 'src-main/hosts/headless/desk.js')
const folder = mkdtempSync(join(tmpdir(), 'desk-enemy-'))

let sandbox: SandboxService
let service: FaultyUpstream
beforeAll(async () => {
  sandbox = await startSandboxService()
  service = await startFaultyUpstream(sandbox.address)
})
afterAll(async () => {
  await service.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Milliseconds from the signal to the exit of the program. */
async function endedAfter(child: ChildProcess, signal: NodeJS.Signals): Promise<number> {
  expect(child.exitCode).toBeNull()
  const ended = once(child, 'exit')
  const started = performance.now()
  child.kill(signal)
  await ended
  const took = performance.now() - started
  if (process.env['MEASURE']) console.log(signal, child.spawnargs[2], `${Math.round(took)} ms`)
  return took
}

/** Lookup lists that take many seconds to parse: 60 MB, each entry with a problem. */
function answerWithEnemyLists(): Promise<void> {
  const piece = '<brand><x/></brand>'
  const body = `<brands xmlns="${namespaceName('/brand')}">${piece.repeat(60_000_000 / piece.length)}</brands>`
  const requested = Promise.withResolvers<void>()
  service.heal()
  service.fail(
    { kind: 'status', status: 200, body },
    {
      when: ({ path }) => {
        if (!path.includes('/brand')) return false
        requested.resolve()
        return true
      },
      times: Number.POSITIVE_INFINITY,
    },
  )
  return requested.promise
}

async function connected(name: string): Promise<string> {
  const data = join(folder, name)
  service.heal()
  const { username, password } = sandbox.credentials
  await desk('connect', service.address, '--username', username, '--password', password, '--data', data)
  return data
}

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  test('stops validate', withTimeout, async () => {
    const file = join(folder, `${signal}.xml`)
    writeFileSync(
      file,
      `<items xmlns="${namespaceName('/feed/item')}">${'<item><a/></item>'.repeat(900_000)}</items>`,
    )
    const child = spawn(process.execPath, [entry, 'validate', ...Array(50).fill(file)], { stdio: 'ignore' })
    await delay(2_000)
    expect(await endedAfter(child, signal)).toBeLessThan(maxMilliseconds)
  })

  test('stops a sync', withTimeout, async () => {
    const data = await connected(`sync-${signal}`)
    const requested = answerWithEnemyLists()
    const child = spawn(process.execPath, [entry, 'sync', '--data', data], { stdio: 'ignore' })
    await requested
    await delay(1_500)
    expect(await endedAfter(child, signal)).toBeLessThan(maxMilliseconds)
  })
})

test('SIGTERM stops serve during a sync', withTimeout, async () => {
  const data = await connected('serve')
  const started = await startDesk('--data', data)
  const requested = answerWithEnemyLists()
  const calls = await callsOf(started.ui)
  await calls.sync.start({})
  await requested
  await delay(1_500)
  expect((await calls.sync.state()).current).toMatchObject({ outcome: 'running', phase: 'lookups' })
  expect(await endedAfter(started.child, 'SIGTERM')).toBeLessThan(maxMilliseconds)
})
