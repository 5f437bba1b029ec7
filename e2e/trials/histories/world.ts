/** Everything in a history outside the outbox: folders, computers, programs, the service, and what is true of feeds. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { migrate } from '../../../src-main/storage/migrate.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { databaseFile } from '../../../src-main/storage/storage.ts'
import { runAndKill } from '../../../src-main/testing/killed-program.ts'
import { openTemporaryDatabase } from '../../../src-main/testing/temporary-workspace.ts'
import type { Upstream } from '../../../src-main/upstream/upstream.ts'
import type { FeedKind } from '../../../src-shared/rpc/feed-contract.ts'
import { CatalogService, type TakenFeed } from './catalog-service.ts'
import { Intermediary, type Sending } from './intermediary.ts'
import { type Computer, Program } from './program.ts'
import type { SendingTask } from './sending-program.ts'
import { Time } from './time.ts'

export interface Workspace {
  name: string
  directory: string
  computer: Computer
  /** Feeds that were said to be queued in it. */
  promised: Set<string>
  /** Feeds it came with when it was copied, restored or set back. */
  inherited: Set<string>
  /** How many events of each feed have been judged. */
  judged: Map<string, number>
  /** Sendings before this one are those of an earlier state of it. */
  since: number
  /** Sendings before this one of a feed are those of before a person asked for it to be sent again. */
  askedAt: Map<string, number>
  /** Feeds that a person has said something about. */
  told: Set<string>
  /** A program on it was killed. */
  wasKilled: boolean
}

export interface Archive {
  directory: string
  of: Workspace
  promised: Set<string>
  told: Set<string>
}

/** Feeds about which something has to be remembered whatever workspace they are in. */
export interface FeedTruth {
  keys: Set<string>
  /** How often a person has asked for it to be sent again, in any workspace. */
  asked: number
  about?: Content
}

/** What a feed says. */
export interface Content {
  kind: FeedKind
  items: number[]
  variant: number
}

/** In memory where the system has such a folder: a history waits for nothing. */
const placeForFolders = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const patience = 20_000

export class World {
  readonly time = new Time()
  readonly service = new CatalogService(() => this.time.now)
  readonly intermediary = new Intermediary(this.service, this.time)
  readonly folder = mkdtempSync(join(placeForFolders, 'history-'))
  readonly computers: [Computer, Computer]
  readonly workspaces: Workspace[] = []
  readonly archives: Archive[] = []
  programs: Program[] = []
  readonly #owners = new Map<number, Workspace>()
  readonly #truths = new Map<string, FeedTruth>()
  readonly #meddle: ((upstream: Upstream) => Upstream) | undefined
  #numbers = 0
  kills = 0

  constructor(meddle?: (upstream: Upstream) => Upstream) {
    this.#meddle = meddle
    this.computers = [this.#computer('here'), this.#computer('elsewhere')]
    this.intermediary.onArrival = (number) => {
      this.programs.find((program) => program.number === number)?.life.pass()
    }
  }

  #computer(name: string): Computer {
    const computer: Computer = {
      home: join(this.folder, name),
      skew: 0,
      clock: this.time.clock(() => computer.skew),
    }
    mkdirSync(computer.home)
    return computer
  }

  begin(): void {
    const directory = join(this.folder, 'workspace-0')
    mkdirSync(directory)
    writeFileSync(join(directory, databaseFile), emptyDatabase())
    this.#addWorkspace(directory, this.computers[0])
  }

  #addWorkspace(directory: string, computer: Computer): Workspace {
    const workspace: Workspace = {
      name: `workspace ${this.workspaces.length}`,
      directory,
      computer,
      promised: new Set(),
      inherited: new Set(),
      judged: new Map(),
      since: this.intermediary.sendings.length,
      askedAt: new Map(),
      told: new Set(),
      wasKilled: false,
    }
    this.workspaces.push(workspace)
    return workspace
  }

  truth(feed: string): FeedTruth {
    const known = this.#truths.get(feed) ?? { keys: new Set(), asked: 0 }
    this.#truths.set(feed, known)
    return known
  }

  /** What the service has taken of a feed, from whichever workspace. */
  effects(feed: string): TakenFeed[] {
    return this.service.taken(this.truth(feed).keys)
  }

  /** Whether all that a feed says shows at the service by the doing of others: that cannot be told from its own. */
  isDoneByOthers(feed: string): boolean {
    const { about, keys } = this.truth(feed)
    return about !== undefined && this.service.shows(about, keys)
  }

  /** The sendings of a feed from a workspace, since a person last asked for one. */
  sendings(workspace: Workspace, feed: string): Sending[] {
    const from = Math.max(workspace.since, workspace.askedAt.get(feed) ?? 0)
    const { keys } = this.truth(feed)
    return this.intermediary.sendings
      .slice(from)
      .filter(({ key, program }) => keys.has(key) && this.#owners.get(program) === workspace)
  }

  start(workspace: Workspace): Program {
    const number = ++this.#numbers
    const { directory, computer } = workspace
    const program = new Program({
      number,
      directory,
      computer,
      address: this.intermediary.address(number),
      meddle: this.#meddle,
      onKilled: () => {
        workspace.wasKilled = true
        this.kills++
      },
    })
    this.programs.push(program)
    this.#owners.set(number, workspace)
    return program
  }

  /** A process of its own has the workspace, and is killed. */
  async liveAndDie(workspace: Workspace, milliseconds: number): Promise<void> {
    await this.closeAllOf(workspace)
    const number = ++this.#numbers
    this.#owners.set(number, workspace)
    const { directory, computer } = workspace
    const task: SendingTask = {
      directory,
      home: computer.home,
      address: this.intermediary.address(number),
      skew: computer.clock.now() - Date.now(),
    }
    await runAndKill('../../e2e/trials/histories/sending-program.ts', task, milliseconds)
    workspace.wasKilled = true
    this.kills++
  }

  workspaceOf(program: Program): Workspace {
    const workspace = this.#owners.get(program.number)
    if (!workspace) throw new Error('A program has no workspace')
    return workspace
  }

  programsOf(workspace: Workspace): Program[] {
    return this.programs.filter((program) => this.workspaceOf(program) === workspace)
  }

  /** Waits until every program waits: for the time, or for an answer that is held. */
  async quiet(): Promise<void> {
    const deadline = performance.now() + patience
    for (let calm = 0; calm < 3; ) {
      await turn()
      const pending = this.programs.reduce((sum, { life }) => sum + life.pending, 0)
      calm = pending <= this.intermediary.held ? calm + 1 : 0
      if (performance.now() > deadline) throw new Error(`Something hangs: ${pending} calls are not over`)
    }
    await this.#bury()
  }

  /** Lets time go by; whoever wakes meanwhile does, up to so many times, then the rest is slept through. */
  async wait(milliseconds: number, wakings = 8): Promise<void> {
    const end = this.time.now + milliseconds
    for (let left = wakings; left > 0; left--) {
      await this.quiet()
      const next = this.time.nextWaking()
      if (next > end) break
      this.#moveTo(next)
    }
    this.#moveTo(end)
    await this.quiet()
  }

  #moveTo(moment: number): void {
    this.time.moveTo(moment)
    this.intermediary.deliver()
    for (const program of this.programs) if (!program.life.dead) program.lookAround()
  }

  /** What is left of programs that were killed. */
  async #bury(): Promise<void> {
    for (const program of this.programs.filter(({ life }) => life.dead)) await program.gone
    this.programs = this.programs.filter(({ life }) => !life.dead)
  }

  async close(program: Program): Promise<void> {
    const closing = program.close()
    // What is on the wire is waited for, up to ten seconds.
    for (let left = 4; left > 0 && !program.life.dead; left--) {
      await this.quiet()
      if (program.life.dead) break
      this.intermediary.release()
      this.#moveTo(this.time.now + 6000)
    }
    await closing
    this.programs = this.programs.filter((one) => one !== program)
  }

  async closeAllOf(workspace: Workspace): Promise<void> {
    for (const program of this.programsOf(workspace)) await this.close(program)
  }

  backUp(workspace: Workspace): void {
    const directory = join(this.folder, `archive-${this.archives.length}`)
    cpSync(workspace.directory, directory, { recursive: true })
    this.archives.push({
      directory,
      of: workspace,
      promised: new Set(workspace.promised),
      told: new Set(workspace.told),
    })
  }

  /** The archive's contents in a folder and, when `elsewhere`, on a computer of their own. */
  restoreBeside(archive: Archive, elsewhere: boolean): Workspace {
    const directory = join(this.folder, `workspace-${this.workspaces.length}`)
    cpSync(archive.directory, directory, { recursive: true })
    const computer = elsewhere ? this.computers[1] : archive.of.computer
    const workspace = this.#addWorkspace(directory, computer)
    this.#inherit(workspace, archive)
    return workspace
  }

  /** The archive's contents in the place of the workspace: in the same folder, or in a new one of its name. */
  async restoreOver(archive: Archive, how: 'set-back' | 'in-place'): Promise<void> {
    const workspace = archive.of
    await this.closeAllOf(workspace)
    const { directory } = workspace
    if (how === 'in-place') {
      renameSync(directory, `${directory}-aside-${this.#numbers}`)
      cpSync(archive.directory, directory, { recursive: true })
    } else {
      for (const name of readdirSync(directory).filter((one) => one.startsWith(databaseFile)))
        rmSync(join(directory, name))
      for (const name of readdirSync(archive.directory).filter((one) => one.startsWith(databaseFile)))
        cpSync(join(archive.directory, name), join(directory, name))
    }
    this.#inherit(workspace, archive)
  }

  #inherit(workspace: Workspace, { promised, told }: Archive): void {
    workspace.promised = new Set(promised)
    workspace.told = new Set(told)
    workspace.judged = eventCounts(workspace.directory)
    workspace.inherited = new Set(workspace.judged.keys())
    workspace.since = this.intermediary.sendings.length
    workspace.askedAt = new Map()
  }

  async move(workspace: Workspace): Promise<void> {
    await this.closeAllOf(workspace)
    const { directory } = workspace
    workspace.directory = `${directory}-moved`
    renameSync(directory, workspace.directory)
  }

  async end(): Promise<void> {
    this.intermediary.heal()
    const { programs } = this
    for (const { life } of programs) life.end()
    await Promise.all(programs.map(({ gone }) => gone))
    await this.intermediary.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

let emptied: Buffer | undefined
/** A new workspace's database. */
function emptyDatabase(): Buffer {
  if (emptied) return emptied
  using database = openTemporaryDatabase()
  emptied = database.db.serialize()
  return emptied
}

/** How many events each feed has, past the program. */
function eventCounts(directory: string): Map<string, number> {
  const db = openDatabase(join(directory, databaseFile))
  try {
    migrate(db)
    const rows = db
      .prepare<[], { feed: string; events: number }>(
        'SELECT feed, count(*) AS events FROM feed_event GROUP BY feed',
      )
      .all()
    return new Map(rows.map(({ feed, events }) => [feed, events]))
  } finally {
    db.close()
  }
}
