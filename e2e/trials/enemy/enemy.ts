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
  /** Answers of the enemy that were hostile. */
  answers: number
  load: LoadResult
  /**
   * How much of the time the main thread was ready to run and had to wait for a processor, in percent: where it is much,
   * the machine was busy with something else, and the times above say little.
   */
  waiting: number
  /** Highest memory of the process during the attack, and before it, in MB. */
  memory: { before: number; peak: number }
  /** What became of the run that was attacked; `cancelled` where it went on to the end of the trial. */
  sync: { outcome: string; seconds: number; note: string; itemsKept: number }
  /** From SIGTERM, during another attacked run, to the end of the process; more than `patience`: it was killed. */
  stop: { milliseconds: number; code: number | null }
}

/** How long SIGTERM may take until SIGKILL follows, in milliseconds. */
const patience = 10_000

interface EnemyTrial {
  attack(name: string | undefined, seconds: number): Promise<AttackResult>
  close(): Promise<void>
}

/** Prepares a connected workspace with 1,000 items, of which every attack gets a copy. */
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
  /** How long the question after the state went unanswered at the end. */
  let silence = 0
  do {
    const asked = performance.now()
    const told = await within(calls.sync.state(), 2000)
    silence = told ? 0 : silence + performance.now() - asked
    state = told ?? state
    await delay(250)
  } while ((!state || state.current) && performance.now() - started < seconds * 1000)
  const lasted = (performance.now() - started) / 1000
  const run = state?.current ?? state?.history[0]
  // A sync that ends at once leaves the rest of the time to whatever it started.
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

/** What the client met when the process was stopped under it says nothing. */
function withoutEnd(result: LoadResult): LoadResult {
  const { ECONNREFUSED: _refused, ECONNRESET: _reset, UND_ERR_SOCKET: _closed, ...failures } = result.failures
  return { ...result, failures }
}

const within = <T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> =>
  Promise.race([promise.catch(() => undefined), delay(Math.max(0, milliseconds)).then(() => undefined)])

/** Resident memory of a process, from Linux. */
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
    peak = Math.max(peak, read('VmRSS'), highest ? read('VmHWM') : 0)
  }, 50)
  const highest = forgetHighest(pid)
  return {
    now: () => read('VmRSS'),
    end() {
      clearInterval(timer)
      return peak
    },
  }
}

/** Milliseconds for which a process's main thread was ready and had no processor, as Linux counts them. */
function waitedFor(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** Lets the system's own note of the highest memory begin anew, where it may. */
function forgetHighest(pid: number): boolean {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    return true
  } catch {
    return false
  }
}
