/** A workspace under attack: `serve` syncs from a hostile service while another client uses its local API. */
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SyncState } from '../../../src-shared/sync/model.ts'
import { desk, type RunningDesk, startDesk } from '../../support/programs/desk.ts'
import { callsOf } from '../../support/rpc.ts'
import { type EnemyService, startEnemy } from './enemy-service.ts'
import { type LoadResult, startLoad } from './local-api-load.ts'

export interface AttackResult {
  attack: string
  /** Number of hostile answers. */
  answers: number
  load: LoadResult
  /**
   * Share of the time, in percent, in which the main thread was ready but had no processor. If it is high,
   * the machine was busy with other work, and the measured times mean little.
   */
  waiting: number
  /** Memory of the process in MB: before the attack, and the maximum during it. */
  memory: { before: number; peak: number }
  /** Result of the attacked sync run; `cancelled` if it was still running at the end. */
  sync: { outcome: string; seconds: number; note: string; itemsKept: number }
  /**
   * Time from SIGTERM, during another attacked run, to the exit of the process. More than `patience` means
   * that it was killed.
   */
  stop: { milliseconds: number; code: number | null }
}

/** Milliseconds after SIGTERM until SIGKILL. */
const patience = 10_000

interface EnemyTrial {
  attack(name: string | undefined, seconds: number): Promise<AttackResult>
  close(): Promise<void>
}

/** Prepares a connected workspace with 1,000 items; every attack gets a copy. */
export async function prepareEnemyTrial(): Promise<EnemyTrial> {
  const folder = mkdtempSync(join(tmpdir(), 'enemy-'))
  const enemy = await startEnemy()
  const prepared = join(folder, 'prepared')
  await desk('connect', enemy.address, '--username', 'u', '--password', 'p', '--data', prepared)
  await desk('sync', '--data', prepared)
  let turn = 0
  return {
    async attack(name, seconds) {
      const data = join(folder, `attacked-${turn++}`)
      cpSync(prepared, data, { recursive: true })
      const running = await startDesk('--data', data)
      try {
        return await attack(enemy, running, name, seconds)
      } finally {
        await running.stop('SIGKILL')
        rmSync(data, { recursive: true, force: true })
      }
    },
    async close() {
      await enemy.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function attack(
  enemy: EnemyService,
  running: RunningDesk,
  name: string | undefined,
  seconds: number,
): Promise<AttackResult> {
  const calls = await callsOf(running.ui)
  const pid = running.child.pid ?? 0
  const memory = watchMemory(pid)
  const load = startLoad(running)
  await delay(500)
  const before = memory.now()
  const waited = waitedFor(pid)
  const watchedFrom = performance.now()
  await enemy.attackWith(name)
  const started = performance.now()
  await calls.sync.start({ full: true })
  let state: SyncState | undefined
  /** Milliseconds without an answer to the state call at the end. */
  let silence = 0
  do {
    const requestedAt = performance.now()
    const answered = await within(calls.sync.state(), 2000)
    silence = answered ? 0 : silence + performance.now() - requestedAt
    state = answered ?? state
    await delay(250)
  } while ((!state || state.current) && performance.now() - started < seconds * 1000)
  const lasted = (performance.now() - started) / 1000
  const run = state?.current ?? state?.history[0]
  // After a sync that ends at once, waits for work that it may have started.
  await delay(Math.min(2000, Math.max(0, seconds * 1000 - lasted * 1000)))
  const waiting = Math.round((100 * (waitedFor(pid) - waited)) / (performance.now() - watchedFrom))
  const stop = await stopDuringAttack(running, calls)
  const result = await load.end()
  const answers = await enemy.attackWith()
  return {
    attack: name ?? 'none',
    answers,
    load: withoutEnd(result),
    waiting,
    memory: { before, peak: memory.end() },
    sync: {
      outcome:
        silence > 2000 ? `unknown, no answer for ${Math.round(silence / 1000)} s` : (run?.outcome ?? 'none'),
      seconds: Math.round(lasted * 10) / 10,
      note: run?.note ?? '',
      itemsKept: state?.items ?? 0,
    },
    stop,
  }
}

async function stopDuringAttack(
  running: RunningDesk,
  calls: Awaited<ReturnType<typeof callsOf>>,
): Promise<AttackResult['stop']> {
  await within(calls.sync.start({ full: true }), 1000)
  await delay(700)
  const at = performance.now()
  const ended = once(running.child, 'exit')
  running.child.kill('SIGTERM')
  if ((await within(ended, patience)) === undefined) running.child.kill('SIGKILL')
  await ended
  return { milliseconds: Math.round(performance.now() - at), code: running.child.exitCode }
}

/** Removes failures that were caused by stopping the process. */
function withoutEnd(result: LoadResult): LoadResult {
  const { ECONNREFUSED: _refused, ECONNRESET: _reset, UND_ERR_SOCKET: _closed, ...failures } = result.failures
  return { ...result, failures }
}

const within = <T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> =>
  Promise.race([promise.catch(() => undefined), delay(Math.max(0, milliseconds)).then(() => undefined)])

/** Reads the resident memory of a process on Linux. */
function watchMemory(pid: number): { now(): number; end(): number } {
  const read = (field: string): number => {
    try {
      const found = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
      return Math.round(Number(found?.[1] ?? 0) / 1000)
    } catch {
      return 0
    }
  }
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, read('VmRSS'), hasPeak ? read('VmHWM') : 0)
  }, 50)
  const hasPeak = resetPeak(pid)
  return {
    now: () => read('VmRSS'),
    end() {
      clearInterval(timer)
      return peak
    },
  }
}

/** Milliseconds in which the main thread of a process was ready but had no processor, as counted by Linux. */
function waitedFor(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** Resets the system's peak memory counter, if permitted. */
function resetPeak(pid: number): boolean {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    return true
  } catch {
    return false
  }
}
