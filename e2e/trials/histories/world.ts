/**
 * Everything in a history outside the outbox: folders, computers, programs, the service, and facts about
 * feeds.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { runAndKill } from '../../../src-main/testing/killed-program.ts'

import type { Upstream } from '../../../src-main/upstream/index.ts'
import { temporaryRoot } from '../../support/suite/memory-folder.ts'
import type { Content } from './payloads.ts'
import { type Computer, Program } from './program/program.ts'
import type { SendingTask } from './program/sending-program.ts'
import { CatalogService, type TakenFeed } from './service/catalog-service.ts'
import { Intermediary, type Sending } from './service/intermediary.ts'
import { Time } from './time.ts'
import { type Workspace, Workspaces } from './workspaces.ts'

/** Facts about a feed that are independent of the workspace. */
interface FeedTruth {
  keys: Set<string>
  /** How often a person has requested to send it again, in any workspace. */
  asked: number
  about?: Content
}

const maxMilliseconds = 20_000

export class World {
  readonly time = new Time()
  readonly service = new CatalogService(() => this.time.now)
  readonly intermediary = new Intermediary(this.service, this.time)
  readonly folder = mkdtempSync(join(temporaryRoot(), 'history-'))
  readonly computers: [Computer, Computer]
  readonly folders: Workspaces
  programs: Program[] = []
  readonly #owners = new Map<number, Workspace>()
  readonly #truths = new Map<string, FeedTruth>()
  readonly #meddle: ((upstream: Upstream) => Upstream) | undefined
  #numbers = 0
  kills = 0

  constructor(meddle?: (upstream: Upstream) => Upstream) {
    this.#meddle = meddle
    this.folders = new Workspaces(this.folder, () => this.intermediary.sendings.length)
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

  get workspaces(): readonly Workspace[] {
    return this.folders.all
  }

  truth(feed: string): FeedTruth {
    const known = this.#truths.get(feed) ?? { keys: new Set(), asked: 0 }
    this.#truths.set(feed, known)
    return known
  }

  /** The feeds that the service accepted for this feed, from any workspace. */
  effects(feed: string): TakenFeed[] {
    return this.service.taken(this.truth(feed).keys)
  }

  /**
   * Whether other feeds caused everything that this feed would show in the service. Then the outbox cannot
   * distinguish them.
   */
  isDoneByOthers(feed: string): boolean {
    const { about, keys } = this.truth(feed)
    return about !== undefined && this.service.shows(about, keys)
  }

  /** The sendings of a feed from a workspace, since a person last requested one. */
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

  /** Runs a real process on the workspace and kills it. */
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
    await runAndKill('e2e/trials/histories/program/sending-program.ts', task, milliseconds)
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

  /** Waits until every program waits for the simulated time or for a held answer. */
  async quiet(): Promise<void> {
    const deadline = performance.now() + maxMilliseconds
    for (let idleTurns = 0; idleTurns < 3; ) {
      await turn()
      const pending = this.programs.reduce((sum, { life }) => sum + life.pending, 0)
      idleTurns = pending <= this.intermediary.held ? idleTurns + 1 : 0
      if (performance.now() > deadline) throw new Error(`A call hangs: ${pending} calls in progress`)
    }
    await this.#bury()
  }

  /**
   * Advances the time. Sleepers are woken one at a time, up to `wakings`; the rest of the time passes at
   * once.
   */
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
    for (const program of this.programs) if (!program.life.dead) program.pollChanges()
  }

  /** Waits for the end of killed programs and removes them. */
  async #bury(): Promise<void> {
    for (const program of this.programs.filter(({ life }) => life.dead)) await program.gone
    this.programs = this.programs.filter(({ life }) => !life.dead)
  }

  async close(program: Program): Promise<void> {
    const closing = program.close()
    // Closing waits up to ten seconds for pending requests.
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

  async end(): Promise<void> {
    this.intermediary.heal()
    const { programs } = this
    for (const { life } of programs) life.end()
    await Promise.all(programs.map(({ gone }) => gone))
    await this.intermediary.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
