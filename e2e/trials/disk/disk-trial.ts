/**
 * Runs each writer on a disk with each fault; checks its message, the files left behind, and that it works
 * afterwards.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canMountDisks, mountSmallDisk } from '../../../src-main/testing/small-disk.ts'
import { createFeed } from '../../support/feeds.ts'
import { type DeskLife, runDesk } from '../kills/killed-desk.ts'
import { gtinOf, type Stage, type StageOptions, setStage, writeProducts } from '../kills/stage.ts'
import { Random } from '../random.ts'
import { type Fault, type FaultyDisk, makeFaultyDisk } from './faulty-disk.ts'
import { servingWriters, writeWhileServing } from './serving-writers.ts'
import { type Writer, type WriterPlace, writers } from './writers.ts'

export interface DiskResult {
  writer: string
  fault: string
  /**
   * `said`: failed with a plain message; `went on`: succeeded despite the fault; `not met`: no failing call
   * was reached. In each of these cases everything was in order afterwards.
   */
  outcome: 'said' | 'went on' | 'not met' | 'trouble'
  /** The message of the command, or the problem. */
  message: string
}

interface DiskFault {
  /** The cause that the message must name. */
  words: RegExp
  /**
   * Whether every call fails from some call on. Work that meets such a fault and reports nothing is a defect.
   */
  isLasting: boolean
  /** Opens the failing folder; created again for each trial. */
  open(): {
    folder: string
    begin(): void
    end(): void
    close(): void
    environment(writer: Pick<Writer, 'files'>): Record<string, string>
    met(): boolean
  }
}

const megabytes = 96
const fullMessage = /disk is full|no space|free some space|free space on it/i

/** A separate file system that is full or read-only. */
const mounted = (how: 'full' | 'read-only'): DiskFault => ({
  isLasting: false,
  words: how === 'full' ? fullMessage : /written|read-only|permission/i,
  open() {
    const disk = mountSmallDisk(megabytes)
    return {
      folder: disk.directory,
      begin: () => (how === 'full' ? disk.fill() : disk.setReadOnly(true)),
      end: () => (how === 'full' ? disk.free() : disk.setReadOnly(false)),
      close: () => disk.remove(),
      environment: () => ({}),
      met: () => true,
    }
  },
})

/** Failing calls on an ordinary file system. */
const shimmed = (disk: FaultyDisk, fault: Fault): DiskFault => ({
  isLasting: fault.rate === 1 && fault.error !== 'SHORT',
  words: fault.error === 'ENOSPC' ? fullMessage : /disk|written/i,
  open() {
    const folder = mkdtempSync(join(tmpdir(), 'faulty-'))
    return {
      folder,
      begin() {
        disk.failures()
        disk.arm(true)
      },
      end: () => disk.arm(false),
      close: () => rmSync(folder, { recursive: true, force: true }),
      environment: ({ files }) =>
        disk.environment(folder, { ...fault, ...(files !== undefined && { files }) }),
      met: () => disk.failures() > 0,
    }
  },
})

/** @param seed selects the calls from which they fail */
function faultsOf(disk: FaultyDisk | undefined, seed: number, rounds: number): Record<string, DiskFault> {
  const faults: Record<string, DiskFault> = {}
  if (canMountDisks()) Object.assign(faults, { full: mounted('full'), 'read-only': mounted('read-only') })
  if (!disk) return faults
  const random = new Random(seed)
  for (let round = 0; round < rounds; round++) {
    // The first round fails from the first call; the others from a random call during the work.
    const from = round === 0 ? 0 : random.below(60)
    const base = { from, rate: 1, seed: random.below(1e6) }
    const name = round === 0 ? '' : ` from call ${from}`
    faults[`no space${name}`] = shimmed(disk, { ...base, calls: ['write'], error: 'ENOSPC' })
    faults[`write error${name}`] = shimmed(disk, { ...base, calls: ['write'], error: 'EIO' })
    faults[`sync error${name}`] = shimmed(disk, { ...base, calls: ['sync'], error: 'EIO' })
    faults[`rename error${name}`] = shimmed(disk, { ...base, calls: ['rename', 'truncate'], error: 'EIO' })
    faults[`short writes${name}`] = shimmed(disk, { ...base, calls: ['write'], error: 'SHORT', rate: 2 })
    faults[`now and then${name}`] = shimmed(disk, {
      ...base,
      calls: ['write', 'sync', 'rename'],
      error: 'EIO',
      rate: 9,
    })
  }
  return faults
}

interface DiskOptions extends Pick<StageOptions, 'pictures'> {
  seed: number
  /** Number of rounds with different first failing calls; the first round fails at once. */
  rounds: number
  writers?: string[] | undefined
  faults?: string[] | undefined
  say?: (result: DiskResult) => void
}

export async function tryDisks({
  seed,
  rounds,
  writers: wanted,
  faults: chosen,
  pictures,
  say = () => undefined,
}: DiskOptions): Promise<DiskResult[]> {
  const disk = makeFaultyDisk()
  const stage = await setStage({ items: 100, pictures })
  const results: DiskResult[] = []
  try {
    const shared = await prepare(stage)
    for (const [writer, made] of Object.entries(writers)) {
      if (wanted && !wanted.includes(writer)) continue
      for (const [fault, how] of Object.entries(faultsOf(disk, seed, rounds))) {
        if (chosen && !chosen.some((name) => fault.startsWith(name))) continue
        const result = { writer, fault, ...(await tryOne(stage, shared, made, how)) }
        results.push(result)
        say(result)
      }
    }
    for (const [writer, write] of Object.entries(servingWriters)) {
      if (wanted && !wanted.includes(writer)) continue
      for (const [fault, how] of Object.entries(faultsOf(disk, seed, rounds))) {
        if (chosen && !chosen.some((name) => fault.startsWith(name))) continue
        const result = { writer, fault, ...(await tryServing(stage, write, how)) }
        results.push(result)
        say(result)
      }
    }
  } finally {
    await stage.close()
    disk?.remove()
  }
  return results
}

async function tryServing(
  stage: Stage,
  write: (typeof servingWriters)[string],
  fault: DiskFault,
): Promise<Omit<DiskResult, 'writer' | 'fault'>> {
  const opened = fault.open()
  const workspace = join(opened.folder, 'workspace')
  cpSync(join(stage.folder, 'connected'), workspace, { recursive: true })
  try {
    const environment = opened.environment({})
    const message = await writeWhileServing(write, { ...opened, workspace, environment })
    if (message === undefined) return { outcome: opened.met() ? 'went on' : 'not met', message: '' }
    if (!fault.words.test(message)) return { outcome: 'trouble', message: `The cause is missing: ${message}` }
    return { outcome: 'said', message }
  } catch (error) {
    return { outcome: 'trouble', message: error instanceof Error ? error.message : String(error) }
  } finally {
    opened.end()
    opened.close()
  }
}

type Shared = Pick<WriterPlace, 'products' | 'feed' | 'backup' | 'connect'>

async function prepare(stage: Stage): Promise<Shared> {
  const products = join(stage.folder, 'more.jsonl')
  const feed = join(stage.folder, 'feed.xml')
  writeProducts(products, 2_000_000, 200, 'More. '.repeat(100))
  writeFileSync(feed, createFeed({ gtin: gtinOf(7_000_000), title: 'Quince spread' }))
  const made = await runDesk([
    'backup',
    '--json',
    '--to',
    join(stage.folder, 'made'),
    '--data',
    join(stage.folder, 'synced'),
  ])
  const { api, username, password } = stage.sandbox
  return {
    products,
    feed,
    backup: JSON.parse(made.stdout).directory,
    connect: [api, '--username', username, '--password', password],
  }
}

async function tryOne(
  stage: Stage,
  shared: Shared,
  writer: Writer,
  fault: DiskFault,
): Promise<Omit<DiskResult, 'writer' | 'fault'>> {
  const opened = fault.open()
  const { folder } = opened
  const workspace = join(
    writer.workspace.onDisk ? folder : mkdtempSync(join(stage.folder, 'elsewhere-')),
    'workspace',
  )
  cpSync(join(stage.folder, writer.workspace.from), workspace, { recursive: true })
  const place: WriterPlace = { disk: folder, workspace, ...shared }
  mkdirSync(join(folder, 'home'), { recursive: true })
  writeFileSync(join(folder, 'kept.txt'), 'kept')
  try {
    opened.begin()
    const environment = { ...opened.environment(writer), ...writer.environment?.(place) }
    const life = await runDesk(writer.args(place), { environment })
    opened.end()
    const wasMet = opened.met()
    const failed = life.code !== 0
    if (failed) refuseUnlessPlain(life, fault.words)
    if (failed) await writer.inspect?.(place)
    if (!failed && !wasMet) return { outcome: 'not met', message: '' }
    if (!failed && fault.isLasting && noteOf(life) === '')
      return { outcome: 'trouble', message: 'It could not write, but succeeded without reporting it.' }
    const { environment: own } = writer
    const again = await runDesk(
      failed ? (writer.again ?? writer.args)(place) : ['check', '--data', workspace],
      {
        environment: own?.(place) ?? {},
      },
    )
    if (again.code !== 0)
      return { outcome: 'trouble', message: `It failed afterwards: ${again.stderr.slice(0, 500)}` }
    return failed
      ? { outcome: 'said', message: life.stderr.trim() }
      : { outcome: 'went on', message: noteOf(life) }
  } catch (error) {
    return { outcome: 'trouble', message: error instanceof Error ? error.message : String(error) }
  } finally {
    opened.end()
    opened.close()
  }
}

/**
 * Expects one to three lines that a person understands: the cause, no stack trace, not only a system error
 * code.
 */
function refuseUnlessPlain({ code, stderr, stdout }: DeskLife, cause: RegExp): void {
  const message = `${stderr.trim()}\n${noteOf({ stdout })}`.trim()
  if (code === null) throw new Error('It did not exit by itself.')
  if (/^\s+at |"stack"|node:internal/m.test(message))
    throw new Error(`It prints a stack trace: ${message.slice(0, 500)}`)
  if (stderr.trim().split('\n').length > 3)
    throw new Error(`The message is too long: ${message.slice(0, 500)}`)
  if (!cause.test(message)) throw new Error(`The cause is missing: ${message.slice(0, 500)}`)
}

/** The note in the JSON output of a command. */
function noteOf({ stdout }: Pick<DeskLife, 'stdout'>): string {
  try {
    return String(JSON.parse(stdout).note ?? '')
  } catch {
    return ''
  }
}
