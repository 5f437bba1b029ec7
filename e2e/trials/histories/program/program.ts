import pino from 'pino'
import { createDrafts, type Drafts } from '../../../../src-main/feeds/drafts/index.ts'
import { createOutbox, type Outbox, openSendingRecord } from '../../../../src-main/feeds/outbox/index.ts'
import { catalogService } from '../../../../src-main/feeds/targets/index.ts'
import type { Clock } from '../../../../src-main/platform/clock.ts'
import { createUpstream, type Upstream } from '../../../../src-main/upstream/index.ts'
import { Life } from './life.ts'
import { openStorageHere } from './storage-here.ts'

/** A computer: its clock, and where it keeps what belongs to no workspace. */
export interface Computer {
  home: string
  clock: Clock
  /** Milliseconds by which its clock is ahead. */
  skew: number
}

interface ProgramOptions {
  number: number
  directory: string
  computer: Computer
  /** The service's, as this program reaches it. */
  address: string
  onKilled: () => void
  /** Puts something between the outbox and the service, to try the trial with. */
  meddle?: ((upstream: Upstream) => Upstream) | undefined
}

/** One program with an outbox on a workspace, from its start to its end: a real outbox over real HTTP and a real file. */
export class Program {
  readonly number: number
  readonly directory: string
  readonly life: Life
  readonly drafts: Drafts
  readonly outbox: Outbox
  /** What it logged as a defect of its own. */
  readonly defects: string[] = []
  /** Resolves when nothing of it is left. */
  readonly gone: Promise<void>
  readonly lookAround: () => void
  readonly #end: (kindly: boolean) => void

  constructor({
    number,
    directory,
    computer,
    address,
    onKilled,
    meddle = (upstream) => upstream,
  }: ProgramOptions) {
    const { home, clock } = computer
    this.number = number
    this.directory = directory
    const { promise, resolve } = Promise.withResolvers<void>()
    this.gone = promise
    this.#end = (kindly) => resolve(takeDown(kindly))
    const life = new Life(() => {
      onKilled()
      this.#end(false)
    })
    this.life = life
    const files = openStorageHere(directory, clock, life)
    const upstream = createUpstream({ address, username: 'desk', password: 'desk', clock })
    this.lookAround = files.lookAround
    this.drafts = createDrafts(files)
    this.outbox = createOutbox({
      storage: files.storage,
      directory,
      drafts: this.drafts,
      target: catalogService(meddle(life.lead(upstream))),
      sendingRecord: life.lead(openSendingRecord(home, directory)),
      clock,
      log: pino({ level: 'error', base: null }, { write: (line) => this.#defect(line) }),
    })
    const takeDown = async (kindly: boolean): Promise<void> => {
      // A killed program has no time to wait for what is on the wire.
      if (!kindly) await Promise.all([upstream.close(), this.outbox.close()])
      else await this.outbox.close()
      await upstream.close()
      life.dead = true
      files.close()
    }
  }

  async close(): Promise<void> {
    if (!this.life.dead) this.#end(true)
    await this.gone
  }

  #defect(line: string): void {
    if (!this.life.dead) this.defects.push(line)
  }
}
